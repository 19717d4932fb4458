package psr.shell.command;

import java.util.Locale;

import psr.api.lab.Stage;
import psr.launcher.spi.ExperimentLimits;

/** Parses a data set. */
public final class DatasetArgument {

    private DatasetArgument() {}

    /**
     * A data set with its settings.
     *
     * @throws IllegalArgumentException if it is not of the form {@code name:key=value,key=value}; for a file name the message
     *         suggests a data set that can read it
     */
    public static Stage parse(String typed) {
        boolean file = typed.indexOf('=') < 0 && (typed.indexOf('.') >= 0 || typed.indexOf('/') >= 0
                || typed.indexOf('\\') >= 0);
        if (!file) {
            return ExperimentLimits.dataset(typed);
        }
        throw new IllegalArgumentException("a file must be given as a setting of a data set: " + suggestion(typed)
                + "; found '" + typed + "'");
    }

    private static String suggestion(String typed) {
        int colon = typed.indexOf(':');
        String source = typed.substring(0, Math.max(0, colon));
        if (source.equals("lines") || source.equals("text")) {
            return Stage.of(source).with("file", typed.substring(colon + 1)).toString();
        }
        String file = source.equals("csv") || source.equals("sequences") ? typed.substring(colon + 1) : typed;
        String name = file.toLowerCase(Locale.ROOT);
        if (name.endsWith(".csv") || source.equals("csv") && !name.endsWith(".tsv")) {
            return Stage.of("csv").with("file", file) + ",sequence=COLUMN,symbol=COLUMN";
        }
        if (name.endsWith(".tsv")) {
            return Stage.of("csv").with("file", file) + ",separator=tab,sequence=COLUMN,symbol=COLUMN";
        }
        if (name.endsWith(".train") || name.endsWith(".pautomac") || source.equals("sequences")) {
            return Stage.of("sequences").with("train", file).toString();
        }
        return Stage.of("lines").with("file", file) + " (one sequence per line) or "
                + Stage.of("text").with("file", file) + " (one text)";
    }
}
