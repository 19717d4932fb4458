package psr.server.http;

import java.util.List;
import java.util.function.Function;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

/**
 * The requested page of a list.
 *
 * @param limit the maximum number of items
 * @param after the cursor after which it begins; empty for the first page
 */
public record Listing(int limit, String after) {

    /** The default number of items. */
    public static final int STANDARD = 50;
    /** The maximum number of items. */
    public static final int MOST = 1000;
    private static final int LONGEST_CURSOR = 100;

    /** The page that a request names. */
    public static Listing of(Request request) {
        String after = request.query("after").orElse("");
        if (after.length() > LONGEST_CURSOR) {
            throw ProblemException
                    .malformed(
                            "after must be the value of 'next' on the previous page; it has " + after.length() + " characters");
        }
        return new Listing(request.query("limit", STANDARD, 1, MOST), after);
    }

    /** How many rows to read: one more than are shown, to know whether there is a next page. */
    public int rows() {
        return limit + 1;
    }

    public <T> Answer answer(List<T> rows, Function<T, ? extends JsonNode> json, Function<T, String> cursor) {
        ObjectNode answer = Json.object();
        ArrayNode items = answer.putArray("items");
        List<T> shown = rows.subList(0, Math.min(limit, rows.size()));
        shown.forEach(row -> items.add(json.apply(row)));
        return Answer.json(answer.put("next", rows.size() > limit ? cursor.apply(shown.get(limit - 1)) : null));
    }
}
