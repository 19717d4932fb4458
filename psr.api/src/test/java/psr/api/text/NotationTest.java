package psr.api.text;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.Test;

import psr.api.data.Alphabet;

class NotationTest {

    private static final Alphabet AB = Alphabet.of(List.of("a", "b")).withEnd("<end>");

    private static String split(String line, String... words) {
        Map<String, String> all = new java.util.HashMap<>(Map.of("separator", "none"));
        for (String word : words) {
            all.put(word, "on");
        }
        return String.join("·", Notation.of(all).split(line));
    }

    @Test
    void wordsStandBetweenSeparators() {
        assertEquals(List.of("a", "b"), Notation.separated("blank").split("  a \t b "));
        assertEquals(List.of("log in", "x"), Notation.separated("tab").split("log in\tx"));
        assertEquals(List.of("log in", "x"), Notation.separated("comma").split("log in, x"));
        assertEquals(List.of("a", "b"), Notation.separated("->").split("a -> b"));
        assertEquals(List.of(), Notation.separated("comma").split("  "));
        assertEquals("there must be a symbol on both sides of every separator ('comma'); symbol 2 is empty",
                assertThrows(IllegalArgumentException.class, () -> Notation.separated("comma").split("a,,b")).getMessage());
    }

    @Test
    void eachCharacterIsASymbolWithANameThatCanBeSeen() {
        assertEquals("a·<blank>·<blank>·<tab>·Ü·𝄞", split("a  \tÜ𝄞"));
        assertEquals("", split(""));
    }

    @Test
    void whiteSpaceIsOneBlank() {
        assertEquals("a·<blank>·b", split("  a \t\u00a0 b\u2003", "one-blank"));
        assertEquals("", split(" \u00a0 ", "one-blank"));
    }

    /** As {@link Character#toLowerCase}: by code point, independent of the context. */
    @Test
    void capitalLettersBecomeSmallOnesOneByOne() {
        assertEquals("σ·σ", split("ΣΣ", "lower-case"), "String.toLowerCase would make the last one ς");
        assertEquals("i", split("İ", "lower-case"), "String.toLowerCase would make two characters of it");
        assertEquals(List.of("ab", "c"), Notation.of(Map.of("lower-case", "on")).split("AB C"));
    }

    @Test
    void marksOfACorpusAreOneSymbol() {
        assertEquals("a·<unk>·N·n", split("A<unk>Nn", "marks", "lower-case"));
        assertEquals("a·<·u·n·k·>·n·n", split("A<unk>Nn", "lower-case"));
    }

    @Test
    void spacedCharactersHaveASignForTheBlank() {
        assertEquals("a·<blank>·b", split("a _ b", "spaced", "one-blank"));
        assertEquals("characters must be separated by blanks (format=characters); found 'ab'",
                assertThrows(IllegalArgumentException.class, () -> split("ab", "spaced")).getMessage());
        assertEquals("a _ b", Notation.of(Map.of("separator", "none", "spaced", "on"))
                .write(List.of("a", "<blank>", "b")));
    }

    @Test
    void englishIsMadePlain() {
        assertEquals("Francois's \"cafe\" - # euros, # % x".replace(" ", "<blank>"),
                split("François’s “café” – 1,000.50 euros, 7 % €x", "plain-english", "one-blank").replace("·", ""));
        assertEquals("#", split("#", "plain-english"), "what was written is read again");
    }

    @Test
    void readsSymbolsOfAnAlphabet() {
        Notation blank = Notation.separated("blank");
        assertArrayEquals(new int[] {1, 0}, blank.read("b a", AB, Unknown.REFUSE));
        assertArrayEquals(new int[] {1, 0}, blank.read("b x a", AB, Unknown.SKIP));
        assertArrayEquals(new int[] {1, Notation.ANYTHING, 0}, blank.read("b x a", AB, Unknown.ANY));
        assertEquals("x", assertThrows(UnknownSymbolException.class, () -> blank.read("b x", AB, Unknown.REFUSE)).symbol());
        assertTrue(assertThrows(IllegalArgumentException.class, () -> blank.read("a <end>", AB, Unknown.ANY)).getMessage()
                .startsWith("the end of a sequence is not written, it is predicted; symbol 2"));
    }

    /** Prepared corpora have both: the mark of an omitted word is one character, and rare characters are others. */
    @Test
    void aRareNameIsTheSymbolForRareOnes() {
        Alphabet both = Alphabet.of(List.of("a", "<unk>", "<other>"));
        assertArrayEquals(new int[] {0, 1}, Notation.separated("blank").read("a x", both, Unknown.REFUSE));
        assertArrayEquals(new int[] {0, 2},
                Notation.of(Map.of("rare", "<other>")).read("a x", both, Unknown.REFUSE));
    }

    @Test
    void writesWhatItReads() {
        assertEquals("b a", Notation.separated("blank").write(new int[] {1, 0, 2}, AB), "without the end");
        assertEquals("b,a", Notation.separated("comma").write(List.of("b", "a")));
        assertEquals("a b\t", Notation.separated("none").write(List.of("a", "<blank>", "b", "<tab>")));
    }

    @Test
    void fitsTheNamesOfAnAlphabet() {
        assertEquals("blank", Notation.fitting(AB).words().get("separator"));
        assertEquals("tab", Notation.fitting(Alphabet.of(List.of("log in"))).words().get("separator"));
        assertEquals("comma", Notation.fitting(Alphabet.of(List.of("a\tb"))).words().get("separator"));
        assertEquals(";", Notation.fitting(Alphabet.of(List.of("a\tb", "a,b"))).words().get("separator"));
    }

    @Test
    void isKeptInWords() {
        Map<String, String> words = Map.of("separator", "none", "one-blank", "on", "rare", "<other>", "lower-case", "on");
        Notation notation = Notation.of(words);
        assertEquals(words, notation.words());
        assertEquals(notation, Notation.of(notation.words()));
        assertEquals(notation.hashCode(), Notation.of(words).hashCode());
        assertEquals(Map.of("separator", "blank"), Notation.of(Map.of("lower-case", "off")).words(), "defaults are not said");
        assertEquals(Map.of("separator", "tab", "rare", "<other>", "lower-case", "on"), notation.withSeparator("tab").words());
    }

    @Test
    void refusesWhatItDoesNotKnow() {
        assertRefused("'upside-down' is not one of them", Map.of("upside-down", "on"));
        assertRefused("lower-case must be on or off; lower-case=yes", Map.of("lower-case", "yes"));
        assertRefused("separator must be blank, tab, comma, none or some text; it is empty", Map.of("separator", ""));
        assertRefused("separator=none) a notation may have marks", Map.of("marks", "on"));
    }

    private static void assertRefused(String message, Map<String, String> words) {
        String found = assertThrows(IllegalArgumentException.class, () -> Notation.of(words)).getMessage();
        assertTrue(found.contains(message), found);
    }
}
