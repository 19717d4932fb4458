package psr.server.http;

import java.util.List;
import java.util.Objects;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import psr.api.settings.ValidationError;

/**
 * An error response as data (RFC 9457).
 *
 * @param status the HTTP status
 * @param title the same for every problem of this kind
 * @param detail what must hold, what was found, what to do
 * @param refusals the validation errors of an experiment; empty for other problems
 * @param retryAfter seconds after which a retry makes sense; 0 if unknown
 */
public record Problem(int status, String title, String detail, List<ValidationError> refusals, int retryAfter) {

    public static final String TYPE = "application/problem+json";
    /** The beginning of the URI that identifies a kind of problem; the title follows, with dashes. */
    private static final String KIND = "urn:psr:problem:";

    public Problem {
        Objects.requireNonNull(title, "title");
        Objects.requireNonNull(detail, "detail");
        refusals = List.copyOf(refusals);
    }

    /** A problem without validation errors. */
    public static Problem of(int status, String title, String detail) {
        return new Problem(status, title, detail, List.of(), 0);
    }

    /** A problem with validation errors. */
    public static Problem refused(List<ValidationError> refusals) {
        return new Problem(422, "refused", refusals.get(0).message(), refusals, 0);
    }

    ObjectNode json() {
        ObjectNode json = Json.object().put("type", KIND + title.replace(' ', '-')).put("title", title).put("status", status)
                .put("detail", detail);
        if (!refusals.isEmpty()) {
            json.set("refusals", json(refusals));
        }
        return json;
    }

    /** Validation errors as JSON, for problems and for checks. */
    public static ArrayNode json(List<ValidationError> refusals) {
        ArrayNode array = Json.array();
        for (ValidationError refusal : refusals) {
            array.addObject().put("message", refusal.message()).put("owner", refusal.owner()).put("setting", refusal.setting())
                    .put("rule", refusal.rule()).put("value", refusal.value()).put("place", refusal.place());
        }
        return array;
    }
}
