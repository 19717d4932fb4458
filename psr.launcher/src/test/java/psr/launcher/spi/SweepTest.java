package psr.launcher.spi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigInteger;
import java.util.HashSet;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SweepTest {

    private static List<String> texts(String typed) {
        return Sweep.all(List.of(Sweep.of(typed)), 1000).stream().map(Sweep.Combination::text).toList();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
            "x={5,10,20}       | x=5 x=10 x=20",
            "x={3..6}          | x=3 x=4 x=5 x=6",
            "x={5..22+5}       | x=5 x=10 x=15 x=20",
            "x={.1..1+.3}      | x=0.1 x=0.4 x=0.7 x=1",
            "x={1e-4..1e-1x10} | x=1e-4 x=1e-3 x=1e-2 x=1e-1",
            "x={0.001..0.1x10} | x=0.001 x=0.01 x=0.1",
            "x={1..100x2}      | x=1 x=2 x=4 x=8 x=16 x=32 x=64",
            "x={1e-3..1x3}     | x=1e-3 x=3e-3 x=9e-3 x=2.7e-2 x=8.1e-2 x=2.43e-1 x=7.29e-1",
            "x={-2..1}         | x=-2 x=-1 x=0 x=1",
            "x={ols,\"a,b\"}   | x=ols x=\"a,b\""})
    void readsListsAndRanges(String values, String expected) {
        assertEquals(List.of(expected.split(" ")).stream().map("a:"::concat).toList(), texts("a:" + values));
    }

    @Test
    void theLastSettingChangesFastest() {
        assertEquals(List.of("a:x=1+b:y=p,z=7", "a:x=1+b:y=q,z=7", "a:x=2+b:y=p,z=7", "a:x=2+b:y=q,z=7"),
                texts("a:x={1,2}+b:y={p,q},z=7"));
        assertEquals(List.of("x=1, y=p", "x=1, y=q"), Sweep.all(List.of(Sweep.of("a:x={1}+b:y={p,q}")), 9).stream()
                .map(Sweep.Combination::values).toList());
    }

    @Test
    void readsTheRecipesThatACombinerJoins() {
        assertEquals(List.of("mix/a:x=1/b+c", "mix/a:x=2/b+c"), texts("mix/a:x={1,2}/b+c"));
        assertEquals(List.of("\"mix/a:x=1/b\"+c", "\"mix/a:x=2/b\"+c"), texts("\"mix/a:x={1,2}/b\"+c"));
    }

    @Test
    void bracesInQuotedValuesHaveNoMeaning() {
        assertEquals(List.of("a:file=\"{1,2}\",x=3", "a:file=\"{1,2}\",x=4"), texts("a:file=\"{1,2}\",x={3,4}"));
        assertEquals(List.of("a:file=n{1}"), texts("a:file=n{1}"));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
            "x={}              | at least one value; found 'x={}'",
            "x={1,,2}          | must not be empty; found 'x={1,,2}'",
            "x={6..3}          | starts at its smallest value; found 'x={6..3}'",
            "x={a..c}          | list words, as in {a,b}; found 'x={a..c}'",
            "x={1,2,1.0}       | 1.0 appears twice in 'x={1,2,1.0}'",
            "x={1,2            | must be closed",
            "x={1,2}3          | must be the whole value of a setting",
            "x={1..2x1}        | must be above 1; found 'x={1..2x1}'",
            "x={1..2+0}        | must be above 0; found 'x={1..2+0}'",
            "x={0..2x2}        | must start above 0; found 'x={0..2x2}'",
            "x={1..9x1.000001} | at most 1000000 values"})
    void rejectsWhatIsNoSetOfValues(String values, String reason) {
        String message = assertThrows(IllegalArgumentException.class, () -> Sweep.of("a:" + values)).getMessage();
        assertTrue(message.contains(reason), message);
    }

    /** Listing these would need more memory than there is. */
    @Test
    void countsWithoutListing() {
        Sweep many = Sweep.of("a:x={1..1000000},y={1..1000000},z={1..1000000}");
        assertEquals(new BigInteger("1000000000000000000"), Sweep.count(List.of(many)));
        String message = assertThrows(IllegalArgumentException.class, () -> Sweep.all(List.of(Sweep.of("b"), many), 100))
                .getMessage();
        assertTrue(message.contains("at most 100 combinations; found 1000000000000000001, most of them in 'a:x="), message);
    }

    @Test
    void samplesWithoutRepetition() {
        List<Sweep> sweeps = List.of(Sweep.of("a:x={1..50}"), Sweep.of("b"), Sweep.of("c:x={1..1000000000},y={1..1000000}"));
        List<Sweep.Combination> sample = Sweep.sample(sweeps, 100, 3);
        assertEquals(100, new HashSet<>(sample).size());
        assertEquals(sample, Sweep.sample(sweeps, 100, 3));
        assertEquals(texts("a:x={1..5}"), Sweep.sample(List.of(Sweep.of("a:x={1..5}")), 5, 1).stream()
                .map(Sweep.Combination::text).toList());
    }

    /** Each of 10 values is drawn in about 3 of 10 samples of three; the bounds are 5 standard errors. */
    @Test
    void everyCombinationIsAsLikely() {
        int[] drawn = new int[10];
        for (int seed = 0; seed < 2000; seed++) {
            Sweep.sample(List.of(Sweep.of("a:x={0..9}")), 3, seed)
                    .forEach(each -> drawn[Integer.parseInt(each.text().substring(4))]++);
        }
        for (int count : drawn) {
            assertEquals(600, count, 5 * Math.sqrt(2000 * .3 * .7));
        }
    }
}
