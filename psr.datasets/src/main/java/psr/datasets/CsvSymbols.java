package psr.datasets;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import psr.api.learn.Run;
import psr.api.source.Dataset;
import psr.math.csv.CsvRows;

/** Reads a column of words. */
final class CsvSymbols {

    /** A sequence whose rows are being read. */
    private static final class Collected {
        private final List<String> words = new ArrayList<>();
        private final List<Integer> lines = new ArrayList<>();
    }

    /** The sequences of a file by their names. */
    private record Table(String name, boolean many, Map<String, Collected> sequences) {

        List<List<String>> columns() {
            return sequences.values().stream().map(each -> each.words).toList();
        }

        Words words() {
            Words words = new Words(name);
            sequences.values().forEach(one -> words.add(one.words, one.lines.stream().mapToInt(Integer::intValue).toArray()));
            return words;
        }
    }

    private CsvSymbols() {}

    static Dataset load(CsvFile.Settings settings, Run run) throws IOException {
        Path file = settings.file();
        String symbol = settings.symbol().orElseThrow();
        if (settings.sequence().isEmpty() && settings.test().isEmpty() && settings.end() == End.ON) {
            throw new IllegalArgumentException("one sequence is cut in two, so it cannot stop by itself: with"
                    + " sequence=none give a test file or end=off; end=on (csv)");
        }
        Table first = read(file, settings, run);
        enough(first, settings.test().isEmpty());
        Optional<Table> second = Optional.empty();
        if (settings.test().isPresent()) {
            second = Optional.of(read(settings.test().get(), settings, run));
            enough(second.get(), false);
        }
        String origin = file + ", column " + symbol
                + settings.sequence().map(column -> " by " + column)
                        .orElse(", all rows one sequence (sequence=COLUMN divides them)")
                + settings.test().map(test -> ", tested on " + test).orElse("");
        if (settings.bins().isPresent()) {
            Bins bins = Bins.of(first.columns(), settings.bins().getAsInt(), "column " + symbol + " of " + first.name);
            first.sequences.values().forEach(each -> each.words.replaceAll(bins::name));
            second.ifPresent(table -> table.sequences.values().forEach(each -> each.words.replaceAll(bins::name)));
            origin += ", in " + bins.count() + " ranges";
        } else {
            origin += Bins.warning(first.columns(), symbol);
        }
        Dataset.Builder dataset = Words.dataset(first.words(), second.map(Table::words),
                new Words.Rules(settings.share(), settings.end(), settings.minCount()), run, origin);
        if (settings.sequence().isPresent()) {
            second.ifPresent(table -> dataset.testNames(List.copyOf(table.sequences().keySet())));
        }
        return dataset.build();
    }

    private static Table read(Path file, CsvFile.Settings settings, Run run) throws IOException {
        Map<String, Collected> collected = new LinkedHashMap<>();
        String named = settings.symbol().orElseThrow();
        boolean many = settings.sequence().isPresent();
        try (CsvRows rows = CsvRows.open(run.file(file), settings.between(), settings.header())) {
            int symbol = Columns.one(rows, "symbol", named);
            int sequence = many ? Columns.one(rows, "sequence", settings.sequence().get()) : symbol;
            rows.choose(new int[] {symbol, sequence}, new int[0]);
            run.progress(Double.NaN, "reading " + rows.name());
            while (rows.next()) {
                Reading.checkCancelled(run);
                String word = rows.word(symbol).strip();
                String key = many ? rows.word(sequence).strip() : "";
                if (word.isEmpty()) {
                    throw rows.wrong("a symbol must not be empty; column " + named + " is");
                }
                if (many && key.isEmpty()) {
                    throw rows.wrong("a row must name its sequence; column " + settings.sequence().get() + " is empty");
                }
                if (settings.bins().isPresent() && !Bins.isNumber(word)) {
                    throw rows.wrong("with bins, column " + named + " must have finite numbers; found '" + word + "'");
                }
                Collected one = collected.computeIfAbsent(key, any -> new Collected());
                one.words.add(word);
                one.lines.add(rows.line());
            }
            return new Table(rows.name(), many, collected);
        }
    }

    private static void enough(Table table, boolean toBeSplit) throws IOException {
        // A single sequence is cut in two.
        int found = table.sequences.size() > 1 ? table.sequences.size()
                : table.sequences.values().stream().mapToInt(one -> one.words.size()).sum();
        int needed = toBeSplit ? 2 : 1;
        if (found < needed) {
            throw new IOException(table.name + " must have at least " + needed
                    + (table.many ? " sequences, or rows of one" : " rows")
                    + (toBeSplit ? ", to be split (or specify a test file)" : "") + "; found " + found);
        }
    }
}
