package psr.shell.models;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import psr.api.data.Channels;
import psr.api.lab.LearnedModel;
import psr.api.lab.Stage;
import psr.math.csv.CsvRows;
import psr.math.csv.Heading;
import psr.math.text.NumberedLines;
import psr.shell.command.Arguments;
import psr.shell.command.Invocation;

/**
 * The format of a table for a model of vectors: that of its training table, unless options override it.
 *
 * @param separator between fields
 * @param header whether the first row has headings; without them, the columns are the channels, then the inputs
 * @param sequence the column of the sequence, if there is one
 * @param time the column of the time, if there is one
 * @param lag rows after which an input acts
 * @param chosenSequence whether an option named the column of the sequence; otherwise it need not exist
 * @param chosenTime whether an option named the column of the time
 */
record TableLayout(char separator, boolean header, Optional<String> sequence, Optional<String> time, int lag,
        boolean chosenSequence, boolean chosenTime) {

    private static final String NONE = "none";

    /** The layout for a command. */
    static TableLayout of(Arguments arguments, LearnedModel model) {
        Stage training = training(model);
        String separator = arguments.text("separator").orElse(training.settings().getOrDefault("separator", "comma"));
        Optional<String> header = given(arguments, "header").or(() -> Optional.ofNullable(training.settings().get("header")));
        if (header.isPresent() && !List.of("on", "off").contains(header.get())) {
            throw new IllegalArgumentException("--header must be on or off; found '" + header.get() + "'");
        }
        int lag = Integer.parseInt(training.settings().getOrDefault("input-lag", "1"));
        return new TableLayout(between(separator), !header.equals(Optional.of("off")), column(arguments, training, "sequence"),
                column(arguments, training, "time"),
                arguments.declares("input-lag") ? (int) arguments.whole("input-lag", lag, 0, 1000) : lag,
                arguments.has("sequence"), arguments.has("time"));
    }

    private static Optional<String> given(Arguments arguments, String option) {
        return arguments.has(option) ? arguments.text(option) : Optional.empty();
    }

    /** The data set that the model learned from, if it was a table; otherwise a table with all defaults. */
    private static Stage training(LearnedModel model) {
        try {
            Stage stage = Stage.parse(model.provenance().getOrDefault(LearnedModel.DATASET, "csv"));
            return stage.name().equals("csv") ? stage : Stage.of("csv");
        } catch (IllegalArgumentException e) {
            // The file of the model may have been written by another program.
            return Stage.of("csv");
        }
    }

    private static Optional<String> column(Arguments arguments, Stage training, String name) {
        return given(arguments, name).or(() -> Optional.ofNullable(training.settings().get(name)))
                .filter(column -> !column.equals(NONE));
    }

    private static char between(String separator) {
        return switch (separator) {
            case "comma" -> ',';
            case "semicolon" -> ';';
            case "tab" -> '\t';
            default -> {
                if (separator.length() != 1 || separator.isBlank() || separator.equals("\"")) {
                    throw new IllegalArgumentException(
                            "--separator must be comma, semicolon, tab or one character that is neither"
                                    + " blank nor a quote; found '" + separator + "'");
                }
                yield separator.charAt(0);
            }
        };
    }

    /** Opens a table: a file, or standard input for {@code -}. */
    CsvRows open(Invocation call, String file) throws IOException {
        try {
            Path path = call.path(file);
            return file.equals("-") ? CsvRows.of(NumberedLines.of("standard input", call.in()), separator, header)
                    : CsvRows.open(path, separator, header);
        } catch (IOException e) {
            throw new IllegalArgumentException(e.getMessage(), e);
        }
    }

    /** The column with a name that may be missing if no option named it; −1 if it is. */
    int optional(CsvRows rows, String option, Optional<String> named, boolean chosen) throws IOException {
        if (named.isEmpty()) {
            return -1;
        }
        try {
            return rows.column("--" + option, named.get());
        } catch (IllegalArgumentException e) {
            if (chosen) {
                throw e;
            }
            return -1;
        }
    }

    /**
     * The columns of some channels, by name.
     *
     * @param first the index of the first channel's column in a table without headings
     * @param what the channels are, for messages
     */
    int[] columns(CsvRows rows, Channels channels, int first, String what) throws IOException {
        int[] columns = new int[channels.size()];
        List<String> missing = new ArrayList<>();
        for (int c = 0; c < columns.length; c++) {
            String name = channels.names().get(c);
            try {
                columns[c] = rows.column("columns", header ? name : Integer.toString(first + c + 1));
            } catch (IllegalArgumentException e) {
                missing.add(name);
            }
        }
        if (!missing.isEmpty()) {
            List<String> headings = rows.headings().stream().map(Heading::toString).toList();
            throw new IllegalArgumentException(rows.name() + " must have the " + what + " of the model; it has no column "
                    + shown(missing) + "; its columns are " + shown(headings)
                    + (headings.size() == 1 ? "; is it the right separator?" : ""));
        }
        return columns;
    }

    private static String shown(List<String> names) {
        return names.size() <= 8 ? String.join(", ", names) : String.join(", ", names.subList(0, 8)) + ", …";
    }
}
