package psr.server.data;

import java.time.Instant;
import java.util.Optional;
import java.util.regex.Pattern;

import com.fasterxml.jackson.databind.node.ObjectNode;
import psr.server.http.Json;

/**
 * An uploaded file.
 *
 * @param id unique forever, unlike the name
 * @param sha256 of its bytes, in hexadecimal digits
 * @param by the name of the uploader's token
 * @param removed when it was moved to the trash
 */
public record UploadedFile(String id, String name, long bytes, String sha256, Instant uploaded, String by,
        Optional<Instant> removed) {

    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,99}");
    private static final int TAG_DIGITS = 24;

    /** The rule for names, as the end of a sentence. */
    static final String RULE = "must be 1 to 100 letters, digits, dots, dashes and underscores, and begin with a letter or digit";

    public static boolean isName(String name) {
        return NAME.matcher(name).matches();
    }

    /** The entity tag of its content. */
    String tag() {
        return "\"" + sha256.substring(0, TAG_DIGITS) + "\"";
    }

    ObjectNode json() {
        return Json.object().put("name", name).put("bytes", bytes).put("sha256", sha256).put("uploaded", uploaded.toString())
                .put("by", by).put("removed", removed.map(Instant::toString).orElse(null));
    }
}
