package psr.server.http;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

import psr.math.hashes.Hashes;
import psr.server.DataFolder;

/**
 * Authenticates callers by bearer token. The owner's token is created at the first start, in a file that only its owner can read; only
 * hashes of tokens are held in memory. Thread-safe.
 */
public final class Access {

    /**
     * An authenticated caller.
     *
     * @param name the name of the token
     */
    public record Caller(String name, Role role) {}

    /** The caller of a route that needs no token. */
    static final Caller ANONYMOUS = new Caller("anonymous", Role.READ);

    private static final int TOKEN_BYTES = 32;
    private static final String SCHEME = "Bearer ";

    private final Path file;
    private final Map<String, Caller> callers = new ConcurrentHashMap<>();

    private Access(Path file) {
        this.file = file;
    }

    /** Opens the access control of a server; creates the file with the owner's token if it does not exist. */
    public static Access of(Path file) throws IOException {
        Access access = new Access(file);
        String token;
        try {
            Files.createFile(file);
            DataFolder.owned(file, "rw-------");
            token = random();
            Files.writeString(file, token + "\n", StandardOpenOption.WRITE);
        } catch (FileAlreadyExistsException e) {
            token = Files.readString(file).strip();
            if (token.length() < TOKEN_BYTES) {
                throw new IOException("a token must have at least " + TOKEN_BYTES + " characters; that in " + file
                        + " has fewer: delete the file to create a new one", e);
            }
        }
        access.add(hash(token), new Caller("owner", Role.FULL));
        return access;
    }

    public static String random() {
        byte[] bytes = new byte[TOKEN_BYTES];
        new SecureRandom().nextBytes(bytes);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }

    /** The hash that is stored in place of a token. */
    public static String hash(String token) {
        return Hashes.of(token);
    }

    public void add(String hash, Caller caller) {
        callers.put(hash, caller);
    }

    public void remove(String hash) {
        callers.remove(hash);
    }

    /**
     * Reads the owner's token.
     *
     * @throws IllegalStateException if the file cannot be read
     */
    public String owner() {
        try {
            return Files.readString(file).strip();
        } catch (IOException e) {
            throw new IllegalStateException("the token cannot be read: " + file, e);
        }
    }

    public Path file() {
        return file;
    }

    /**
     * The caller that a header authenticates.
     *
     * @throws ProblemException if no caller has this token
     */
    Caller caller(String header) {
        if (header == null || !header.regionMatches(true, 0, SCHEME, 0, SCHEME.length())) {
            throw unknown(
                    "a token is needed: Authorization: Bearer TOKEN; the owner's is in the file 'token' of the data folder");
        }
        byte[] given = hash(header.substring(SCHEME.length()).strip()).getBytes(StandardCharsets.US_ASCII);
        Optional<Caller> found = Optional.empty();
        // Compares with all hashes, each in constant time: the time taken reveals nothing about a token.
        for (Map.Entry<String, Caller> each : callers.entrySet()) {
            if (MessageDigest.isEqual(given, each.getKey().getBytes(StandardCharsets.US_ASCII))) {
                found = Optional.of(each.getValue());
            }
        }
        return found.orElseThrow(() -> unknown("unknown token: it must be one that this server issued"));
    }

    private static ProblemException unknown(String detail) {
        return ProblemException.of(401, "no token", detail);
    }
}
