package psr.datasets;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import org.osgi.service.component.annotations.Component;

import psr.api.learn.Run;
import psr.api.settings.Option;
import psr.api.settings.PsrService;
import psr.api.source.Dataset;
import psr.api.source.DatasetSource;

/**
 * Sequences of words in a table: one row per symbol, with a column for the sequence that the row belongs to and a column
 * for the symbol. CSV as in RFC 4180, in UTF-8: a quoted field may contain separators, line ends and doubled quotes.
 *
 * <p>Rows with the same entry in the sequence column are one sequence, in the order of the file; they need not be
 * adjacent. Symbols are in the order of their first rows. The alphabet is that of {@code file}, before it is split, in
 * order of decreasing frequency; {@code min-count} is as in {@link Lines}.
 */
@Component
@PsrService(name = "csv", summary = "a table with a column for the sequence and one for the symbol")
public final class CsvFile implements DatasetSource<CsvFile.Settings> {

    public record Settings(
            @Option(required = true, help = "file to learn from") Path file,
            @Option(value = "none", help = "column that identifies the sequence of a row, by its heading or its"
                    + " number from 1; none makes all rows one sequence", absent = "none") Optional<String> sequence,
            @Option(required = true, help = "column with the symbol, by its heading or its number from 1") String symbol,
            @Option(value = "none", help = "file to test on, with the same columns; none splits the sequences of the"
                    + " other by the seed", absent = "none", testData = true) Optional<Path> test,
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
    public Dataset load(Settings settings, Run run) throws IOException {
        Path file = settings.file;
        if (settings.sequence.isEmpty() && settings.test.isEmpty() && settings.end == End.ON) {
            throw new IllegalArgumentException("one sequence is cut in two, so it cannot stop by itself: with"
                    + " sequence=none give a test file or end=off; end=on (csv)");
        }
        Words first = read(file, settings, settings.test.isEmpty(), run);
        Optional<Words> second = settings.test.isPresent() ? Optional.of(read(settings.test.get(), settings, false,
                run)) : Optional.empty();
        String origin = file + ", column " + settings.symbol
                + settings.sequence.map(column -> " by " + column)
                        .orElse(", all rows one sequence (sequence=COLUMN divides them)")
                + settings.test.map(test -> ", tested on " + test).orElse("");
        return Words.dataset(first, second, new Words.Rules(settings.share, settings.end, settings.minCount), run,
                origin).build();
    }

    /** A sequence whose rows are being read. */
    private static final class Collected {
        private final List<String> words = new ArrayList<>();
        private final List<Integer> lines = new ArrayList<>();
    }

    private static Words read(Path file, Settings settings, boolean toBeSplit, Run run) throws IOException {
        Map<String, Collected> collected = new LinkedHashMap<>();
        try (CsvRows rows = CsvRows.open(run.file(file), settings.between(), settings.header)) {
            int symbol = rows.column("symbol", settings.symbol);
            int sequence = settings.sequence.isPresent() ? rows.column("sequence", settings.sequence.get()) : -1;
            run.progress(Double.NaN, "reading " + rows.name());
            while (rows.next()) {
                Reading.checkCancelled(run);
                String word = rows.field(symbol).strip();
                String key = sequence < 0 ? "" : rows.field(sequence).strip();
                if (word.isEmpty()) {
                    throw rows.wrong("a symbol must not be empty; column " + settings.symbol + " is");
                }
                if (sequence >= 0 && key.isEmpty()) {
                    throw rows.wrong("a row must name its sequence; column " + settings.sequence.get()
                            + " is empty");
                }
                Collected one = collected.computeIfAbsent(key, any -> new Collected());
                one.words.add(word);
                one.lines.add(rows.line());
            }
            enough(rows.name(), collected, sequence >= 0, toBeSplit);
            Words words = new Words(rows.name());
            collected.values().forEach(one -> words.add(one.words,
                    one.lines.stream().mapToInt(Integer::intValue).toArray()));
            return words;
        }
    }

    private static void enough(String name, Map<String, Collected> collected, boolean many, boolean toBeSplit)
            throws IOException {
        // A single sequence is cut in two.
        int found = collected.size() > 1 ? collected.size() : collected.values().stream().mapToInt(one -> one.words.size()).sum();
        int needed = toBeSplit ? 2 : 1;
        if (found < needed) {
            throw new IOException(name + " must have at least " + needed + (many ? " sequences, or rows of one" : " rows")
                    + (toBeSplit ? ", to be split (or specify a test file)" : "") + "; found " + found);
        }
    }
}
