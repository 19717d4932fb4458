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
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.concurrent.CancellationException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import psr.api.contract.Contracts;
import psr.api.data.Alphabet;
import psr.api.data.Symbols;
import psr.api.learn.SeededRun;
import psr.api.settings.Schema;
import psr.api.settings.Setting;
import psr.api.source.Dataset;
import psr.api.text.Unknown;

class LinesTest {

    private static final Schema<Lines.Settings> SCHEMA = Schema.of(Lines.Settings.class);
    private final Lines source = new Lines();

    @TempDir
    Path folder;

    private Path file(String name, String text) throws IOException {
        return Files.writeString(folder.resolve(name), text);
    }

    /** Settings as pairs of name and value. */
    private static Lines.Settings settings(Object... typed) {
        Map<String, String> map = new HashMap<>();
        for (int i = 0; i < typed.length; i += 2) {
            map.put(typed[i].toString(), typed[i + 1].toString());
        }
        return SCHEMA.parse(map, "lines");
    }

    private String failure(Object... typed) {
        return assertThrows(IOException.class, () -> source.load(settings(typed), new SeededRun(1))).getMessage();
    }

    /** So that {@code train} does not learn from a test file. */
    @Test
    void theReadersDeclareTheirTestFile() {
        for (Class<? extends Record> settings : List.of(Lines.Settings.class, CsvFile.Settings.class,
                SequenceFiles.Settings.class)) {
            assertEquals(List.of("test"),
                    Schema.of(settings).settings().stream().filter(Setting::isTestData).map(Setting::name).toList());
        }
    }

    @Test
    void keepsTheContractOfASource() throws IOException {
        Path file = file("a", "C G Am F\nC C\nF G C\n");
        assertEquals(List.of(), Contracts.check(source, settings("file", file)));
        assertEquals(List.of(), Contracts.check(source, settings("file", file, "test", file, "end", "off")));
    }

    @Test
    void readsWordsInTheOrderOfFallingFrequency() throws IOException {
        Path file = file("a", "C  G\tAm\r\n\r\nC G C \n");
        Dataset data = source.load(settings("file", file, "test", file, "end", "on"), new SeededRun(1));
        assertEquals(List.of("C", "G", "Am", "<end>"), data.training().space().names());
        assertEquals(OptionalInt.of(3), data.training().space().as(Alphabet.class).end());
        assertEquals(2, data.training().count());
        assertArrayEquals(new int[] {0, 1, 2, 3}, data.training().as(Symbols.class).copy(0));
        assertArrayEquals(new int[] {0, 1, 0, 3}, data.test().as(Symbols.class).copy(1));
    }

    @Test
    void separatesAsTold() throws IOException {
        assertEquals(List.of("New York", "Rome"), names("comma", "New York, Rome,New York\nRome\n"));
        assertEquals(List.of("a b", "c"), names("tab", "a b\tc\na b\n"));
        assertEquals(List.of("a", "b|"), names("||", "a||a\nb|\n"));
        assertEquals(List.of("a", "<blank>", "😀"), names("none", "a a😀\na\n"));
    }

    private List<String> names(String separator, String text) throws IOException {
        Lines.Settings settings = settings("file", file("s", text), "separator", separator, "end", "off");
        return source.load(settings, new SeededRun(1)).training().space().names();
    }

    @Test
    void mergesRareAndUnknownWords() throws IOException {
        Path train = file("a", "C G C\nG F\n");
        Path test = file("b", "C Q#\n");
        Dataset data = source.load(settings("file", train, "test", test, "min-count", 2, "end", "off"), new SeededRun(1));
        assertEquals(List.of("C", "G", "<unk>"), data.training().space().names());
        assertArrayEquals(new int[] {1, 2}, data.training().as(Symbols.class).copy(1));
        assertArrayEquals(new int[] {0, 2}, data.test().as(Symbols.class).copy(0));
    }

    @Test
    void unknownWordsGoToAnUnkThatTheFileHas() throws IOException {
        Path train = file("a", "C <unk> <unk>\n");
        Dataset data = source.load(settings("file", train, "test", file("b", "Q C\n"), "end", "off"), new SeededRun(1));
        assertEquals(List.of("C", "<unk>"), data.training().space().names());
        assertArrayEquals(new int[] {1, 0}, data.test().as(Symbols.class).copy(0));
    }

    @Test
    void splitsByTheSeedOverTheAlphabetOfTheWholeFile() throws IOException {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < 40; i++) {
            text.append("w").append(i).append('\n');
        }
        Lines.Settings settings = settings("file", file("a", text.toString()), "share", .25, "end", "on");
        Dataset data = source.load(settings, new SeededRun(1));
        assertEquals(41, data.training().space().size());
        assertEquals(10, data.training().count());
        assertEquals(30, data.test().count());
        assertNotEquals(data.test(), source.load(settings, new SeededRun(2)).test());
    }

    @Test
    void linesOfDifferentLengthsStopByThemselves() throws IOException {
        Dataset lines = source.load(settings("file", file("a", "C G\nC\nG C\n")), new SeededRun(1));
        assertEquals(List.of("C", "G", "<end>"), lines.training().space().names());
        assertFalse(lines.continues());
        Dataset cut = source.load(settings("file", file("b", "C G\nG C\nG C\n")), new SeededRun(1));
        assertEquals(List.of("C", "G"), cut.training().space().names(), "all of one length");
    }

    @Test
    void oneLineIsCutInTwo() throws IOException {
        Path file = file("a", "C G C G\n");
        Dataset data = source.load(settings("file", file), new SeededRun(1));
        assertTrue(data.continues());
        assertArrayEquals(new int[] {0, 1, 0, 1}, data.together().as(Symbols.class).copy(0));
        assertEquals("one sequence is cut in two, so it cannot stop by itself: specify a test file or end=off; end=on",
                assertThrows(IllegalArgumentException.class, () -> source.load(settings("file", file, "end", "on"),
                        new SeededRun(1))).getMessage());
    }

    @Test
    void theNotationReadsWhatTheFileHas() throws IOException {
        Dataset data = source.load(settings("file", file("a", "New York, Rome\nRome\n"), "separator", "comma"),
                new SeededRun(1));
        assertArrayEquals(new int[] {0, 1},
                data.notation().orElseThrow().read("Rome,New York", data.training().space().as(Alphabet.class),
                        Unknown.REFUSE));
    }

    @Test
    void filesBelongToTheFolderOfTheRun() throws IOException {
        file("a", "C G\nC\n");
        Dataset data = source.load(settings("file", "a"), new SeededRun(1, folder));
        assertEquals(2, data.together().count());
        assertTrue(data.origin().startsWith("a, "), data.origin());
    }

    @Test
    void aCancelledRunIsNotReadToTheEnd() throws IOException {
        Path file = file("a", "C G\nC\n");
        SeededRun run = new SeededRun(1).watchedBy((iteration, model) -> false);
        run.iterated(0, () -> null);
        assertThrows(CancellationException.class, () -> source.load(settings("file", file), run));
    }

    @Test
    void saysWhichLineIsWrongAndWhy() throws IOException {
        Path train = file("chords.txt", "C G\nG C\n");
        assertEquals("line 3 of test.txt: symbol 'Q#' is not in the alphabet of the training file (3 symbols: C, G,"
                + " <end>); with min-count=2 unknown words share a symbol",
                failure("file", train, "test", file("test.txt", "C\n\nG Q#\n"), "end", "on"));
        assertEquals("line 2 of gap: there must be a symbol on both sides of every separator ('comma'); symbol 2"
                + " is empty",
                failure("file", file("gap", "a,b\na,,b\n"), "separator", "comma"));
        assertEquals("line 1 of end: no symbol may be named '<end>', the end of every sequence; it is symbol 2 (with"
                + " end=off it may)", failure("file", file("end", "a <end>\nb\n")));
    }

    @Test
    void saysThatAFileIsMissingOrTooShort() throws IOException {
        Path missing = folder.resolve("no.txt");
        assertEquals("cannot read " + missing + ": there is no such file", failure("file", missing));
        assertEquals("empty must have at least 1 line with symbols; found 0", failure("file", file("empty", "")));
        assertEquals("blank must have at least 1 line with symbols; found 0",
                failure("file", file("one", "a\n"), "test", file("blank", "\n \n")));
    }

    @Test
    void saysThatTheFileMustBeNamedAndTheSeparatorBeSomething() throws IOException {
        assertEquals("lines needs file=FILE, the file to learn from; it is missing",
                assertThrows(IllegalArgumentException.class, () -> source.load(settings(), new SeededRun(1))).getMessage());
        Lines.Settings settings = settings("file", file("a", "a\nb\n"), "separator", "");
        assertEquals("separator must be blank, tab, comma, none or some text; it is empty (lines)",
                assertThrows(IllegalArgumentException.class, () -> source.load(settings, new SeededRun(1))).getMessage());
    }
}
