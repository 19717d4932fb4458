package psr.launcher.use;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

import psr.launcher.shell.Arguments;

/** Options of the commands that are more than text or a whole number. */
final class Choice {

    private Choice() {}

    /** One of the constants of an enum, typed in lower case. */
    static <E extends Enum<E>> E of(Arguments arguments, String option, E standard) {
        String text = arguments.text(option).orElse(word(standard));
        for (E constant : standard.getDeclaringClass().getEnumConstants()) {
            if (word(constant).equals(text)) {
                return constant;
            }
        }
        throw new IllegalArgumentException("--" + option + " must be one of "
                + Arrays.stream(standard.getDeclaringClass().getEnumConstants()).map(Choice::word)
                        .collect(Collectors.joining(", ")) + "; found '" + text + "'");
    }

    private static String word(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT);
    }
}
