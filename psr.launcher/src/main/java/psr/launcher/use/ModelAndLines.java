package psr.launcher.use;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import psr.api.data.Notation;
import psr.api.data.NumberedLines;
import psr.api.data.Unknown;
import psr.api.data.UnknownSymbolException;
import psr.api.model.Filter;
import psr.api.model.Model;
import psr.launcher.models.ModelFiles;
import psr.launcher.models.SavedModel;
import psr.launcher.shell.Arguments;

/**
 * What {@code predict} and {@code score} begin with: a model, and the lines it is applied to.
 *
 * @param model the model of the first word
 * @param notation how the model was taught to read
 * @param unknown what to do with symbols that it does not know
 * @param file the lines; null for standard input
 */
record ModelAndLines(Model model, Notation notation, Unknown unknown, Path file) {

    /** What the words of a notation begin with in the provenance of a model file. */
    private static final String PREFIX = "notation.";

    /** @throws IllegalArgumentException if something typed is wrong, or the first word is no model */
    static ModelAndLines of(String command, Arguments arguments, ModelFiles files) {
        Unknown unknown = unknown(arguments);
        Path file = file(command, arguments);
        SavedModel saved = UseCommands.load(files, arguments.words().get(0));
        return new ModelAndLines(saved.model(), notation(saved, arguments), unknown, file);
    }

    private static Unknown unknown(Arguments arguments) {
        String typed = arguments.text("unknown").orElse("error");
        return switch (typed) {
            case "error" -> Unknown.REFUSE;
            case "skip" -> Unknown.SKIP;
            case "any" -> Unknown.ANY;
            default -> throw new IllegalArgumentException("--unknown must be one of error, skip, any; found '" + typed + "'");
        };
    }

    private static Path file(String command, Arguments arguments) {
        List<String> words = arguments.words();
        if (words.isEmpty() || words.size() > 2) {
            throw new IllegalArgumentException(command + " needs a model file and at most one file of lines, for example: "
                    + command + " model.json new.txt; found " + (words.isEmpty() ? "nothing" : String.join(" ", words)));
        }
        return words.size() == 1 || words.get(1).equals("-") ? null : Path.of(words.get(1));
    }

    /** What a model file says about its notation. */
    static Map<String, String> provenance(Notation notation) {
        Map<String, String> words = new LinkedHashMap<>();
        notation.words().forEach((word, value) -> words.put(PREFIX + word, value));
        return words;
    }

    /** The notation that stands in a model file, with another separator if the user says so. */
    static Notation notation(SavedModel saved, Arguments arguments) {
        Map<String, String> words = new LinkedHashMap<>();
        saved.file().provenance().forEach((name, value) -> {
            if (name.startsWith(PREFIX)) {
                words.put(name.substring(PREFIX.length()), value);
            }
        });
        Notation notation = words.isEmpty() ? Notation.fitting(saved.model().alphabet()) : Notation.of(words);
        return arguments.text("separator").map(notation::withSeparator).orElse(notation);
    }

    /** Reads the lines to the end. */
    interface Work {
        void on(NumberedLines lines) throws IOException;
    }

    /** @throws IllegalArgumentException if the file that the user named cannot be read */
    void read(InputStream in, Work work) {
        try {
            if (file == null) {
                // Not closed: standard input is not ours.
                work.on(NumberedLines.of("standard input", in));
            } else {
                try (NumberedLines lines = NumberedLines.open(file)) {
                    work.on(lines);
                }
            }
        } catch (IOException e) {
            throw new IllegalArgumentException(e.getMessage(), e);
        }
    }

    /** The symbols of the present line; {@link Notation#ANYTHING} for an unknown one that is kept. */
    int[] symbols(String line, NumberedLines lines) throws IOException {
        try {
            return notation.read(line, model.alphabet(), unknown);
        } catch (UnknownSymbolException e) {
            throw lines.wrong("symbol '" + e.symbol() + "' is not in the alphabet of the model (" + model.alphabet()
                    + "); --unknown skip leaves it out, --unknown any takes it for anything");
        } catch (IllegalArgumentException e) {
            throw lines.wrong(e.getMessage());
        }
    }

    /** Lets a filter take in a symbol or {@link Notation#ANYTHING}. */
    static void update(Filter filter, int symbol, NumberedLines lines) throws IOException {
        if (symbol != Notation.ANYTHING) {
            filter.update(symbol);
        } else if (!filter.skip()) {
            throw lines.wrong("the model cannot go on without knowing a symbol (--unknown any): its kind has no way to"
                    + " skip one; --unknown skip leaves it out");
        }
    }
}
