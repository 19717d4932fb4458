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
 * Who may do what. The owner's token is made at the first start, in a file that only its owner can read; of all tokens only hashes are
 * kept in memory. Thread-safe.
 */
public final class Access {

    /**
     * Who asks.
     *
     * @param name of the token
     */
    public record Caller(String name, Role role) {}

    /** Who asks for what needs no token. */
    static final Caller NOBODY = new Caller("nobody", Role.READ);

    private static final int TOKEN_BYTES = 32;
    private static final String SCHEME = "Bearer ";

    private final Path file;
    private final Map<String, Caller> callers = new ConcurrentHashMap<>();

    private Access(Path file) {
        this.file = file;
    }

    /** The access of a server whose owner's token is in this file; makes it where it is not there. */
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
                        + " has fewer: delete the file, and another is made", e);
            }
        }
        access.add(hash(token), new Caller("owner", Role.FULL));
        return access;
    }

    /** A new token. */
    public static String random() {
        byte[] bytes = new byte[TOKEN_BYTES];
        new SecureRandom().nextBytes(bytes);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }

    /** What is kept of a token. */
    public static String hash(String token) {
        return Hashes.of(token);
    }

    /** Lets another in. */
    public void add(String hash, Caller caller) {
        callers.put(hash, caller);
    }

    /** Lets one in no more. */
    public void remove(String hash) {
        callers.remove(hash);
    }

    /**
     * The owner's token, for the owner.
     *
     * @throws IllegalStateException if the file cannot be read any more
     */
    public String owner() {
        try {
            return Files.readString(file).strip();
        } catch (IOException e) {
            throw new IllegalStateException("the token cannot be read: " + file, e);
        }
    }

    /** Where the owner's token is. */
    public Path file() {
        return file;
    }

    /**
     * Who has the token of a header.
     *
     * @throws ProblemException if nobody has
     */
    Caller caller(String header) {
        if (header == null || !header.regionMatches(true, 0, SCHEME, 0, SCHEME.length())) {
            throw unknown(
                    "a token is needed: Authorization: Bearer TOKEN; the owner's is in the file 'token' of the data folder");
        }
        byte[] given = hash(header.substring(SCHEME.length()).strip()).getBytes(StandardCharsets.US_ASCII);
        Optional<Caller> found = Optional.empty();
        // All of them, each in constant time: how long it takes says nothing about a token.
        for (Map.Entry<String, Caller> each : callers.entrySet()) {
            if (MessageDigest.isEqual(given, each.getKey().getBytes(StandardCharsets.US_ASCII))) {
                found = Optional.of(each.getValue());
            }
        }
        return found.orElseThrow(() -> unknown("the token must be one of this server; it is not"));
    }

    private static ProblemException unknown(String detail) {
        return new ProblemException(Problem.of(401, "no token", detail));
    }
}
