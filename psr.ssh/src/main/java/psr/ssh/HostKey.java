package psr.ssh;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.util.List;

import org.apache.sshd.common.config.keys.KeyUtils;
import org.apache.sshd.common.config.keys.writer.openssh.OpenSSHKeyEncryptionContext;
import org.apache.sshd.common.config.keys.writer.openssh.OpenSSHKeyPairResourceWriter;
import org.apache.sshd.common.keyprovider.FileKeyPairProvider;
import org.apache.sshd.common.keyprovider.KeyPairProvider;

/** The key by which clients recognize the server. Generated once. */
final class HostKey {

    /** All clients support it, and every Java platform can generate it. */
    private static final String TYPE = KeyPairProvider.ECDSA_SHA2_NISTP256;
    private static final int BITS = 256;

    private HostKey() {}

    /**
     * The key in a file of OpenSSH's format. If the file does not exist, a key is generated; only its owner can read the
     * file.
     *
     * @throws IOException if the key can be neither generated nor read; the message says which, in one line
     */
    static KeyPair in(Path file) throws IOException {
        try {
            if (!Files.exists(file)) {
                make(file);
            }
            for (KeyPair pair : new FileKeyPairProvider(List.of(file)).loadKeys(null)) {
                return pair;
            }
            throw new IOException("the host key must be a private key; " + file + " contains none");
        } catch (GeneralSecurityException | RuntimeException e) {
            throw new IOException("the host key must be a private key in OpenSSH's format; " + file + ": " + e.getMessage(), e);
        }
    }

    private static void make(Path file) throws IOException, GeneralSecurityException {
        // A temporary file is accessible only to its owner from the first byte on.
        Path whole = Files.createTempFile(file.toAbsolutePath().getParent(), "host-key", ".tmp");
        try {
            try (OutputStream out = Files.newOutputStream(whole)) {
                OpenSSHKeyPairResourceWriter.INSTANCE.writePrivateKey(KeyUtils.generateKeyPair(TYPE, BITS), "psr",
                        (OpenSSHKeyEncryptionContext) null, out);
            }
            Files.move(whole, file, StandardCopyOption.ATOMIC_MOVE);
        } finally {
            Files.deleteIfExists(whole);
        }
    }
}
