package psr.server.http;

import java.util.Optional;

/**
 * The {@code Idempotency-Key} of a request. A client repeats a request with the same key if it did not receive the response.
 *
 * @param by the name of the caller's token
 * @param key empty if the request has none
 * @param hash of the request's content
 */
public record RepeatKey(String by, Optional<String> key, String hash) {

    static final int LONGEST = 100;

    /**
     * The key of a request.
     *
     * @param content what is requested; a repeated key must come with the same content
     */
    public static RepeatKey of(Request request, String content) {
        Optional<String> key = request.header("Idempotency-Key");
        if (key.isPresent() && (key.get().isBlank() || key.get().length() > LONGEST)) {
            throw ProblemException
                    .malformed("an Idempotency-Key must have 1 to " + LONGEST + " characters; it has " + key.get().length());
        }
        return new RepeatKey(request.caller().name(), key, Access.hash(content));
    }

    /** Checks that an earlier request with this key had the same content. */
    public void checkSame(String hashBefore) {
        if (!hash.equals(hashBefore)) {
            throw ProblemException.of(422, "key used", "an Idempotency-Key must not be reused for another request; '"
                    + key.orElse("") + "' came with a different one");
        }
    }
}
