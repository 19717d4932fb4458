package psr.launcher.experiments;

import java.util.List;
import java.util.Map;
import java.util.Optional;

import psr.api.settings.Spelling;
import psr.launcher.spi.ExperimentLimits;

/** The fields of one JSON object, of which none may be unknown. */
final class JsonFields {

    private final LocatedJson object;
    private final String what;
    private final Map<String, LocatedJson> fields;

    /**
     * Checks the names of the fields.
     *
     * @param what what the object is, for messages, for example {@code a claim}
     * @throws IllegalArgumentException if it is no object or has an unknown field
     */
    JsonFields(LocatedJson object, String what, List<String> known) {
        this.object = object;
        this.what = what;
        this.fields = object.fields(what);
        for (String name : fields.keySet()) {
            if (!known.contains(name)) {
                throw object.name(name).wrong("no field named '" + name + "' in " + what + Spelling.hint(name, known)
                        + " fields: " + String.join(", ", known));
            }
        }
    }

    Optional<LocatedJson> optional(String name) {
        return Optional.ofNullable(fields.get(name));
    }

    LocatedJson required(String name) {
        return optional(name).orElseThrow(() -> object.wrong(what + " must have the field '" + name + "'; it has "
                + (fields.isEmpty() ? "none" : String.join(", ", fields.keySet()))));
    }

    /** Text that is not blank, at most as long as a name. */
    String text(String name) {
        return text(name, ExperimentLimits.NAME);
    }

    String text(String name, int longest) {
        String text = required(name).text(name, longest);
        if (text.isBlank()) {
            throw required(name).wrong(name + " must not be blank; found \"" + text + '"');
        }
        return text;
    }
}
