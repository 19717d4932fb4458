package psr.shell.command;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * The usage of a command: its arguments and options, declared once for help, checks and completion. Immutable after
 * construction.
 */
public final class Usage {

    /** The topics of the command list, in this order. */
    public enum Topic {
        /** Comparing methods on data. */
        EXPERIMENTS("Experiments"),
        /** Learning a model and using it. */
        MODELS("Models"),
        /** Learners, refiners, data sets, metrics, and how to add to them. */
        PARTS("Learners, data sets, metrics and plugins"),
        /** The server and the cluster. */
        SERVER("Server and other machines"),
        /** The shell itself. */
        SHELL("The shell");

        private final String heading;

        Topic(String heading) {
            this.heading = heading;
        }

        /** The heading. */
        public String heading() {
            return heading;
        }
    }

    /** The kind of an argument or of an option's value, for completion. */
    public enum Kind {
        /** Any text or number. */
        TEXT,
        /** A data set with settings. */
        DATASET,
        /** A learner and refiners with settings. */
        RECIPE,
        /** Metrics with settings. */
        METRICS,
        /** A data set, a preset or an experiment file. */
        EXPERIMENT,
        /** The name of any service. */
        SERVICE,
        /** The name of a command. */
        COMMAND,
        /** A file. */
        FILE,
        /** A file or a data set. */
        FILE_OR_DATASET,
        /** A model file or a data set. */
        MODEL_OR_DATASET,
        /** A folder. */
        FOLDER
    }

    /**
     * An argument or an option.
     *
     * @param name without dashes
     * @param value how the help writes the value of an option; empty for a flag and for an argument
     * @param kind what the value is
     * @param option whether it is an option, typed with two dashes
     * @param required whether it is mandatory
     */
    public record Part(String name, String value, Kind kind, boolean option, boolean required) {

        /** Whether it is an option without a value. */
        public boolean flag() {
            return option && value.isEmpty();
        }

        /** Whether it may be repeated. */
        public boolean repeated() {
            return name.endsWith("…");
        }

        /** The allowed values; empty if any value is. */
        public List<String> choices() {
            return value.contains("|") ? List.of(value.split("\\|")) : List.of();
        }
    }

    /** Maximum length of a line. */
    private static final int WIDTH = 120;

    private record Line(Part part, String text) {}

    private final Topic topic;
    private final String command;
    private final String summary;
    private final List<String> synopsis = new ArrayList<>();
    private final List<String> words = new ArrayList<>();
    private final List<Line> lines = new ArrayList<>();

    private Usage(Topic topic, String command, String summary) {
        this.topic = Objects.requireNonNull(topic, "topic");
        this.command = Objects.requireNonNull(command, "command");
        this.summary = Objects.requireNonNull(summary, "summary");
    }

    /**
     * Creates the usage of a command.
     *
     * @param topic its topic in the command list
     * @param summary what it does, in one line, for the command list
     */
    public static Usage of(Topic topic, String command, String summary) {
        return new Usage(topic, command, summary);
    }

    /** Replaces the first line of the help by these lines. */
    public Usage synopsis(String... text) {
        synopsis.addAll(List.of(text));
        return this;
    }

    /** The description, in lines. */
    public Usage says(String... text) {
        words.addAll(List.of(text));
        return this;
    }

    /**
     * Adds an argument.
     *
     * @param name in capital letters; a name that ends with … may be repeated, one in brackets is optional
     * @param text its help, with line breaks; may be empty
     */
    public Usage takes(String name, Kind kind, String text) {
        boolean optional = name.startsWith("[");
        return add(new Part(optional ? name.substring(1, name.length() - 1) : name, "", kind, false, !optional), text);
    }

    /** Adds an option with a value, written for example {@code N} or {@code a|b}. */
    public Usage option(String name, String value, Kind kind, String text) {
        return add(new Part(name, value, kind, true, false), text);
    }

    /** Adds a mandatory option with a value. */
    public Usage required(String name, String value, Kind kind, String text) {
        return add(new Part(name, value, kind, true, true), text);
    }

    /** Adds an option without a value. */
    public Usage flag(String name, String text) {
        return add(new Part(name, "", Kind.TEXT, true, false), text);
    }

    /** Adds a heading before the options that follow. */
    public Usage heading(String text) {
        lines.add(new Line(null, text));
        return this;
    }

    private Usage add(Part part, String text) {
        lines.add(new Line(part, text));
        return this;
    }

    /** Its topic in the command list. */
    public Topic topic() {
        return topic;
    }

    /** The name of the command. */
    public String command() {
        return command;
    }

    /** What it does, in one line. */
    public String summary() {
        return summary;
    }

    /** The arguments, in order. */
    public List<Part> arguments() {
        return parts(false);
    }

    /** The options, in order. */
    public List<Part> options() {
        return parts(true);
    }

    private List<Part> parts(boolean options) {
        return lines.stream().map(Line::part).filter(part -> part != null && part.option() == options).toList();
    }

    /** The option of a name. */
    public Optional<Part> option(String name) {
        return options().stream().filter(part -> part.name().equals(name)).findFirst();
    }

    /** The help text, in lines. */
    public List<String> help() {
        List<String> help = new ArrayList<>(synopsis.isEmpty() ? firstLines() : synopsis);
        help.add("");
        help.addAll(words.isEmpty() ? List.of(summary) : words);
        int width = lines.stream().filter(line -> line.part != null && !line.text.isEmpty())
                .mapToInt(line -> typed(line.part).length()).max().orElse(0);
        boolean begun = false;
        for (Line line : lines) {
            if (line.text.isEmpty()) {
                continue;
            }
            if (!begun || line.part == null) {
                help.add("");
                begun = true;
            }
            if (line.part == null) {
                help.add(line.text);
                continue;
            }
            String name = typed(line.part);
            for (String each : line.text.split("\n")) {
                help.add("  " + name + " ".repeat(width - name.length()) + "  " + each);
                name = "";
            }
        }
        return help;
    }

    /** How the help writes it, with a placeholder for its value. */
    private static String typed(Part part) {
        return (part.option() ? "--" : "") + part.name() + (part.value().isEmpty() ? "" : " " + part.value());
    }

    /** The synopsis, in lines that fit a terminal. */
    private List<String> firstLines() {
        List<String> all = new ArrayList<>();
        StringBuilder line = new StringBuilder(command);
        for (Line each : lines) {
            if (each.part == null) {
                continue;
            }
            String text = typed(each.part);
            String word = each.part.required() ? text : "[" + text + "]";
            if (line.length() + word.length() >= WIDTH) {
                all.add(line.toString());
                line = new StringBuilder(" ".repeat(command.length()));
            }
            line.append(' ').append(word);
        }
        all.add(line.toString());
        return all;
    }
}
