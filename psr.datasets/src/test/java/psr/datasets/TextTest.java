package psr.datasets;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import psr.api.contract.Contracts;
import psr.api.data.Alphabet;
import psr.api.data.Symbols;
import psr.api.learn.SeededRun;
import psr.api.settings.Schema;
import psr.api.source.Dataset;
import psr.api.text.Unknown;

class TextTest {

    private static final Schema<Text.Settings> SCHEMA = Schema.of(Text.Settings.class);
    /** Shared by all tests, because it caches the built-in prose. */
    private static final Text SOURCE = new Text();

    @TempDir
    Path folder;

    private Path file(String name, String text) throws IOException {
        return Files.writeString(folder.resolve(name), text);
    }

    private static Text.Settings settings(Object... typed) {
        Map<String, String> map = new HashMap<>();
        for (int i = 0; i < typed.length; i += 2) {
            map.put(typed[i].toString(), typed[i + 1].toString());
        }
        return SCHEMA.parse(map, "text");
    }

    /**
     * A text as it is read. The file contains it twice, so that both parts are equal and the test part has no new
     * character.
     */
    private String read(String text, Object... typed) throws IOException {
        Object[] whole = {"file", file("t", text + "\n" + text + "\n"), "length", "all", "min-count", 1};
        Object[] all = Arrays.copyOf(whole, whole.length + typed.length);
        System.arraycopy(typed, 0, all, whole.length, typed.length);
        String twice = text(SOURCE.load(settings(all), new SeededRun(1)));
        assertEquals(twice.substring(0, twice.length() / 2), twice.substring(twice.length() / 2));
        return twice.substring(0, twice.length() / 2);
    }

    private static String text(Dataset data) {
        StringBuilder text = new StringBuilder();
        for (Symbols part : List.of(data.training().as(Symbols.class), data.test().as(Symbols.class))) {
            assertEquals(1, part.count(), "one long sequence");
            for (int t = 0; t < part.length(0); t++) {
                text.append(data.training().space().as(Alphabet.class).name(part.symbol(0, t)));
            }
        }
        return text.toString().replace("<blank>", " ").replace("<line>", "|");
    }

    @Test
    void keepsTheContractOfASource() throws IOException {
        Path file = file("a", "the cat sat on the mat.\nthe dog did not.\n".repeat(10));
        assertEquals(List.of(), Contracts.check(SOURCE, settings("file", file, "length", 50, "min-count", 1)));
        assertEquals(List.of(), Contracts.check(SOURCE, SCHEMA.defaults()));
    }

    @Test
    void builtInProseHasTheSizeOfThePapersExcerpts() throws IOException {
        Dataset data = SOURCE.load(SCHEMA.defaults(), new SeededRun(1));
        assertEquals(50_000, data.training().length(0));
        assertEquals(50_000, data.test().length(0));
        int symbols = data.training().space().size();
        assertTrue(symbols >= 30 && symbols <= 50, symbols + " symbols");
        assertNotEquals(data.training(), SOURCE.load(SCHEMA.defaults(), new SeededRun(2)).training());
        int all = text(SOURCE.load(settings("length", "all"), new SeededRun(1))).length();
        assertTrue(all > 1_000_000 && all < 1_400_000, all + " characters");
    }

    @Test
    void builtInProseIsEnglish() throws IOException {
        // In English prose e is the most frequent letter and 'the' is more than one word in thirty; no other language
        // here contains it.
        String text = text(SOURCE.load(settings("length", "all"), new SeededRun(1)));
        String[] words = text.split("[^a-z']+");
        long the = List.of(words).stream().filter("the"::equals).count();
        assertTrue(the > words.length / 30, the + " of " + words.length);
        List<String> foreign = List.of("der", "und", "les", "och", "het");
        long strangers = List.of(words).stream().filter(foreign::contains).count();
        assertTrue(strangers < words.length / 1000, strangers + " of " + words.length);
    }

    @Test
    void tellsEnglishFromOtherLanguages() {
        assertTrue(EnglishProse.english("We have to look at the proposal of the Commission, and it is not easy."));
        assertFalse(EnglishProse.english("Wir müssen den Vorschlag der Kommission prüfen, und das ist nicht leicht."));
        assertFalse(EnglishProse.english("Det er i den forbindelse, at vi for tiden har en debat, som er vigtig."));
        assertFalse(EnglishProse.english("of the"));
    }

    @Test
    void collapsesBlanksAndKeepsTheEndsOfLines() throws IOException {
        assertEquals("a b|c d|", read("  A   b \r\n\n \nc\td\u00a0"));
    }

    @Test
    void understandsTheMarksOfThePennTreebank() throws IOException {
        assertEquals("<unk> n N years|", read(" <unk> n N years \n"));
        assertEquals("section n <b>|", read("Section N <b>\n"), "without <unk> an N is a letter");
        assertEquals("Section N|", read("Section N\n", "lower-case", "off"));
    }

    @Test
    void leftOutWordsAreOneCharacter() throws IOException {
        Dataset data = SOURCE.load(settings("file", file("a", "<unk>a\n"), "length", "all", "min-count", 1), new SeededRun(1));
        assertEquals(3, data.training().total() + data.test().total());
    }

    @Test
    void understandsSeparatedCharacters() throws IOException {
        String separated = " a _ < u n k > _ N _ b \n c \n";
        assertEquals("a <unk> N b|c|", read(separated));
        assertEquals("a <unk> N b|c|", read(separated, "format", "characters"));
        assertEquals("a _ < u n k > _ n _ b|c|", read(separated, "format", "plain"));
        assertEquals("a_b c|", read("a_b c\n"), "an underscore of plain text is itself");
    }

    @Test
    void saysWhichLineIsNotSeparated() throws IOException {
        IOException e = assertThrows(IOException.class, () -> read("a b\nc de\n", "format", "characters"));
        assertEquals("line 2 of t: characters must be separated by blanks (format=characters); found 'de'",
                e.getMessage());
    }

    @Test
    void takesTheAlphabetFromTheTrainingPart() throws IOException {
        Dataset data =
                SOURCE.load(settings("file", file("a", "aabab" + "aczb\n"), "length", "all", "min-count", 1), new SeededRun(1));
        assertEquals(List.of("a", "b", "<other>"), data.training().space().names());
        assertEquals("aabab" + "a<other><other>b<other>", text(data).replace("|", "<line>"));
    }

    @Test
    void anOtherSymbolExistsOnlyWhereItIsNeeded() throws IOException {
        Path file = file("a", "ab\n".repeat(20));
        assertEquals(List.of("<line>", "a", "b"),
                SOURCE.load(settings("file", file, "length", "all"), new SeededRun(1)).training().space().names());
        file = file("a", "q" + "ab\n".repeat(40));
        Dataset data = SOURCE.load(settings("file", file, "length", "all"), new SeededRun(1));
        assertTrue(data.training().space().names().contains("<other>"), "q is rare");
        assertFalse(data.training().space().names().contains("q"));
    }

    @Test
    void excerptsAreContiguousAndBeginAnywhere() throws IOException {
        StringBuilder digits = new StringBuilder();
        for (int i = 0; i < 2000; i++) {
            digits.append((char) ('a' + i % 26));
        }
        Path file = file("a", digits.toString());
        boolean[] first = new boolean[26];
        for (int seed = 0; seed < 200; seed++) {
            String excerpt = text(SOURCE.load(settings("file", file, "length", 100, "min-count", 1), new SeededRun(seed)));
            first[excerpt.charAt(0) - 'a'] = true;
            assertTrue(digits.toString().contains(excerpt.replace("|", "")), excerpt);
        }
        for (boolean seen : first) {
            assertTrue(seen, "200 seeds begin with every one of 26 letters (a miss has probability 0.01 in all)");
        }
    }

    @Test
    void theLastExcerptIsDrawnAsOftenAsTheFirst() throws IOException {
        Path file = file("a", "abcd");
        int last = 0;
        int seeds = 1000;
        for (int seed = 0; seed < seeds; seed++) {
            String excerpt = text(SOURCE.load(settings("file", file, "length", 3, "min-count", 1, "share", .4),
                    new SeededRun(seed)));
            last += excerpt.startsWith("b") ? 1 : 0;
        }
        assertEquals(seeds / 2., last, 3 * Math.sqrt(seeds / 4.), "three standard errors");
    }

    @Test
    void aTextIsOneSequenceCutInTwo() throws IOException {
        Dataset data = SOURCE.load(settings("file", file("a", "abcabcab"), "min-count", 1), new SeededRun(1));
        assertTrue(data.continues());
        assertEquals(1, data.together().count());
        assertEquals(8, data.together().length(0));
    }

    /** The notation reads everything as training did. */
    @Test
    void theNotationReadsLinesAsTrainingDoes() throws IOException {
        String line = "The  END \u00a0of 1,995";
        for (Object[] typed : List.of(new Object[] {}, new Object[] {"lower-case", "off"})) {
            Object[] all = Arrays.copyOf(new Object[] {"file", file("a", (line + "\n").repeat(2)), "min-count", 1},
                    4 + typed.length);
            System.arraycopy(typed, 0, all, 4, typed.length);
            Dataset data = SOURCE.load(settings(all), new SeededRun(1));
            int[] read = data.notation().orElseThrow().read(line, data.training().space().as(Alphabet.class), Unknown.REFUSE);
            int[] training = data.training().as(Symbols.class).copy(0);
            assertArrayEquals(Arrays.copyOf(training, training.length - 1), read, "all but the end of the line");
        }
        Dataset prose = SOURCE.load(SCHEMA.defaults(), new SeededRun(1));
        assertEquals(List.of("i", "n", "<blank>", "#"), prose.notation().orElseThrow().split("In 1995"));
    }

    @Test
    void rareCharactersAreReadAsOthers() throws IOException {
        Path file = file("a", "<unk> aaaa\n".repeat(20) + "q\n");
        Dataset data = SOURCE.load(settings("file", file, "share", .9, "min-count", 5), new SeededRun(1));
        assertTrue(data.training().space().as(Alphabet.class).symbol("<unk>").isPresent());
        assertArrayEquals(new int[] {data.training().space().as(Alphabet.class).symbol("<other>").getAsInt()},
                data.notation().orElseThrow().read("q", data.training().space().as(Alphabet.class), Unknown.REFUSE));
    }

    @Test
    void saysHowLongTheTextIs() throws IOException {
        Path file = file("a", "abcdefg\n");
        IllegalArgumentException e = assertThrows(IllegalArgumentException.class,
                () -> SOURCE.load(settings("file", file, "length", 9), new SeededRun(1)));
        assertEquals("length must be at most 8, the number of characters of " + file
                + " with consecutive white space counted as one (or all); length=9 (text)", e.getMessage());
    }

    @Test
    void takesAllOfAShortTextUnlessALengthIsAskedFor() throws IOException {
        assertEquals(8, characters("abcdefg\n"));
        assertEquals(8, characters("abcd\nefg"), "a last line without an end has none");
        assertEquals(4, characters("abc\n  "));
        assertEquals(100_000, characters("ab\n".repeat(40_000)));
    }

    private int characters(String text) throws IOException {
        Dataset data = SOURCE.load(settings("file", file("a", text)), new SeededRun(1));
        return data.training().total() + data.test().total();
    }

    @Test
    void refusesALengthThatIsNone() {
        for (String length : List.of("1", "-5", "many", "99999999999")) {
            IllegalArgumentException e = assertThrows(IllegalArgumentException.class,
                    () -> settings("length", length));
            assertTrue(e.getMessage().startsWith("length must be auto, all or a whole number of at least 2; length="
                    + length), e.getMessage());
        }
    }

    @Test
    void eitherPartMustHaveACharacter() throws IOException {
        Path file = file("a", "abcdefg\n");
        for (String share : List.of("0", "1")) {
            IllegalArgumentException e = assertThrows(IllegalArgumentException.class,
                    () -> SOURCE.load(settings("file", file, "share", share), new SeededRun(1)));
            assertTrue(e.getMessage().startsWith("share must leave at least 1 of 8 characters for training"),
                    e.getMessage());
        }
    }

    @Test
    void saysThatAFileIsMissingOrEmpty() throws IOException {
        Path missing = folder.resolve("no.txt");
        IOException e = assertThrows(IOException.class, () -> SOURCE.load(settings("file", missing), new SeededRun(1)));
        assertEquals("cannot read " + missing + ": there is no such file", e.getMessage());
        Path empty = file("empty", " \n");
        e = assertThrows(IOException.class, () -> SOURCE.load(settings("file", empty), new SeededRun(1)));
        assertEquals(empty + " must have at least 2 characters; found 0", e.getMessage());
    }
}
