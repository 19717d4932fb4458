package psr.server.http;

import java.util.Optional;

/**
 * By what a request is known that comes a second time because its sender did not hear the answer: its {@code Idempotency-Key}.
 *
 * @param by whose key it is
 * @param key empty where the sender gave none
 * @param hash of what is asked for
 */
public record RepeatKey(String by, Optional<String> key, String hash) {

    static final int LONGEST = 100;

    /**
     * The key of a request.
     *
     * @param content what is asked for; the same key must come with the same
     */
    public static RepeatKey of(Request request, String content) {
        Optional<String> key = request.header("Idempotency-Key");
        if (key.isPresent() && (key.get().isBlank() || key.get().length() > LONGEST)) {
            throw ProblemException
                    .malformed("an Idempotency-Key must have 1 to " + LONGEST + " characters; it has " + key.get().length());
        }
        return new RepeatKey(request.caller().name(), key, Access.hash(content));
    }

    /** Does nothing where the same was asked for under this key before. */
    public void checkSame(String hashBefore) {
        if (!hash.equals(hashBefore)) {
            throw new ProblemException(Problem.of(422, "key used", "the same Idempotency-Key must come with the same request; '"
                    + key.orElse("") + "' came with another before"));
        }
    }
}
