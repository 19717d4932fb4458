package psr.launcher.experiments;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** The experiments that ship. */
final class Presets {

    /** Their names. */
    static final List<String> NAMES = List.of("ring", "text", "ring-cv", "text-cv");

    private Presets() {}

    /** The file of a preset. */
    static String text(String name) {
        try (InputStream in = Presets.class.getResourceAsStream(name + ".json")) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** What a preset is, in one line: the first sentence of its description. Needs no service. */
    static String summary(String name) {
        String description = LocatedJson.parse(text(name), name).fields("a preset").get("description").text("description");
        int end = description.indexOf(". ");
        return end < 0 ? description : description.substring(0, end);
    }
}
