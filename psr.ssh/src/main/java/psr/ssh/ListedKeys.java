package psr.ssh;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.security.GeneralSecurityException;
import java.security.PublicKey;
import java.util.Set;

import org.apache.sshd.common.config.keys.AuthorizedKeyEntry;
import org.apache.sshd.common.config.keys.KeyUtils;
import org.apache.sshd.common.config.keys.PublicKeyEntryResolver;
import org.apache.sshd.server.auth.pubkey.PublickeyAuthenticator;
import org.apache.sshd.server.session.ServerSession;

/**
 * Lets in whose key is in a file of OpenSSH's form, {@code authorized_keys}; whatever the user calls himself. The file is read each time:
 * a key that is taken out gets nobody in any more. A line with options ({@code command="…"}, {@code from="…"}) lets nobody in, for
 * they are meant as limits, and here are none. Nor does a file that others than its owner may write. Keys are Ed25519, ECDSA or RSA.
 */
final class ListedKeys implements PublickeyAuthenticator {

    private static final System.Logger LOG = System.getLogger(ListedKeys.class.getName());

    private final Path file;

    ListedKeys(Path file) {
        this.file = file;
    }

    @Override
    public boolean authenticate(String user, PublicKey key, ServerSession session) {
        try {
            if (!Files.exists(file)) {
                return false;
            }
            if (othersMayWrite()) {
                LOG.log(System.Logger.Level.WARNING, "nobody gets in by SSH: others than its owner may write {0}", file);
                return false;
            }
            for (AuthorizedKeyEntry entry : AuthorizedKeyEntry.readAuthorizedKeys(file)) {
                if (entry.getLoginOptions().isEmpty()
                        && KeyUtils.compareKeys(key, entry.resolvePublicKey(session, PublicKeyEntryResolver.IGNORING))) {
                    return true;
                }
            }
        } catch (IOException | GeneralSecurityException | RuntimeException e) {
            LOG.log(System.Logger.Level.WARNING, "nobody gets in by SSH: " + file + " cannot be read", e);
        }
        return false;
    }

    private boolean othersMayWrite() throws IOException {
        if (!file.getFileSystem().supportedFileAttributeViews().contains("posix")) {
            return false;
        }
        Set<PosixFilePermission> permissions = Files.getPosixFilePermissions(file);
        return permissions.contains(PosixFilePermission.GROUP_WRITE) || permissions.contains(PosixFilePermission.OTHERS_WRITE);
    }
}
