package psr.cluster;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.util.Base64;
import java.util.Set;

import javax.crypto.KeyGenerator;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** The shared secret of all members of a cluster. Immutable. */
final class Secret {

    private static final String HMAC = "HmacSHA256";
    /** A shorter secret can be guessed. */
    private static final int SHORTEST = 16;

    private final byte[] key;

    private Secret(byte[] key) {
        this.key = key;
    }

    /** A secret of these bytes, for tests. */
    static Secret of(String text) {
        return new Secret(text.getBytes(StandardCharsets.UTF_8));
    }

    /**
     * Reads a secret; surrounding white space is ignored.
     *
     * @throws IllegalArgumentException if the file is readable for others than its owner, or the secret is too short
     */
    static Secret read(Path file) throws IOException {
        String text;
        try {
            text = Files.readString(file).strip();
        } catch (NoSuchFileException e) {
            throw new IOException("the file with the secret of the cluster, " + file + ", does not exist", e);
        }
        if (posix(file)) {
            Set<PosixFilePermission> permissions = Files.getPosixFilePermissions(file);
            if (!PosixFilePermissions.fromString("rw-------").containsAll(permissions)) {
                throw new IllegalArgumentException("a secret must be readable by its owner alone; " + file + " is "
                        + PosixFilePermissions.toString(permissions) + ": chmod 600 " + file);
            }
        }
        if (text.length() < SHORTEST) {
            throw new IllegalArgumentException("a secret must have at least " + SHORTEST + " characters; " + file + " has "
                    + text.length());
        }
        return of(text);
    }

    /**
     * Reads the secret, or creates it if the file does not exist.
     *
     * @return whether it was created
     */
    static boolean makeIfAbsent(Path file) throws IOException {
        if (Files.exists(file)) {
            return false;
        }
        FileAttribute<?>[] owner = posix(file.toAbsolutePath().getParent()) ? new FileAttribute<?>[] {
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"))} : new FileAttribute<?>[0];
        byte[] text = (Base64.getEncoder().encodeToString(random()) + "\n").getBytes(StandardCharsets.US_ASCII);
        try (var channel = Files.newByteChannel(file, Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE), owner)) {
            channel.write(java.nio.ByteBuffer.wrap(text));
            return true;
        } catch (FileAlreadyExistsException e) {
            return false; // another process was faster
        }
    }

    private static boolean posix(Path path) {
        return path.getFileSystem().supportedFileAttributeViews().contains("posix");
    }

    /** 32 random bytes. */
    static byte[] random() {
        try {
            return KeyGenerator.getInstance(HMAC).generateKey().getEncoded();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java has " + HMAC, e);
        }
    }

    /** A proof of knowing the secret: the HMAC of these parts in this order. */
    byte[] proof(String purpose, byte[]... parts) {
        try {
            Mac mac = Mac.getInstance(HMAC);
            mac.init(new SecretKeySpec(key, HMAC));
            mac.update(purpose.getBytes(StandardCharsets.US_ASCII));
            for (byte[] part : parts) {
                mac.update((byte) part.length);
                mac.update(part);
            }
            return mac.doFinal();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java has " + HMAC, e);
        }
    }
}
