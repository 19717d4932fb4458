package psr.datasets;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import psr.api.contract.Contracts;
import psr.api.data.Channels;
import psr.api.data.DataKind;
import psr.api.data.Sequences;
import psr.api.data.Space;
import psr.api.data.Vectors;
import psr.api.learn.SeededRun;
import psr.api.settings.Schema;
import psr.api.source.Dataset;

class CsvVectorsTest {

    private static final double NAN = Double.NaN;
    private static final String PLANT = "run,temp [°C],load,valve (%)\na,20.5,1,10\nb,21,2,20\na,,3,30\nb,22,NA,40\na,23,5,50\n";
    private final CsvFile source = new CsvFile();

    @TempDir
    Path folder;

    private Path file(String text) throws IOException {
        return Files.writeString(folder.resolve("f.csv"), text);
    }

    private static CsvFile.Settings settings(Path file, Object... typed) {
        Map<String, String> map = new HashMap<>(Map.of("file", file.toString()));
        for (int i = 0; i < typed.length; i += 2) {
            map.put(typed[i].toString(), typed[i + 1].toString());
        }
        return Schema.of(CsvFile.Settings.class).parse(map, "csv");
    }

    private Dataset load(String text, Object... typed) throws IOException {
        return source.load(settings(file(text), typed), new SeededRun(1));
    }

    /** Every sequence of the test part of the same file given twice. */
    private List<double[]> all(String text, Object... typed) throws IOException {
        Vectors all = load(text, typed).training().as(Vectors.class);
        return IntStream.range(0, all.count()).mapToObj(all::copy).toList();
    }

    private String failure(String text, Object... typed) {
        return assertThrows(IOException.class, () -> load(text, typed)).getMessage();
    }

    private String refusal(String text, Object... typed) {
        return assertThrows(IllegalArgumentException.class, () -> load(text, typed)).getMessage();
    }

    private Path again(String text) throws IOException {
        return Files.writeString(folder.resolve("again.csv"), text);
    }

    @Test
    void keepsTheContractOfASource() throws IOException {
        Path file = file(PLANT);
        assertEquals(List.of(), Contracts.check(source,
                settings(file, "sequence", "run", "values", "temp:load", "inputs", "valve")));
        assertEquals(DataKind.of(Space.Kind.VECTORS), source.kind(settings(file, "values", "temp")));
        assertEquals(DataKind.SYMBOLS, source.kind(settings(file, "symbol", "temp")));
    }

    @Test
    void readsNamesUnitsMissingValuesAndInputs() throws IOException {
        Dataset data = load(PLANT, "sequence", "run", "values", "temp:load", "inputs", "valve", "test", again(PLANT));
        Vectors training = data.training().as(Vectors.class);
        assertEquals(Channels.of("temp", "load").withUnits("°C", ""), training.channels());
        assertArrayEquals(new double[] {20.5, 1, NAN, 3, 23, 5}, training.copy(0));
        assertArrayEquals(new double[] {21, 2, 22, NAN}, training.copy(1));
        Vectors inputs = training.inputs().orElseThrow().as(Vectors.class);
        assertEquals(Channels.of("valve").withUnits("%"), inputs.channels());
        assertArrayEquals(new double[] {NAN, 10, 30}, inputs.copy(0));
        assertEquals(training, data.test());
        Vectors now = load(PLANT, "sequence", "run", "values", "3", "inputs", "4", "input-lag", 0, "test", again(PLANT))
                .training().inputs().orElseThrow().as(Vectors.class);
        assertArrayEquals(new double[] {20, 40}, now.copy(1));
    }

    @Test
    void columnsAreNamedByHeadingNumberRangeOrAll() throws IOException {
        assertEquals(List.of("temp", "load", "valve"),
                load(PLANT, "sequence", "run", "values", "2-4").training().space().names());
        assertEquals(List.of("temp", "load"),
                load(PLANT, "sequence", "run", "values", "all", "inputs", "valve").training().space().names());
        assertEquals(List.of("load", "temp"),
                load(PLANT, "sequence", "run", "values", "load:temp [°C]").training().space().names());
        assertEquals(List.of("1", "2"), load("1,2\n3,4\n", "values", "all", "header", "off").training().space().names());
        assertEquals("values must name each column once; 'temp' is named twice; values=temp:2 (csv)",
                refusal(PLANT, "values", "temp:2"));
        assertEquals("a column must have one use; 'temp' of f.csv has two, one in values=temp:load (csv)",
                refusal(PLANT, "values", "temp:load", "inputs", "temp"));
        assertTrue(refusal(PLANT, "values", "tmp").endsWith("values=tmp; did you mean 'temp'? (csv)"),
                refusal(PLANT, "values", "tmp"));
        assertTrue(refusal(PLANT, "values", "2-9").endsWith("from 1 to 4; values=2-9 (csv)"));
    }

    @Test
    void aSecondFileMayHaveItsColumnsInAnotherOrder() throws IOException {
        Dataset data = load(PLANT, "sequence", "run", "values", "all", "inputs", "valve", "test",
                again("load,valve,temp,run\n7,8,9,z\n"));
        assertArrayEquals(new double[] {9, 7}, data.test().as(Vectors.class).copy(0));
    }

    @Test
    void oneSeriesIsCutInTime() throws IOException {
        Dataset data = load("x\n1\n2\n3\n4\n5\n", "values", "x", "share", .6);
        assertTrue(data.continues());
        assertArrayEquals(new double[] {1, 2, 3}, data.training().as(Vectors.class).copy(0));
        assertArrayEquals(new double[] {4, 5}, data.test().as(Vectors.class).copy(0));
    }

    @Test
    void sequencesAreDividedBySeed() throws IOException {
        StringBuilder text = new StringBuilder("s,t,x\n");
        for (int i = 0; i < 40; i++) {
            text.append(i / 4).append(',').append(i % 4 < 2 ? i : i + 100).append(',').append(i / 4).append('\n');
        }
        Dataset data = load(text.toString(), "sequence", "s", "time", "t", "values", "x", "gaps", "split");
        assertFalse(data.continues());
        // Both pieces of a sequence are in one part.
        for (Sequences part : List.of(data.training(), data.test())) {
            assertEquals(10, part.count());
            for (int i = 0; i < part.count(); i += 2) {
                assertEquals(part.as(Vectors.class).value(i, 0, 0), part.as(Vectors.class).value(i + 1, 0, 0));
            }
        }
    }

    @Test
    void timeSortsAndGapsSplitOrAreFilledOrIgnored() throws IOException {
        String text = "t,x,u\n2026-01-01 00:02,2,2\n2026-01-01 00:00,0,0\n2026-01-01 00:01,1,1\n2026-01-01 00:05,5,5\n"
                + "2026-01-01 00:06,6,6\n2026-01-01 00:07,7,7\n2026-01-01 00:08,8,8\n2026-01-01 00:09,9,9\n";
        Dataset split = load(text, "time", "t", "values", "x", "inputs", "u");
        Vectors training = split.training().as(Vectors.class);
        assertArrayEquals(new double[] {0, 1, 2}, training.copy(0));
        assertArrayEquals(new double[] {5}, training.copy(1));
        assertArrayEquals(new double[] {6, 7, 8, 9}, split.test().as(Vectors.class).copy(0));
        assertArrayEquals(new double[] {NAN, 0, 1}, training.inputs().orElseThrow().as(Vectors.class).copy(0));
        assertArrayEquals(new double[] {5, 6, 7, 8}, split.test().inputs().orElseThrow().as(Vectors.class).copy(0));
        assertTrue(split.origin().contains(", in the order of t, 1 gap split, cut at 0.5"), split.origin());
        List<double[]> filled = all(text, "time", "t", "values", "x", "gaps", "fill", "test", again(text));
        assertArrayEquals(new double[] {0, 1, 2, NAN, NAN, 5, 6, 7, 8, 9}, filled.get(0));
        List<double[]> ignored = all(text, "time", "t", "values", "x", "gaps", "ignore", "test", again(text));
        assertArrayEquals(new double[] {0, 1, 2, 5, 6, 7, 8, 9}, ignored.get(0));
    }

    @Test
    void wrongTimesAreRejected() {
        assertEquals("line 4 of f.csv: the rows of a sequence must have different times; that of line 2 has the same",
                failure("t,x\n5,1\n4,2\n5,3\n", "time", "t", "values", "x"));
        assertEquals("line 3 of f.csv: column t must have a finite number in each row, or a date as in ISO 8601 in each; found"
                + " 'noon'", failure("t,x\n1,1\nnoon,2\n", "time", "t", "values", "x"));
        assertTrue(failure("t,x\n1,1\n2026-01-01,2\n", "time", "t", "values", "x").contains("found '2026-01-01'"));
        assertTrue(failure("t,x\n1,1\n2,1\n3,1\n4,1\n5,1\n14,1\n23,1\n32,1\n", "time", "t", "values", "x")
                .contains("use gaps=ignore"));
        assertTrue(failure("t,x\n1,1\n2,1\n3,1\n400,1\n", "time", "t", "values", "x", "gaps", "fill")
                .contains("up to this line 396 are missing: use gaps=split"));
    }

    @Test
    void wrongFieldsAreNamedByLineAndColumn() {
        assertEquals("line 3 of f.csv: column 2 (x) must have finite numbers, or nothing where a value is missing; found 'warm'",
                failure("s,x\na,1\na,warm\n", "values", "x"));
        assertEquals("line 2 of f.csv: column 1 (x) must have finite numbers, or nothing where a value is missing; found"
                + " '-Infinity'", failure("x\n-Infinity\n2\n", "values", "x"));
        assertTrue(failure("x\n1e999\n2\n", "values", "x").endsWith("found '1e999'"));
        assertTrue(failure("x;y\n1,5;2\n2;3\n", "values", "x", "separator", "semicolon")
                .endsWith("found '1,5'; decimals need a point, not a comma"));
        assertTrue(failure("1\n0x10\n", "values", "1", "header", "off").startsWith("line 2 of f.csv: column 1 must have"));
        assertEquals("line 3 of f.csv: a row must have as many fields as the first row, 2; found 1",
                failure("x,y\n1,2\n3\n", "values", "x"));
        assertEquals("line 3 of f.csv: a row must have as many fields as the first row, 2; found 3",
                failure("x,y\n1,2\n3,4,5\n", "values", "x"));
        assertEquals("column y of f.csv must have numbers; all are missing", failure("x,y\n1,\n2,NaN\n", "values", "x:y"));
        assertEquals("column y of f.csv must have numbers; all are missing",
                failure("x,y\n1,\n2,\n", "values", "x", "inputs", "y"));
        assertEquals("f.csv must have at least 2 rows, to be split (or specify a test file); found 1",
                failure("x\n1\n", "values", "x"));
        assertEquals("f.csv must have at least 1 row; it has only headings", failure("x\n", "values", "x"));
    }

    @Test
    void settingsThatDoNotFitAreRejected() {
        assertTrue(refusal("x\n1\n", "values", "x", "symbol", "x").contains("both were given"));
        assertTrue(refusal("x\n1\n", "values", "x", "bins", 3).startsWith("bins is for symbol="));
        assertTrue(refusal("x\n1\n", "symbol", "x", "time", "t").startsWith("time is for values="));
        assertTrue(refusal("x\n1\n", "values", "x", "gaps", "fill").startsWith("gaps needs time=COLUMN"));
        assertTrue(refusal("x\n1\n", "values", "x", "input-lag", 0).startsWith("input-lag needs inputs=COLUMN"));
    }

    @Test
    void constantColumnsAndManyColumnsAreRead() throws IOException {
        assertArrayEquals(new double[] {4, 4}, load("x\n4\n4\n4\n4\n", "values", "x").training().as(Vectors.class).copy(0));
        int columns = 100_000;
        StringBuilder text = new StringBuilder();
        for (int row = 0; row < 3; row++) {
            for (int c = 0; c < columns; c++) {
                text.append(c == 0 ? "" : ",").append(row == 0 ? "c" + c : Integer.toString(row * c));
            }
            text.append('\n');
        }
        Vectors training = load(text.toString(), "values", "all").training().as(Vectors.class);
        assertEquals(columns, training.channels().size());
        assertEquals(99_999, training.value(0, 0, columns - 1));
    }
}
