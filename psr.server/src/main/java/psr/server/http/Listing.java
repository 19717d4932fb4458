package psr.server.http;

import java.util.List;
import java.util.function.Function;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

/**
 * A page of a list.
 *
 * @param limit how many things, at most
 * @param after the cursor behind which it begins; empty for the beginning
 */
public record Listing(int limit, String after) {

    /** So many things on a page where nobody says how many. */
    public static final int STANDARD = 50;
    /** So many at most. */
    public static final int MOST = 1000;
    private static final int LONGEST_CURSOR = 100;

    /** The page that is asked for. */
    public static Listing of(Request request) {
        String after = request.query("after").orElse("");
        if (after.length() > LONGEST_CURSOR) {
            throw ProblemException
                    .malformed("after must be what 'next' of the page before says; it has " + after.length() + " characters");
        }
        return new Listing(request.query("limit", STANDARD, 1, MOST), after);
    }

    /** How many rows to read: one more than are shown says whether there is a next page. */
    public int rows() {
        return limit + 1;
    }

    /** The answer. */
    public <T> Answer answer(List<T> rows, Function<T, ? extends JsonNode> json, Function<T, String> cursor) {
        ObjectNode answer = Json.object();
        ArrayNode items = answer.putArray("items");
        List<T> shown = rows.subList(0, Math.min(limit, rows.size()));
        shown.forEach(row -> items.add(json.apply(row)));
        if (rows.size() > limit) {
            answer.put("next", cursor.apply(shown.get(limit - 1)));
        } else {
            answer.putNull("next");
        }
        return Answer.json(answer);
    }
}
