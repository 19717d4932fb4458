package psr.datasets;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.IntStream;

import psr.api.data.Alphabet;
import psr.api.data.Symbols;
import psr.api.learn.Run;
import psr.api.source.Dataset;
import psr.api.text.Notation;

/** The sequences of one file as words, with their line numbers. */
final class Words {

    /**
     * How to make a data set of them.
     *
     * @param share the fraction for training if there is no test file
     * @param end whether sequences stop by themselves
     * @param minCount words that occur less often are merged
     */
    record Rules(double share, End end, int minCount) {}

    private final String file;
    private final CodedLines coded = new CodedLines();
    /** The line number of each word of a sequence, or one line number for all its words. */
    private final List<int[]> places = new ArrayList<>();

    /** @param file its name, for messages */
    Words(String file) {
        this.file = file;
    }

    /** Adds a sequence; lines has one element for all words or one for each. */
    void add(List<String> words, int... lines) {
        coded.add(words);
        places.add(lines);
    }

    int count() {
        return places.size();
    }

    /**
     * The data set of one or two files. The alphabet is that of the first one, before it is split, in order of decreasing
     * frequency.
     *
     * @param first at least 1 sequence; a single one is cut in two if there is no second file
     * @throws IOException if the second file contains a word for which there is no symbol
     */
    static Dataset.Builder dataset(Words first, Optional<Words> second, Rules rules, Run run, String origin)
            throws IOException {
        Symbols words = first.coded.lines();
        boolean end = rules.end.of(IntStream.range(0, words.count()).mapToObj(words::length).toList());
        if (end && first.count() == 1 && second.isEmpty()) {
            throw new IllegalArgumentException("one sequence is cut in two, so it cannot stop by itself: specify a test file or"
                    + " end=off; end=on");
        }
        if (end) {
            first.refuseEnd();
            if (second.isPresent()) {
                second.get().refuseEnd();
            }
        }
        Map<String, Integer> counts = new TreeMap<>();
        int[] often = new int[first.coded.names().size()];
        for (int i = 0; i < words.count(); i++) {
            for (int code : words.copy(i)) {
                often[code]++;
            }
        }
        for (int code = 0; code < often.length; code++) {
            counts.put(first.coded.names().get(code), often[code]);
        }
        Vocabulary vocabulary = new Vocabulary(counts, rules.minCount, Notation.UNKNOWN, rules.minCount > 1);
        Alphabet alphabet = end ? vocabulary.alphabet().withEnd(Notation.END) : vocabulary.alphabet();
        Symbols sequences = first.encoded(vocabulary, alphabet);
        Dataset.Builder split;
        String description = origin;
        if (second.isPresent()) {
            split = Dataset.builder(sequences).test(second.get().encoded(vocabulary, alphabet));
        } else if (sequences.count() == 1) {
            split = Split.cut(sequences, rules.share);
            description += ", cut at " + rules.share;
        } else {
            split = Split.random(sequences, rules.share, run);
            description += ", split at " + rules.share + " by the seed";
        }
        if (rules.minCount > 1) {
            description += ", words below " + rules.minCount + " occurrences merged";
        }
        return split.origin(description);
    }

    private void refuseEnd() throws IOException {
        int end = coded.names().indexOf(Notation.END);
        Symbols words = coded.lines();
        for (int i = 0; i < count() && end >= 0; i++) {
            int position = 0;
            while (position < words.length(i) && words.symbol(i, position) != end) {
                position++;
            }
            if (position < words.length(i)) {
                throw new IOException("line " + line(i, position) + " of " + file + ": no symbol may be named '"
                        + Notation.END + "', the end of every sequence; it is symbol " + (position + 1)
                        + " (with end=off it may)");
            }
        }
    }

    private int line(int sequence, int position) {
        int[] lines = places.get(sequence);
        return lines[Math.min(position, lines.length - 1)];
    }

    private Symbols encoded(Vocabulary vocabulary, Alphabet alphabet) throws IOException {
        Symbols.Builder builder = new Symbols.Builder();
        Symbols words = coded.lines();
        int[] symbol = coded.names().stream().mapToInt(vocabulary::symbol).toArray();
        for (int i = 0; i < count(); i++) {
            int length = words.length(i);
            int[] sequence = new int[length + (alphabet.end().isPresent() ? 1 : 0)];
            words.copy(i, sequence);
            for (int t = 0; t < length; t++) {
                String word = coded.names().get(sequence[t]);
                sequence[t] = symbol[sequence[t]];
                if (sequence[t] == Vocabulary.UNKNOWN) {
                    throw new IOException("line " + line(i, t) + " of " + file + ": symbol '"
                            + word + "' is not in the alphabet of the training file (" + alphabet
                            + "); with min-count=2 unknown words share a symbol");
                }
            }
            if (alphabet.end().isPresent()) {
                sequence[length] = alphabet.end().getAsInt();
            }
            builder.add(sequence);
        }
        return builder.build(alphabet);
    }
}
