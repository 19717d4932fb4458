package psr.api.lab;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * The name of a service and its settings, written {@code name:key=value,key=value}. A value that contains a comma, a plus, a
 * slash or a quote is put in quotes, {@code "…"} or {@code '…'}; this quote is doubled inside the value.
 *
 * <p>A stage that combines models also has the recipes of these models, {@link #parts}, written {@code mix/2sr+bptt/ngram}.
 * Immutable; equal if all parts are equal.
 */
public final class Stage {

    private final String name;
    private final Map<String, String> settings;
    private final List<Recipe> parts;

    private Stage(String name, Map<String, String> settings, List<Recipe> parts) {
        this.name = Objects.requireNonNull(name, "name");
        this.settings = Collections.unmodifiableMap(new LinkedHashMap<>(settings));
        this.parts = List.copyOf(parts);
    }

    /** A service with its defaults. */
    public static Stage of(String name) {
        return new Stage(name, Map.of(), List.of());
    }

    /**
     * A service with settings.
     *
     * @param settings text by name, in the order typed; copied
     */
    public static Stage of(String name, Map<String, String> settings) {
        return new Stage(name, settings, List.of());
    }

    /** The same stage with another value of a setting. */
    public Stage with(String setting, String value) {
        Map<String, String> changed = new LinkedHashMap<>(settings);
        changed.put(setting, value);
        return new Stage(name, changed, parts);
    }

    /** The same stage, combining the models of these recipes, whose labels become their texts. */
    public Stage combining(List<Recipe> recipes) {
        return new Stage(name, settings, recipes.stream().map(recipe -> recipe.labelled(recipe.text())).toList());
    }

    /** The name of the service. */
    public String name() {
        return name;
    }

    /** Text by name, in the order typed; not modifiable. */
    public Map<String, String> settings() {
        return settings;
    }

    /** The recipes of the models that it combines, in order; none for a learner, a refiner, a data set or a metric. */
    public List<Recipe> parts() {
        return parts;
    }

    /**
     * Reads one stage, without {@link #parts}.
     *
     * @throws IllegalArgumentException if it is not of the form {@code name:key=value,key=value}
     */
    public static Stage parse(String text) {
        int colon = text.indexOf(':');
        String name = colon < 0 ? text : text.substring(0, colon);
        if (!name.matches("[A-Za-z0-9][A-Za-z0-9_-]*")) {
            throw new IllegalArgumentException("a stage must be written name:key=value,key=value, the name in letters,"
                    + " digits and dashes; found '" + text + "'");
        }
        Map<String, String> settings = new LinkedHashMap<>();
        if (colon >= 0) {
            for (String pair : Quoting.split(text.substring(colon + 1), ',', text)) {
                int equals = pair.indexOf('=');
                if (equals < 1) {
                    throw new IllegalArgumentException(
                            "settings must be written key=value; found '" + pair + "' in '" + text + "'");
                }
                String key = pair.substring(0, equals);
                if (settings.put(key, Quoting.unquoted(pair.substring(equals + 1))) != null) {
                    throw new IllegalArgumentException(
                            "a setting must be given once; '" + key + "' is given twice in '" + text + "'");
                }
            }
        }
        return of(name, settings);
    }

    /**
     * Reads a list of stages separated by commas, as in {@code pnll,accuracy:ahead=3,ospa}: what looks like
     * {@code key=value} belongs to the stage before it.
     *
     * @throws IllegalArgumentException if a part is not a stage
     */
    public static List<Stage> parseList(String text) {
        List<String> stages = new ArrayList<>();
        for (String part : Quoting.split(text, ',', text)) {
            int equals = part.indexOf('=');
            int colon = part.indexOf(':');
            if (equals >= 0 && (colon < 0 || colon > equals) && !stages.isEmpty()) {
                stages.add(stages.remove(stages.size() - 1) + "," + part);
            } else {
                stages.add(part);
            }
        }
        return stages.stream().map(Stage::parse).toList();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Stage that && name.equals(that.name) && settings.equals(that.settings)
                && parts.equals(that.parts);
    }

    @Override
    public int hashCode() {
        return Objects.hash(name, settings, parts);
    }

    /** As a user would type it; {@link #parse}, or {@link Recipe#parse} where it has parts, reads it back. */
    @Override
    public String toString() {
        List<String> pairs = new ArrayList<>();
        settings.forEach((key, value) -> pairs.add(key + "=" + Quoting.quoted(value, ",+/")));
        StringBuilder text = new StringBuilder(pairs.isEmpty() ? name : name + ":" + String.join(",", pairs));
        parts.forEach(part -> text.append('/').append(part.nested() ? Quoting.inQuotes(part.text()) : part.text()));
        return text.toString();
    }
}
