package psr.api.settings;

import java.util.List;
import java.util.Objects;

/**
 * An error in user input, as data: a terminal prints {@link #message}, a form shows it at the field it belongs to.
 * Immutable.
 */
public final class ValidationError {

    /**
     * Something that is needed and is not there; empty text where a field is not known.
     *
     * @param kind {@code learner}, {@code data set} and so on for a service, {@code bundle} for a bundle without one
     * @param name of the service; of the bundle if it is one
     * @param version of the bundle that is needed
     * @param bundle the symbolic name of the bundle that provides it
     * @param sha256 the exact content of that bundle
     */
    public record Missing(String kind, String name, String version, String bundle, String sha256) {

        /** The kind of a bundle. */
        public static final String BUNDLE = "bundle";
    }

    private final String message;
    private final String owner;
    private final String setting;
    private final String rule;
    private final String value;
    private final String place;
    private final List<Missing> missing;

    private ValidationError(String message, String owner, String setting, String rule, String value, String place,
            List<Missing> missing) {
        this.message = Objects.requireNonNull(message, "message");
        this.owner = Objects.requireNonNull(owner, "owner");
        this.setting = Objects.requireNonNull(setting, "setting");
        this.rule = Objects.requireNonNull(rule, "rule");
        this.value = Objects.requireNonNull(value, "value");
        this.place = Objects.requireNonNull(place, "place");
        this.missing = List.copyOf(missing);
    }

    /** An error that does not belong to one setting. */
    public static ValidationError of(String message) {
        return new ValidationError(message, "", "", "", "", "", List.of());
    }

    /**
     * An error in the value of a setting; the message contains all four arguments.
     *
     * @param owner the service of the setting, for example {@code 2sr}
     * @param setting its name
     * @param rule what must hold, as text after the name: {@code must be at least 1}
     * @param value what was found
     */
    public static ValidationError of(String owner, String setting, String rule, String value) {
        return new ValidationError(setting + " " + rule + "; " + setting + "=" + value + " (" + owner + ")", owner, setting, rule,
                value, "", List.of());
    }

    /** The same error with another message. */
    public ValidationError saying(String other) {
        return new ValidationError(other, owner, setting, rule, value, place, missing);
    }

    /**
     * The same error at a place in a document.
     *
     * @param where a JSON pointer (RFC 6901) into an experiment, for example {@code /recipes/1}
     */
    public ValidationError at(String where) {
        return new ValidationError(message, owner, setting, rule, value, where, missing);
    }

    /** The same, because these are not there. */
    public ValidationError missing(List<Missing> lacking) {
        return new ValidationError(message, owner, setting, rule, value, place, lacking);
    }

    /** What must hold, what was found, and what to do, in one line. */
    public String message() {
        return message;
    }

    /** The service of the setting; empty if the error does not belong to one. */
    public String owner() {
        return owner;
    }

    /** The setting; empty if the error does not belong to one. */
    public String setting() {
        return setting;
    }

    /** The rule for the setting; empty if the error does not belong to one. */
    public String rule() {
        return rule;
    }

    /** The value found; empty if the error does not belong to a setting. */
    public String value() {
        return value;
    }

    /** The place in the experiment, as a JSON pointer (RFC 6901); empty if unknown. */
    public String place() {
        return place;
    }

    /** What is needed and is not there, for code that waits for it; not modifiable, empty if that is not the reason. */
    public List<Missing> missing() {
        return missing;
    }

    @Override
    public String toString() {
        return place.isEmpty() ? message : place + ": " + message;
    }
}
