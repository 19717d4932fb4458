package psr.server;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.util.Base64;
import java.util.Collections;

/** A PKCS#12 file. Its password is the first line of the file of the same name with the suffix {@code .password}. */
public final class KeyFile {

    private static final int PEM_LINE = 64;

    private KeyFile() {}

    /**
     * Opens the file.
     *
     * @throws IOException if it cannot be opened or is empty; the message says why in one line
     */
    public static KeyStore open(Path file) throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            KeyStore store = KeyStore.getInstance("PKCS12");
            store.load(in, password(file).toCharArray());
            if (Collections.list(store.aliases()).isEmpty()) {
                throw new IOException("a key store must contain keys or certificates; " + file + " contains none");
            }
            return store;
        } catch (GeneralSecurityException e) {
            throw new IOException("a key store must be a PKCS#12 file; " + file + ": " + e.getMessage(), e);
        }
    }

    /**
     * The certificate chain of its key as PEM, the key's own certificate first, for clients to trust.
     *
     * @throws IOException if it cannot be opened or contains no key
     */
    static String certificates(Path file) throws IOException {
        KeyStore store = open(file);
        try {
            for (String alias : Collections.list(store.aliases())) {
                Certificate[] chain = store.getCertificateChain(alias);
                if (chain != null) {
                    StringBuilder text = new StringBuilder();
                    for (Certificate each : chain) {
                        text.append("-----BEGIN CERTIFICATE-----\n")
                                .append(Base64.getMimeEncoder(PEM_LINE, new byte[] {'\n'}).encodeToString(each.getEncoded()))
                                .append("\n-----END CERTIFICATE-----\n");
                    }
                    return text.toString();
                }
            }
        } catch (GeneralSecurityException e) {
            throw new IOException("the certificates of a key must be readable; " + file + ": " + e.getMessage(), e);
        }
        throw new IOException("a key store for TLS must contain a key; " + file + " contains certificates only");
    }

    /** Its password; empty if there is no password file. */
    public static String password(Path file) throws IOException {
        Path beside = file.resolveSibling(file.getFileName() + ".password");
        return Files.exists(beside) ? Files.readString(beside).lines().findFirst().orElse("") : "";
    }
}
