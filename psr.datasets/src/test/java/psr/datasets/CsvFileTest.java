package psr.datasets;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
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
import psr.math.csv.CsvRows;
import psr.math.text.NumberedLines;

class CsvFileTest {

    private static final Schema<CsvFile.Settings> SCHEMA = Schema.of(CsvFile.Settings.class);
    private static final String VISITS = "user,time,page\nann,1,home\nbob,1,home\nann,2,cart\nbob,2,\"help, me\"\nann,3,pay\n";
    private final CsvFile source = new CsvFile();

    @TempDir
    Path folder;

    private Path file(String name, String text) throws IOException {
        return Files.writeString(folder.resolve(name), text);
    }

    /** Settings as pairs of name and value. */
    private static CsvFile.Settings settings(Object... typed) {
        Map<String, String> map = new HashMap<>();
        for (int i = 0; i < typed.length; i += 2) {
            map.put(typed[i].toString(), typed[i + 1].toString());
        }
        return SCHEMA.parse(map, "csv");
    }

    private String failure(Object... typed) {
        return assertThrows(IOException.class, () -> source.load(settings(typed), new SeededRun(1))).getMessage();
    }

    private String refusal(Object... typed) {
        return assertThrows(IllegalArgumentException.class, () -> source.load(settings(typed), new SeededRun(1))).getMessage();
    }

    /** All sequences of a file as words, in the order of the file. */
    private List<String> sequences(Object... typed) throws IOException {
        Dataset data = source.load(settings(typed), new SeededRun(1));
        Symbols test = data.test().as(Symbols.class);
        return java.util.stream.IntStream.range(0, test.count()).mapToObj(i -> java.util.Arrays.stream(test.copy(i))
                .mapToObj(data.training().space().as(Alphabet.class)::name).collect(java.util.stream.Collectors.joining(" ")))
                .toList();
    }

    @Test
    void keepsTheContractOfASource() throws IOException {
        Path file = file("a.csv", VISITS);
        assertEquals(List.of(), Contracts.check(source, settings("file", file, "sequence", "user", "symbol", "page")));
        assertEquals(List.of(), Contracts.check(source, settings("file", file, "symbol", "page", "end", "off")));
    }

    @Test
    void groupsRowsByTheSequenceColumnInTheOrderOfTheFile() throws IOException {
        Path file = file("a.csv", VISITS);
        assertEquals(List.of("home cart pay <end>", "home help, me <end>"),
                sequences("file", file, "test", file, "sequence", "user", "symbol", "page"));
        assertEquals(List.of("home cart pay", "home help, me"),
                sequences("file", file, "test", file, "sequence", "1", "symbol", "3", "end", "off"));
    }

    @Test
    void takesAllRowsAsOneSequenceWhereThereIsNoColumnForIt() throws IOException {
        Dataset data = source.load(settings("file", file("a.csv", VISITS), "symbol", "page", "share", .6), new SeededRun(1));
        assertTrue(data.continues());
        assertEquals(1, data.together().count());
        assertEquals(List.of("home", "cart", "help, me", "pay"), data.training().space().names());
        assertArrayEquals(new int[] {0, 0, 1}, data.training().as(Symbols.class).copy(0));
        assertArrayEquals(new int[] {2, 3}, data.test().as(Symbols.class).copy(0));
        assertTrue(refusal("file", folder.resolve("a.csv"), "symbol", "page", "end", "on").contains("end=off"));
    }

    @Test
    void cutsTheOnlySequenceInTwo() throws IOException {
        Dataset data = source.load(
                settings("file", file("one.csv", "s,x\n1,a\n1,b\n1,a\n"), "sequence", "s", "symbol", "x", "share", .6),
                new SeededRun(1));
        assertTrue(data.continues());
        assertArrayEquals(new int[] {0, 1, 0}, data.together().as(Symbols.class).copy(0));
    }

    @Test
    void readsQuotesSeparatorsAndFilesWithoutHeadings() throws IOException {
        Path quoted = file("q.csv", "\uFEFFs;x\r\n1;\"say \"\"hi\"\"\"\r\n\r\n1;\"two\nlines\"\r\n2; b \r\n");
        assertEquals(List.of("say \"hi\" two\nlines", "b"),
                sequences("file", quoted, "test", quoted, "sequence", "s", "symbol", "x", "separator", "semicolon", "end",
                        "off"));
        Path plain = file("p.tsv", "1\ta\n1\tb\n2\ta\n");
        assertEquals(List.of("a b", "a"), sequences("file", plain, "test", plain, "sequence", "1", "symbol", "2",
                "separator", "tab", "header", "off", "end", "off"));
    }

    @Test
    void aHeadingThatIsANumberWinsOverThePosition() throws IOException {
        Path file = file("a.csv", "2,1\ns,a\nt,b\n");
        assertEquals(List.of("a", "b"), sequences("file", file, "test", file, "sequence", "2", "symbol", "1", "end", "off"));
    }

    @Test
    void saysWhichColumnsThereAre() throws IOException {
        Path file = file("a.csv", VISITS);
        assertEquals("symbol must be a column of a.csv, by its heading (user, time, page) or by its number, 1 to 3;"
                + " symbol=pages; did you mean 'page'? (csv)", refusal("file", file, "sequence", "user", "symbol", "pages"));
        assertEquals("sequence must be a column of a.csv, which has no headings (header=off), by its number, 1 to 3;"
                + " sequence=4 (csv)", refusal("file", file, "sequence", "4", "symbol", "3", "header", "off"));
        assertTrue(refusal("file", file, "sequence", "user", "symbol", "page", "separator", "tab")
                .contains("is it the right separator?"));
        assertEquals(
                "csv needs either symbol=COLUMN for a word per row or values=COLUMN:COLUMN for numbers; none was given (csv)",
                refusal("file", file));
        assertEquals("line 1 of b.csv: a column that is used must have a unique heading; 'x' appears twice: use its"
                + " number", failure("file", file("b.csv", "x,x\n1,a\n2,b\n"), "sequence", "1", "symbol", "x"));
        assertTrue(
                refusal("file", file, "symbol", "page", "separator", "ab").startsWith("separator must be comma, semicolon, tab"));
    }

    @Test
    void saysWhichLineIsWrongAndWhy() throws IOException {
        Object[] typed = {"file", null, "sequence", "s", "symbol", "x"};
        typed[1] = file("short.csv", "s,x\n1,\"a\nb\"\n2\n");
        assertEquals("line 4 of short.csv: a row must have at least 2 fields; found 1", failure(typed));
        typed[1] = file("empty.csv", "s,x\n1,a\n2,\n");
        assertEquals("line 3 of empty.csv: a symbol must not be empty; column x is", failure(typed));
        typed[1] = file("who.csv", "s,x\n1,a\n,b\n");
        assertEquals("line 3 of who.csv: a row must name its sequence; column s is empty", failure(typed));
        typed[1] = file("end.csv", "s,x\n1,a\n2,<end>\n2,a\n");
        assertTrue(failure(typed).startsWith("line 3 of end.csv: no symbol may be named '<end>'"));
        typed[1] = file("open.csv", "s,x\n1,a\n2,\"b\n3,c\n");
        assertTrue(failure(typed).startsWith("after line 2 of open.csv: a field in quotes must be closed"), failure(typed));
        typed[1] = file("after.csv", "s,x\n1,\"a\"b\n");
        assertTrue(failure(typed).startsWith("after line 1 of after.csv: a field in quotes"), failure(typed));
        typed[1] = Files.write(folder.resolve("latin.csv"), "s,x\n1,ä\n".getBytes(StandardCharsets.ISO_8859_1));
        assertTrue(failure(typed).contains("UTF-8"), failure(typed));
    }

    @Test
    void numbersThatAreNearlyUniqueAreNoticed() throws IOException {
        StringBuilder text = new StringBuilder("t,x\n");
        for (int i = 0; i < 40; i++) {
            text.append(i % 4).append(',').append(i * .5).append('\n');
        }
        Path file = file("n.csv", text.toString());
        String origin = source.load(settings("file", file, "symbol", "x"), new SeededRun(1)).origin();
        assertTrue(
                origin.contains("(warning: its 40 rows have 40 different numbers, each a symbol: values=x reads them as numbers,"
                        + " bins=10 makes 10 symbols of them)"),
                origin);
        assertFalse(source.load(settings("file", file, "symbol", "t"), new SeededRun(1)).origin().contains("warning"));
        Path words = file("w.csv", text.toString().replace("0,0.0", "0,zero"));
        assertFalse(source.load(settings("file", words, "symbol", "x"), new SeededRun(1)).origin().contains("warning"));
    }

    @Test
    void binsAreEquallyFrequentRanges() throws IOException {
        Path file = file("b.csv", "x\n1\n2.5\n3\n4\n5\n5\n7\n8\n");
        Dataset data = source.load(settings("file", file, "symbol", "x", "bins", 4), new SeededRun(1));
        Alphabet alphabet = data.training().space().as(Alphabet.class);
        assertEquals(List.of("..2.5", "2.5..4", "4..5", "5.."), alphabet.names().stream().sorted(
                java.util.Comparator.comparing(name -> List.of("..2.5", "2.5..4", "4..5", "5..").indexOf(name))).toList());
        int[] all = data.together().as(Symbols.class).copy(0);
        assertEquals("..2.5", alphabet.name(all[1]));
        assertEquals("2.5..4", alphabet.name(all[2]));
        assertEquals("5..", alphabet.name(all[7]));
        assertEquals("line 4 of c.csv: with bins, column x must have finite numbers; found 'much'",
                failure("file", file("c.csv", "x\n1\n2\nmuch\n"), "symbol", "x", "bins", 2));
        assertTrue(refusal("file", file("d.csv", "x\n3\n3\n3\n"), "symbol", "x", "bins", 2)
                .contains("most in column x of d.csv are 3.0"));
    }

    /** A file that fails while its first row is read. */
    @Test
    void aFileThatCannotBeReadIsClosed() {
        boolean[] closed = new boolean[1];
        java.io.InputStream broken = new java.io.InputStream() {
            @Override
            public int read() throws IOException {
                throw new IOException("the disk is gone");
            }

            @Override
            public void close() {
                closed[0] = true;
            }
        };
        assertEquals("the disk is gone", assertThrows(IOException.class,
                () -> CsvRows.of(NumberedLines.of("a.csv", broken), ',', true)).getMessage());
        assertTrue(closed[0]);
    }

    @Test
    void saysThatAFileIsEmptyOrHasTooFewSequences() throws IOException {
        assertEquals("no.csv must have a row of headings; it is empty",
                failure("file", file("no.csv", ""), "sequence", "s", "symbol", "x"));
        assertEquals("one.csv must have at least 2 sequences, or rows of one, to be split (or specify a test file); found 1",
                failure("file", file("one.csv", "s,x\n1,a\n"), "sequence", "s", "symbol", "x"));
        Path missing = folder.resolve("missing.csv");
        assertEquals("cannot read " + missing + ": there is no such file",
                failure("file", missing, "sequence", "s", "symbol", "x"));
    }

    @Test
    void saysThatTheTestFileHasAnUnknownWord() throws IOException {
        Path train = file("a.csv", "s,x\n1,a\n");
        assertEquals("line 3 of b.csv: symbol 'q' is not in the alphabet of the training file (2 symbols: a, <end>);"
                + " with min-count=2 unknown words share a symbol",
                failure("file", train, "test", file("b.csv", "s,x\n1,a\n1,q\n"), "sequence", "s", "symbol", "x", "end",
                        "on"));
    }
}
