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
 * Accepts clients whose key is in a file of OpenSSH's format, {@code authorized_keys}, under any user name. The file is
 * read at each attempt, so a removed key is rejected immediately. A line with options ({@code command="…"}, {@code
 * from="…"}) is ignored, because options are meant as restrictions, which are not supported. A file that users other than
 * its owner may write is ignored, too. Keys are Ed25519, ECDSA or RSA.
 */
final class AuthorizedKeys implements PublickeyAuthenticator {

    private static final System.Logger LOG = System.getLogger(AuthorizedKeys.class.getName());

    private final Path file;

    AuthorizedKeys(Path file) {
        this.file = file;
    }

    @Override
    public boolean authenticate(String user, PublicKey key, ServerSession session) {
        try {
            if (!Files.exists(file)) {
                return false;
            }
            if (othersMayWrite()) {
                LOG.log(System.Logger.Level.WARNING, "SSH rejects all keys: only its owner may be able to write {0}", file);
                return false;
            }
            for (AuthorizedKeyEntry entry : AuthorizedKeyEntry.readAuthorizedKeys(file)) {
                if (entry.getLoginOptions().isEmpty()
                        && KeyUtils.compareKeys(key, entry.resolvePublicKey(session, PublicKeyEntryResolver.IGNORING))) {
                    return true;
                }
            }
        } catch (IOException | GeneralSecurityException | RuntimeException e) {
            LOG.log(System.Logger.Level.WARNING, "SSH rejects all keys: " + file + " cannot be read", e);
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
