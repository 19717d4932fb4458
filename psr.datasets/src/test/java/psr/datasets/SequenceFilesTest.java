package psr.datasets;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

import psr.api.contract.Contracts;
import psr.api.data.Alphabet;
import psr.api.data.Symbols;
import psr.api.learn.SeededRun;
import psr.api.source.Dataset;

class SequenceFilesTest {

    private final SequenceFiles source = new SequenceFiles();

    @TempDir
    Path folder;

    private Path file(String name, String text) throws IOException {
        return Files.writeString(folder.resolve(name), text);
    }

    private static SequenceFiles.Settings settings(Path train, Path test, End end) {
        return new SequenceFiles.Settings(train, Optional.ofNullable(test), .5, end);
    }

    @Test
    void keepsTheContractOfASource() throws IOException {
        Path train = file("a.train", "4 3\n2 0 1\n1 2\n3 1 1 1\n2 2 0\n");
        assertEquals(List.of(), Contracts.check(source, settings(train, null, End.OFF)));
        assertEquals(List.of(), Contracts.check(source, settings(train, train, End.ON)));
    }

    @Test
    void readsWhatTheFilesSayOverTheLargerAlphabet() throws IOException {
        Path train = file("a.train", "2 3\n2 0 1\n1 2\n");
        Dataset data = source.load(settings(train, file("a.test", "1 5\n3 4 0 4"), End.OFF), new SeededRun(1));
        assertEquals(5, data.training().space().size());
        assertEquals(OptionalInt.empty(), data.training().space().as(Alphabet.class).end());
        assertArrayEquals(new int[] {0, 1}, data.training().as(Symbols.class).copy(0));
        assertArrayEquals(new int[] {2}, data.training().as(Symbols.class).copy(1));
        assertArrayEquals(new int[] {4, 0, 4}, data.test().as(Symbols.class).copy(0));
    }

    @Test
    void toleratesCarriageReturnsBlanksAndBlankLinesAtTheEnd() throws IOException {
        Dataset plain = source.load(settings(file("a", "2 3\n2 0 1\n1 2\n"), file("b", "1 3\n1 1\n"), End.OFF), new SeededRun(1));
        Dataset crlf = source.load(settings(file("c", "\uFEFF2 3 \r\n2 0\t1 \r\n1  2\r\n\r\n  \r\n"),
                file("d", "1 3\r\n1 1"), End.OFF), new SeededRun(1));
        assertEquals(plain.training(), crlf.training());
        assertEquals(plain.test(), crlf.test());
    }

    @Test
    void appendsAnEndWhereSequencesStopByThemselves() throws IOException {
        Dataset data = source.load(settings(file("a", "2 2\n2 0 1\n0\n"), file("b", "1 3\n1 2\n"), End.ON), new SeededRun(1));
        assertEquals(OptionalInt.of(3), data.training().space().as(Alphabet.class).end());
        assertArrayEquals(new int[] {0, 1, 3}, data.training().as(Symbols.class).copy(0));
        assertArrayEquals(new int[] {3}, data.training().as(Symbols.class).copy(1));
        assertArrayEquals(new int[] {2, 3}, data.test().as(Symbols.class).copy(0));
    }

    /** PAutomaC's files have strings of any length, including empty ones; the paper's ring is cut to one length. */
    @Test
    void sequencesOfDifferentLengthsStopByThemselves() throws IOException {
        Dataset data = source.load(settings(file("a", "3 2\n2 0 1\n0\n1 1\n"), file("b", "1 2\n0\n"), End.AUTO),
                new SeededRun(1));
        assertEquals(List.of("0", "1", "<end>"), data.training().space().names());
        assertArrayEquals(new int[] {2}, data.test().as(Symbols.class).copy(0));
        Path ring = file("r", "2 3\n2 0 1\n2 2 2\n");
        assertEquals(OptionalInt.empty(), source.load(settings(ring, null, End.AUTO), new SeededRun(1)).training()
                .space().as(Alphabet.class).end());
        assertEquals("line 2 of e: a sequence must have at least 1 symbol unless sequences stop by themselves (end=on);"
                + " this one has none",
                assertThrows(IOException.class,
                        () -> source.load(settings(ring, file("e", "1 3\n0\n"), End.AUTO), new SeededRun(1))).getMessage());
    }

    @Test
    void splitsByTheSeedWithoutATestFile() throws IOException {
        StringBuilder text = new StringBuilder("100 100\n");
        for (int i = 0; i < 100; i++) {
            text.append("1 ").append(i).append('\n');
        }
        SequenceFiles.Settings settings = settings(file("a", text.toString()), null, End.OFF);
        Dataset data = source.load(settings, new SeededRun(1));
        List<Integer> all = new ArrayList<>();
        for (int i = 0; i < 50; i++) {
            all.add(data.training().as(Symbols.class).symbol(i, 0));
        }
        int[] training = all.stream().mapToInt(x -> x).toArray();
        for (int i = 0; i < data.test().count(); i++) {
            all.add(data.test().as(Symbols.class).symbol(i, 0));
        }
        assertArrayEquals(Arrays.stream(training).sorted().toArray(), training, "in the order of the file");
        assertEquals(100, all.stream().distinct().count(), "every sequence is in one part");
        assertNotEquals(data.test(), source.load(settings, new SeededRun(2)).test());
    }

    static Stream<Arguments> badFiles() {
        return Stream.of(
                Arguments.of("", 1, "the first line must be the number of sequences and the size of the alphabet;"
                        + " it is empty"),
                Arguments.of("2\n", 1, "the first line must be two numbers, the number of sequences and the size of the"
                        + " alphabet; found 1 words"),
                Arguments.of("x 3\n1 0\n", 1, "the number of sequences must be a whole number of at least 1;"
                        + " found 'x'"),
                Arguments.of("0 3\n", 1, "the number of sequences must be a whole number of at least 1; found '0'"),
                Arguments.of("1 -3\n1 0\n", 1, "the size of the alphabet must be a whole number from 1 to 1000000;"
                        + " found '-3'"),
                Arguments.of("1 2000000000\n1 0\n", 1, "the size of the alphabet must be a whole number from 1 to"
                        + " 1000000; found '2000000000'"),
                Arguments.of("99999999999 3\n", 1, "the number of sequences must be a whole number of at least 1;"
                        + " found '99999999999'"),
                Arguments.of("2 3\n1 0\n1 3", 3, "symbol 1 must be a whole number from 0 to 2; found '3'"),
                Arguments.of("2 3\n1 0\n2 1 b", 3, "symbol 2 must be a whole number from 0 to 2; found 'b'"),
                Arguments.of("1 3\n3 0 1\n", 2, "the length must be the number of symbols that follow, 2; found 3"),
                Arguments.of("1 3\n0\n", 2, "a sequence must have at least 1 symbol unless sequences stop by themselves"
                        + " (end=on); this one has none"),
                Arguments.of("2 3\n\n1 0\n", 2, "a line must be a length and that many symbols; it is empty"),
                Arguments.of("3 3\n1 0\n1 0", 4,
                        "the number of sequences must be 3, as the first line says; the file ends after 2"),
                Arguments.of("1 3\n1 0\n\n1 2", 4, "the number of sequences must be 1, as the first line says; found one more"));
    }

    @ParameterizedTest(name = "line {1}: {2}")
    @MethodSource("badFiles")
    void saysWhichLineIsWrongAndWhy(String text, int line, String message) throws IOException {
        Path bad = file("bad.train", text);
        Path good = file("good.test", "1 3\n1 0\n");
        IOException e = assertThrows(IOException.class, () -> source.load(settings(bad, good, End.OFF), new SeededRun(1)));
        assertEquals("line " + line + " of bad.train: " + message, e.getMessage());
    }

    @Test
    void saysThatAFileIsMissingOrAFolder() {
        Path missing = folder.resolve("no.train");
        IOException e = assertThrows(IOException.class, () -> source.load(settings(missing, null, End.OFF), new SeededRun(1)));
        assertEquals("cannot read " + missing + ": there is no such file", e.getMessage());
        e = assertThrows(IOException.class, () -> source.load(settings(folder, null, End.OFF), new SeededRun(1)));
        assertEquals("cannot read " + folder + ": it is a folder, not a file", e.getMessage());
    }

    @Test
    void saysThatTheTrainingFileMustBeNamed() {
        IllegalArgumentException e = assertThrows(IllegalArgumentException.class,
                () -> source.load(Map.of("end", "off"), new SeededRun(1)));
        assertEquals("sequences needs train=FILE, the file to learn from; it is missing", e.getMessage());
    }

    @Test
    void refusesToSplitASingleSequence() throws IOException {
        Path one = file("one", "1 3\n1 0\n");
        IOException e = assertThrows(IOException.class, () -> source.load(settings(one, null, End.OFF), new SeededRun(1)));
        assertEquals("line 1 of one: the number of sequences must be a whole number of at least 2; found '1'",
                e.getMessage());
    }

    @Test
    void refusesBytesThatAreNoText() throws IOException {
        Path bad = Files.write(folder.resolve("bad"), new byte[] {'1', ' ', '1', '\n', (byte) 0xC3, (byte) 0x28});
        IOException e = assertThrows(IOException.class, () -> source.load(settings(bad, bad, End.OFF), new SeededRun(1)));
        assertEquals("at or after line 1 of bad: the text must be in UTF-8", e.getMessage());
    }
}
