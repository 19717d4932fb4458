package psr.api.settings;

import java.util.List;

/**
 * One setting as it is shown to a user.
 *
 * @param name what a user types, for example {@code guard-level}
 * @param type the kind of value in words: {@code whole number}, {@code number}, {@code on|off}, {@code pinv|ridge},
 *        {@code text} or {@code file}
 * @param standard the default, as a user would type it
 * @param range the allowed numbers in words, for example {@code at least 1}; empty if there is no limit
 * @param choices the allowed words; empty if any value of the type may be given
 * @param help what the setting does, in one line
 */
public record Setting(String name, String type, String standard, String range, List<String> choices, String help) {

    /** Copies the choices. */
    public Setting {
        choices = List.copyOf(choices);
    }
}
