package psr.api.settings;

import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;

/** A setting as shown to users, in a table or a form. Immutable; created by {@link Schema}. */
public final class Setting {

    /** The kind of value of a setting. */
    public enum Kind {
        /** A number without a fraction. */
        WHOLE_NUMBER,
        /** A number without a fraction, or an upper limit: {@code 20}, {@code at-most-20}. */
        SIZE,
        /** A number. */
        NUMBER,
        /** {@code on} or {@code off}. */
        SWITCH,
        /** One of a few words. */
        CHOICE,
        /** Any text. */
        TEXT,
        /** The name of a file. */
        FILE
    }

    private final String name;
    private final Kind kind;
    private final Option option;
    private final boolean optional;
    private final List<String> choices;

    Setting(String name, Kind kind, Option option, boolean optional, List<String> choices) {
        this.name = Objects.requireNonNull(name, "name");
        this.kind = Objects.requireNonNull(kind, "kind");
        this.option = Objects.requireNonNull(option, "option");
        this.optional = optional;
        this.choices = List.copyOf(choices);
    }

    /** The name that users type, for example {@code guard-level}. */
    public String name() {
        return name;
    }

    /** The kind of its value. */
    public Kind kind() {
        return kind;
    }

    /** Whether a value is required; then there is no default. */
    public boolean required() {
        return option.required();
    }

    /** The default, as a user would type it; empty if a value is required. */
    public String defaultValue() {
        return required() ? "" : option.value();
    }

    /** The word for no value, for example {@code auto}, if the setting is optional. */
    public Optional<String> absent() {
        return optional ? Optional.of(option.absent()) : Optional.empty();
    }

    /** Whether it names data to test on ({@link Option#testData}). */
    public boolean isTestData() {
        return option.testData();
    }

    /** Whether a text that a user typed is a value, and not the word that stands for none. */
    public boolean isGiven(String typed) {
        return typed != null && !absent().equals(Optional.of(typed));
    }

    /** The smallest number allowed, where there is one. */
    public OptionalDouble minimum() {
        return option.min() == Double.NEGATIVE_INFINITY ? OptionalDouble.empty() : OptionalDouble.of(option.min());
    }

    /** The largest number allowed, if there is one. */
    public OptionalDouble maximum() {
        return option.max() == Double.POSITIVE_INFINITY ? OptionalDouble.empty() : OptionalDouble.of(option.max());
    }

    /** The allowed words of a {@link Kind#CHOICE} or a {@link Kind#SWITCH}; otherwise none. */
    public List<String> choices() {
        return choices;
    }

    /** What the setting does, in one line. */
    public String help() {
        return option.help();
    }

    /** The kind of value, for users: {@code whole number}, {@code pinv|ridge}, {@code number|auto}. */
    public String kindInWords() {
        String words = switch (kind) {
            case WHOLE_NUMBER -> "whole number";
            case SIZE -> "whole number|" + Size.AT_MOST + "N";
            case NUMBER -> "number";
            case SWITCH, CHOICE -> String.join("|", choices);
            case TEXT -> "text";
            case FILE -> "file";
        };
        return optional && !required() ? words + "|" + option.absent() : words;
    }

    /** The valid values, as part of a sentence: {@code a whole number, at-most-N or auto}. */
    String valueInWords() {
        String words = "a " + kindInWords();
        int last = words.lastIndexOf('|');
        return last < 0 ? words : words.substring(0, last).replace("|", ", ") + " or " + words.substring(last + 1);
    }

    /** The allowed numbers, for users, for example {@code at least 1}; empty if there is no limit. */
    public String rangeInWords() {
        boolean low = minimum().isPresent();
        boolean high = maximum().isPresent();
        if (low && high) {
            return "from " + number(option.min()) + " to " + number(option.max());
        }
        if (low) {
            return "at least " + number(option.min());
        }
        return high ? "at most " + number(option.max()) : "";
    }

    private String number(double value) {
        return kind == Kind.WHOLE_NUMBER || kind == Kind.SIZE || value == Math.rint(value) && Math.abs(value) < 1e9
                ? Long.toString((long) value) : Double.toString(value);
    }

    @Override
    public String toString() {
        return name + " (" + kindInWords() + ")";
    }
}
