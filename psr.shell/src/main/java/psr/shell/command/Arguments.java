package psr.shell.command;

import java.math.BigInteger;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import psr.api.settings.Spelling;

/** The arguments of a command: words, and options {@code --name value} or {@code --name=value}. */
public final class Arguments {

    private final Usage usage;
    private final List<String> words = new ArrayList<>();
    private final Map<String, String> options = new LinkedHashMap<>();

    private Arguments(Usage usage) {
        this.usage = usage;
    }

    /**
     * Parses arguments.
     *
     * @param usage of the command
     * @param typed what follows the command's name
     * @throws IllegalArgumentException if an option is unknown, repeated, or has no value
     */
    public static Arguments parse(Usage usage, List<String> typed) {
        Arguments arguments = new Arguments(usage);
        List<String> known = usage.options().stream().map(Usage.Part::name).toList();
        String command = usage.command();
        for (int i = 0; i < typed.size(); i++) {
            String word = typed.get(i);
            if (!word.startsWith("--")) {
                arguments.words.add(word);
                continue;
            }
            int equals = word.indexOf('=');
            String name = equals < 0 ? word.substring(2) : word.substring(2, equals);
            if (!known.contains(name)) {
                throw new IllegalArgumentException(known.isEmpty() ? command + " has no options, but found --" + name
                        : "no option --" + name + " in " + command
                                + Spelling.nearest(name, known).map(near -> "; did you mean --" + near + "?")
                                        .orElse(";")
                                + " options: --" + String.join(", --", known));
            }
            String value;
            if (usage.option(name).orElseThrow().flag()) {
                if (equals >= 0) {
                    throw new IllegalArgumentException("--" + name + " takes no value; found " + word);
                }
                value = "on";
            } else if (equals >= 0) {
                value = word.substring(equals + 1);
            } else if (i + 1 < typed.size() && !typed.get(i + 1).startsWith("--")) {
                value = typed.get(++i);
            } else {
                value = "";
            }
            if (value.isEmpty()) {
                throw new IllegalArgumentException("--" + name + " needs a value");
            }
            if (arguments.options.put(name, value) != null) {
                throw new IllegalArgumentException("--" + name + " must be given only once");
            }
        }
        return arguments;
    }

    /** The words that are not options. */
    public List<String> words() {
        return List.copyOf(words);
    }

    /** Between {@code least} and {@code most} words; {@code what} says for the message what they should be. */
    public List<String> words(int least, int most, String what) {
        if (words.size() < least || words.size() > most) {
            throw new IllegalArgumentException(usage.command() + " needs " + what + "; found "
                    + (words.isEmpty() ? "nothing" : String.join(" ", words)));
        }
        return words();
    }

    /**
     * The only word.
     *
     * @param what what it should be, for the message
     */
    public String only(String what) {
        return words(1, 1, what).get(0);
    }

    public void none() {
        if (!words.isEmpty()) {
            throw new IllegalArgumentException(usage.command() + " takes no arguments; found " + String.join(" ", words));
        }
    }

    public boolean flag(String option) {
        return text(option).isPresent();
    }

    /** Whether the command has this option. */
    public boolean declares(String option) {
        return usage.option(option).isPresent();
    }

    /** Whether the command has this option, and it was given. */
    public boolean has(String option) {
        return declares(option) && flag(option);
    }

    /** The value of an option, {@code on} for a flag; empty if it was not given. */
    public Optional<String> text(String option) {
        if (usage.option(option).isEmpty()) {
            throw new IllegalStateException("usage.txt must declare the option --" + option + " of " + usage.command());
        }
        return Optional.ofNullable(options.get(option));
    }

    /** An integer option with limits. */
    public long whole(String option, long standard, long low, long high) {
        String text = text(option).orElse(null);
        if (text == null) {
            return standard;
        }
        BigInteger value;
        try {
            value = new BigInteger(text);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("--" + option + " must be a whole number; found '" + text + "'", e);
        }
        boolean small = value.compareTo(BigInteger.valueOf(low)) < 0;
        if (small || value.compareTo(BigInteger.valueOf(high)) > 0) {
            throw new IllegalArgumentException("--" + option + " must be " + (small ? "at least " + low : "at most " + high)
                    + "; found " + text);
        }
        return value.longValue();
    }

    /**
     * The parsed value of an option; empty if it was not given.
     *
     * @param reader throws if it rejects the text; the message then begins with the option
     */
    public <T> Optional<T> read(String option, Function<String, T> reader) {
        return text(option).map(text -> {
            try {
                return reader.apply(text);
            } catch (IllegalArgumentException e) {
                throw new IllegalArgumentException("--" + option + " " + text + ": " + e.getMessage(), e);
            }
        });
    }

    /** A constant of an enum, typed in lower case, among those that the usage lists. */
    public <E extends Enum<E>> E choice(String option, E standard) {
        String typed = text(option).orElse(word(standard));
        List<String> offered = usage.option(option).orElseThrow().choices();
        for (E constant : standard.getDeclaringClass().getEnumConstants()) {
            if (word(constant).equals(typed) && offered.contains(typed)) {
                return constant;
            }
        }
        throw new IllegalArgumentException("--" + option + " must be one of " + String.join(", ", offered) + "; found '"
                + typed + "'");
    }

    /** The format that one of the flags {@code --json}, {@code --csv} and {@code --latex} chooses; the standard by default. */
    public Format format(Format standard) {
        List<Format> chosen = Stream.of(Format.values()).filter(format -> has(word(format))).toList();
        if (chosen.size() > 1) {
            throw new IllegalArgumentException("one of --json, --csv and --latex can be given; found " + chosen.stream()
                    .map(format -> "--" + word(format)).collect(Collectors.joining(" ")));
        }
        return chosen.isEmpty() ? standard : chosen.get(0);
    }

    private static String word(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT);
    }

    /** The option {@code --threads}; all processors by default. */
    public int threads() {
        return (int) whole("threads", Runtime.getRuntime().availableProcessors(), 1, 1024);
    }

    /** The option {@code --seed}; 1 by default. */
    public long seed() {
        return whole("seed", 1, Long.MIN_VALUE, Long.MAX_VALUE);
    }

    /** The option {@code --limit}: the time limit of a stage in seconds; empty by default. */
    public Optional<Duration> limit() {
        return text("limit").map(text -> {
            double seconds;
            try {
                seconds = Double.parseDouble(text);
            } catch (NumberFormatException e) {
                throw new IllegalArgumentException("--limit must be a number of seconds; found '" + text + "'", e);
            }
            if (!(seconds >= 0.001 && seconds <= 1e9)) {
                throw new IllegalArgumentException("--limit must be 0.001 to 1e9 seconds; found " + text);
            }
            return Duration.ofNanos((long) (seconds * 1e9));
        });
    }
}
