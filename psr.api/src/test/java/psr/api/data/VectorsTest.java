package psr.api.data;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class VectorsTest {

    private static final double EXACT = 1e-12;
    private static final double GAP = Double.NaN;

    private final Channels channels = Channels.of("temp", "load").withUnits("°C", "");
    private final Vectors rows = Vectors.of(channels, new double[][] {{1, 2}, {3, GAP}, {5, 6}}, new double[0][],
            new double[][] {{7, 8}});
    private final Vectors inputs = Vectors.of(Channels.of("u"), new double[][] {{10}, {20}, {30}}, new double[0][],
            new double[][] {{40}});

    @Test
    void hasItsRows() {
        assertEquals(3, rows.count());
        assertEquals(4, rows.total());
        assertEquals(3, rows.longest());
        assertEquals(3, rows.value(0, 1, 0));
        assertTrue(Double.isNaN(rows.value(0, 1, 1)));
        assertArrayEquals(new double[] {1, 2, 3, GAP, 5, 6}, rows.copy(0));
        double[] row = new double[2];
        rows.row(2, 0, row);
        assertArrayEquals(new double[] {7, 8}, row);
        assertThrows(IndexOutOfBoundsException.class, () -> rows.value(1, 0, 0));
        assertThrows(IndexOutOfBoundsException.class, () -> rows.value(0, 0, 2));
        assertEquals("3 sequences, 4 rows over 2 channels: temp [°C], load", rows.toString());
    }

    @Test
    void rejectsInfiniteValuesAndRaggedRows() {
        assertEquals(
                "values must be finite, or NaN if they are missing; found Infinity in channel 'load' at position 1 of sequence 0",
                assertThrows(IllegalArgumentException.class,
                        () -> Vectors.of(channels, new double[][] {{1, 2}, {3, Double.POSITIVE_INFINITY}})).getMessage());
        assertEquals("a row must have 2 values, one per channel; found 1 at position 1 of sequence 0",
                assertThrows(IllegalArgumentException.class, () -> Vectors.of(channels, new double[][] {{1, 2}, {3}}))
                        .getMessage());
    }

    @Test
    void inputsMustHaveTheSameLengths() {
        assertEquals(inputs, rows.withInputs(inputs).inputs().orElseThrow());
        assertEquals(rows, rows.withInputs(inputs).withoutInputs());
        assertEquals("there must be an input for each observation; found 3 observations and 1 inputs in sequence 0",
                assertThrows(IllegalArgumentException.class, () -> rows.withInputs(inputs.select(2, 1, 2))).getMessage());
        assertThrows(IllegalArgumentException.class, () -> rows.withInputs(inputs.withInputs(inputs)));
    }

    @Test
    void everyDivisionTakesTheInputsAlong() {
        Vectors data = rows.withInputs(inputs);
        Vectors piece = data.pieces(new int[] {0, 2}, new int[] {1, 0}, new int[] {3, 1});
        assertArrayEquals(new double[] {3, GAP, 5, 6}, piece.copy(0));
        assertArrayEquals(new double[] {20, 30}, piece.inputs().orElseThrow().as(Vectors.class).copy(0));
        Vectors twice = data.append(piece);
        assertEquals(5, twice.count());
        assertArrayEquals(new double[] {40}, twice.inputs().orElseThrow().as(Vectors.class).copy(4));
        Vectors longer = data.select(2, 0).continuedBy(piece);
        assertArrayEquals(new double[] {7, 8, 3, GAP, 5, 6}, longer.copy(0));
        assertArrayEquals(new double[] {10, 20, 30, 40}, longer.inputs().orElseThrow().as(Vectors.class).copy(1));
        assertThrows(IllegalArgumentException.class, () -> data.append(rows), "one has no inputs");
    }

    @Test
    void fewSequencesAreCutInTime() {
        Vectors long1 = Vectors.of(Channels.of("x"), new double[][] {{0}, {1}, {2}, {3}, {4}, {5}, {6}, {7}, {8}, {9}});
        Sequences.Parts<Vectors> parts = long1.holdOut(.2);
        assertTrue(parts.continues());
        assertArrayEquals(new double[] {8, 9}, parts.heldOut().copy(0));
        assertEquals(long1, parts.rest().continuedBy(parts.heldOut()));
        assertFalse(rows.holdOut(.4).continues(), "one sequence is too short to be cut");
    }

    @Test
    void theFingerprintDependsOnValuesLengthsAndInputs() {
        assertEquals(rows.sha256(), rows.select(0, 1, 2).sha256());
        assertNotEquals(rows.sha256(), rows.select(1, 0, 2).sha256());
        assertNotEquals(rows.sha256(), rows.withInputs(inputs).sha256());
    }

    @Test
    void scalesByTheValuesThatArePresent() {
        Scaling scaling = Scaling.of(Vectors.of(Channels.of("a", "constant", "empty"),
                new double[][] {{1, 5, GAP}, {GAP, 5, GAP}, {3, 5, GAP}}));
        assertArrayEquals(new double[] {2, 5, 0}, scaling.mean(), EXACT);
        assertArrayEquals(new double[] {1, 1, 1}, scaling.deviation(), EXACT);
        double[] row = {4, 5, 9};
        scaling.toStandard(row, row);
        assertArrayEquals(new double[] {2, 0, 9}, row, EXACT);
        scaling.fromStandard(row, row);
        assertArrayEquals(new double[] {4, 5, 9}, row, EXACT);
        double[] large = Scaling.of(Vectors.of(Channels.of("x"), new double[][] {{1e9}, {1e9 + 2}})).deviation();
        assertArrayEquals(new double[] {1}, large, 1e-6);
    }

    @Test
    void spacesAndDataAreOfOneClass() {
        Space space = channels;
        assertEquals("the space must be of class Alphabet; found vectors (2 channels: temp [°C], load)",
                assertThrows(IllegalStateException.class, () -> space.as(Alphabet.class)).getMessage());
        assertThrows(IllegalStateException.class, () -> rows.as(Symbols.class));
        assertThrows(IllegalArgumentException.class, () -> Channels.of("x", "x"));
        assertThrows(IllegalArgumentException.class, Channels::of);
        assertEquals("vectors with inputs (vectors)", DataKind.of(rows.withInputs(inputs)).toString());
    }

    @Test
    void jointSymbolsArePairs() {
        Symbols actions = Symbols.of(Alphabet.of(java.util.List.of("l", "r")), new int[] {0, 1});
        Symbols joint = Symbols.of(Alphabet.numbered(3), new int[] {2, 1}).withInputs(actions).joint();
        assertArrayEquals(new int[] {2, 4}, joint.copy(0));
        assertEquals("r/1", joint.alphabet().name(4));
        assertThrows(IllegalStateException.class, actions::joint, "there are no inputs");
    }
}
