package psr.datasets;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;

import org.osgi.service.component.annotations.Component;

import psr.api.data.DataKind;
import psr.api.data.Space;
import psr.api.learn.Run;
import psr.api.settings.Option;
import psr.api.settings.PsrService;
import psr.api.source.Dataset;
import psr.api.source.DatasetSource;

/**
 * Sequences in a table: one row per observation, with a column for the sequence that the row belongs to and a column for the
 * symbol, or columns with numbers. CSV as in RFC 4180, in UTF-8: a quoted field may contain separators, line ends and doubled
 * quotes.
 *
 * <p>Rows with the same entry in the sequence column are one sequence, in the order of the file or of the time column; they need
 * not be adjacent. Symbols: the alphabet is that of {@code file}, before it is split, in order of decreasing frequency; {@code
 * min-count} is as in {@link Lines}. Numbers: see {@link CsvVectors}.
 */
@Component
@PsrService(name = "csv", summary = "a table with a column for the symbol or columns with numbers, and one for the sequence",
        observations = {Space.Kind.SYMBOLS, Space.Kind.VECTORS}, inputs = Space.Kind.VECTORS)
public final class CsvFile implements DatasetSource<CsvFile.Settings> {

    /** How a sequence is treated where the time column shows that rows are missing. */
    public enum Gaps {
        /** The sequence is divided. */
        SPLIT,
        /** Rows of missing values are inserted. */
        FILL,
        /** The sequence is unchanged. */
        IGNORE
    }

    public record Settings(
            @Option(required = true, help = "file to learn from") Path file,
            @Option(value = "none", help = "column that identifies the sequence of a row, by its heading or its"
                    + " number from 1; none makes all rows one sequence", absent = "none") Optional<String> sequence,
            @Option(value = "none", help = "column with the symbol, by its heading or its number from 1",
                    absent = "none") Optional<String> symbol,
            @Option(value = "none", help = "columns with numbers, by heading, number or range of numbers, with colons between"
                    + " them; all takes the columns without another use", absent = "none") Optional<String> values,
            @Option(value = "none", help = "columns with the inputs of the process, as for values",
                    absent = "none") Optional<String> inputs,
            @Option(value = "1",
                    help = "rows after which an input acts: 1 if it is known only after the row's values, 0 if before",
                    min = 0, max = 1000) int inputLag,
            @Option(value = "none", help = "column with the time, a number or a date as in ISO 8601, by which rows are sorted",
                    absent = "none") Optional<String> time,
            @Option(value = "split", help = "a step of more than 1.5 times the median one in time splits the sequence, is filled"
                    + " with missing rows, or is ignored") Gaps gaps,
            @Option(value = "none", help = "number of symbols for the numbers of the symbol column, equally frequent ranges",
                    absent = "none", min = 2, max = 10_000) OptionalInt bins,
            @Option(value = "none", help = "file to test on, with the same columns; none splits the sequences of the"
                    + " other by the seed, and a single one in time", absent = "none", testData = true) Optional<Path> test,
            @Option(value = "0.5", help = "fraction for training if there is no test file", min = 0, max = 1) double share,
            @Option(value = "comma",
                    help = "separator of fields: comma, semicolon, tab or one character") String separator,
            @Option(value = "on", help = "whether the first row contains headings") boolean header,
            @Option(value = "auto", help = End.HELP) End end,
            @Option(value = "1", help = "words that occur less often are merged into <unk>", min = 1) int minCount) {

        public Settings {
            if (!List.of("comma", "semicolon", "tab").contains(separator) && (separator.length() != 1
                    || separator.equals("\"") || separator.isBlank() && !separator.equals("\t"))) {
                throw new IllegalArgumentException("separator must be comma, semicolon, tab or one character that is"
                        + " neither blank nor a quote; separator=" + separator);
            }
            if (symbol.isPresent() == values.isPresent()) {
                throw new IllegalArgumentException("csv needs either symbol=COLUMN for a word per row or values=COLUMN:COLUMN"
                        + " for numbers; " + (symbol.isPresent() ? "both were given" : "none was given"));
            }
            if (symbol.isPresent()) {
                only("values", "inputs", inputs.isPresent());
                only("values", "time", time.isPresent());
                only("values", "input-lag", inputLag != 1);
            } else {
                only("symbol", "bins", bins.isPresent());
                only("symbol", "end", end != End.AUTO);
                only("symbol", "min-count", minCount != 1);
            }
            if (inputLag != 1 && inputs.isEmpty()) {
                throw new IllegalArgumentException("input-lag needs inputs=COLUMN; input-lag=" + inputLag);
            }
            if (gaps != Gaps.SPLIT && time.isEmpty()) {
                throw new IllegalArgumentException("gaps needs time=COLUMN; gaps=" + gaps.name().toLowerCase(Locale.ROOT));
            }
        }

        private static void only(String with, String setting, boolean given) {
            if (given) {
                throw new IllegalArgumentException(setting + " is for " + with + "=, which was not given");
            }
        }

        char between() {
            return switch (separator) {
                case "comma" -> ',';
                case "semicolon" -> ';';
                case "tab" -> '\t';
                default -> separator.charAt(0);
            };
        }
    }

    @Override
    public DataKind kind(Settings settings) {
        DataKind observed = DataKind.of(settings.values.isPresent() ? Space.Kind.VECTORS : Space.Kind.SYMBOLS);
        return settings.inputs.isPresent() ? observed.withInputs(Space.Kind.VECTORS) : observed;
    }

    @Override
    public Dataset load(Settings settings, Run run) throws IOException {
        return settings.values.isPresent() ? new CsvVectors(settings, run).load() : CsvSymbols.load(settings, run);
    }
}
