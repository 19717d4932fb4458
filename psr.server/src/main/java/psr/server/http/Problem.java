package psr.server.http;

import java.util.List;
import java.util.Objects;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import psr.api.settings.ValidationError;

/**
 * Why there is no answer, as data (RFC 9457).
 *
 * @param status of HTTP
 * @param title the same for every problem of this kind
 * @param detail what must hold, what was found, where to turn
 * @param refusals which settings of an experiment are wrong, and where; empty where it is something else
 * @param retryAfter seconds after which it is worth another try; 0 if that is not known
 */
public record Problem(int status, String title, String detail, List<ValidationError> refusals, int retryAfter) {

    /** How it is sent. */
    public static final String TYPE = "application/problem+json";

    /** Checks that everything is there. */
    public Problem {
        Objects.requireNonNull(title, "title");
        Objects.requireNonNull(detail, "detail");
        refusals = List.copyOf(refusals);
    }

    /** One without more. */
    public static Problem of(int status, String title, String detail) {
        return new Problem(status, title, detail, List.of(), 0);
    }

    /** What was refused. */
    public static Problem refused(List<ValidationError> refusals) {
        return new Problem(422, "refused", refusals.get(0).message(), refusals, 0);
    }

    /** As it is sent. */
    ObjectNode json() {
        ObjectNode json =
                Json.object().put("type", "about:blank").put("title", title).put("status", status).put("detail", detail);
        if (!refusals.isEmpty()) {
            json.set("refusals", json(refusals));
        }
        return json;
    }

    /** Refusals as they are sent, here and by a check. */
    public static ArrayNode json(List<ValidationError> refusals) {
        ArrayNode array = Json.array();
        for (ValidationError refusal : refusals) {
            array.addObject().put("message", refusal.message()).put("owner", refusal.owner()).put("setting", refusal.setting())
                    .put("rule", refusal.rule()).put("value", refusal.value()).put("place", refusal.place());
        }
        return array;
    }
}
