package psr.shell.command;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * The usage of a command: its arguments and options, declared once, in {@code usage.txt}, for help, checks and completion.
 * Does not change once it is read.
 *
 * @param topic its topic in the command list; null for a part of several commands
 * @param summary what it does, in one line, for the command list
 * @param synopsis the first lines of the help; empty if they list arguments and options
 * @param description the description, in lines; empty if it is the summary
 * @param lines the arguments and options, and headings between them
 */
public record Usage(Topic topic, String command, String summary, List<String> synopsis, List<String> description,
        List<HelpLine> lines) {

    /** The topics of the command list, in this order. */
    public enum Topic {
        EXPERIMENTS("Experiments"), MODELS("Models"), PARTS("Learners, data sets, metrics and plugins"),
        SERVER("Server and other machines"), SHELL("The shell");

        private final String heading;

        Topic(String heading) {
            this.heading = heading;
        }

        public String heading() {
            return heading;
        }
    }

    /** The kind of an argument or of an option's value, for completion. */
    public enum Kind {
        TEXT, FLAG, FILE, FOLDER, DATASET, RECIPE, METRICS,
        /** A data set, a preset or an experiment file. */
        EXPERIMENT,
        /** The name of any service. */
        SERVICE,
        /** The name of a command. */
        COMMAND, FILE_OR_DATASET, MODEL_OR_DATASET
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

        /** Reads the cells of a declaration. */
        private static Part of(String typed, String declared) {
            boolean required = declared.endsWith("!");
            Kind kind = Kind.valueOf(declared.replace("!", "").replace('-', '_').toUpperCase(Locale.ROOT));
            if (typed.startsWith("--")) {
                String[] words = typed.substring(2).split(" ", 2);
                return new Part(words[0], words.length > 1 ? words[1] : "", kind, true, required);
            }
            boolean optional = typed.startsWith("[");
            return new Part(optional ? typed.substring(1, typed.length() - 1) : typed, "", kind, false, !optional);
        }

        /** Whether it is an option without a value. */
        public boolean flag() {
            return kind == Kind.FLAG;
        }

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

    /** An argument, an option, or, without a part, a heading. */
    record HelpLine(Part part, String text) {}

    private static final Map<String, Usage> DECLARED = read(resource());

    /** The usage of a command that {@code usage.txt} declares. */
    public static Usage of(String command) {
        return find(command)
                .orElseThrow(() -> new IllegalArgumentException("usage.txt must declare the command " + command));
    }

    /** The usage of a command; empty if {@code usage.txt} does not declare it. */
    public static Optional<Usage> find(String command) {
        return Optional.ofNullable(DECLARED.get(command)).filter(usage -> usage.topic != null);
    }

    /** The usages of all commands, by name. */
    public static List<Usage> all() {
        return DECLARED.values().stream().filter(usage -> usage.topic != null).sorted(Comparator.comparing(Usage::command))
                .toList();
    }

    private static String resource() {
        try (InputStream in = Usage.class.getResourceAsStream("usage.txt")) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Reads declarations, whose form {@code usage.txt} explains; the result is by command. */
    static Map<String, Usage> read(String declarations) {
        Map<String, Usage> read = new HashMap<>();
        Usage usage = null;
        for (String line : declarations.lines().filter(each -> !each.isBlank() && !each.startsWith("#")).toList()) {
            if (line.startsWith("[")) {
                String[] words = line.substring(1, line.indexOf(']')).split(" ", 2);
                usage = new Usage(words.length > 1 ? Topic.valueOf(words[1]) : null, words[0],
                        line.substring(line.indexOf(']') + 1).strip(), new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
                read.put(usage.command, usage);
            } else if (line.startsWith("  @")) {
                usage.lines.addAll(read.get(line.substring(3)).lines);
            } else {
                usage.add(line);
            }
        }
        return read;
    }

    private void add(String line) {
        if (line.startsWith("> ")) {
            synopsis.add(line.substring(2));
        } else if (line.startsWith(": ")) {
            lines.add(new HelpLine(null, line.substring(2)));
        } else if (line.startsWith("      ")) {
            HelpLine begun = lines.remove(lines.size() - 1);
            lines.add(new HelpLine(begun.part, begun.text + "\n" + line.strip()));
        } else if (line.startsWith("  ")) {
            String[] cells = line.strip().split(" {2,}", 3);
            lines.add(new HelpLine(Part.of(cells[0], cells[1]), cells.length > 2 ? cells[2] : ""));
        } else {
            description.add(line);
        }
    }

    public List<Part> arguments() {
        return parts(false);
    }

    public List<Part> options() {
        return parts(true);
    }

    private List<Part> parts(boolean options) {
        return lines.stream().map(HelpLine::part).filter(part -> part != null && part.option() == options).toList();
    }

    public Optional<Part> option(String name) {
        return options().stream().filter(part -> part.name().equals(name)).findFirst();
    }

    /** The help text, in lines. */
    public List<String> help() {
        List<String> help = new ArrayList<>(synopsis.isEmpty() ? firstLines() : synopsis);
        help.add("");
        help.addAll(description.isEmpty() ? List.of(summary) : description);
        int width = lines.stream().filter(line -> line.part != null && !line.text.isEmpty())
                .mapToInt(line -> typed(line.part).length()).max().orElse(0);
        boolean begun = false;
        boolean heading = false;
        for (HelpLine line : lines) {
            if (line.text.isEmpty()) {
                continue;
            }
            if (!begun || line.part == null && !heading) {
                help.add("");
                begun = true;
            }
            heading = line.part == null;
            if (heading) {
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
        for (HelpLine each : lines) {
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
