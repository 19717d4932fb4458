package psr.datasets;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;

import org.junit.jupiter.api.Test;

import psr.api.contract.Contracts;
import psr.api.data.Symbols;
import psr.api.learn.SeededRun;
import psr.api.linear.Hmm;
import psr.api.model.SymbolFilter;
import psr.api.settings.Schema;
import psr.api.source.Dataset;

class RingHmmTest {

    private static final Schema<RingHmm.Settings> SCHEMA = Schema.of(RingHmm.Settings.class);
    private final RingHmm ring = new RingHmm();

    private static RingHmm.Settings settings(String... typed) {
        Map<String, String> map = new TreeMap<>();
        for (String pair : typed) {
            map.put(pair.substring(0, pair.indexOf('=')), pair.substring(pair.indexOf('=') + 1));
        }
        return SCHEMA.parse(map, "ring");
    }

    @Test
    void keepsTheContractOfASource() {
        assertEquals(List.of(), Contracts.check(ring, settings("sequences=200")));
        assertEquals(List.of(), Contracts.check(ring, settings("states=1", "symbols=1", "sequences=2", "length=1")));
    }

    @Test
    void hasTheNumbersOfThePaper() {
        Dataset data = ring.load(SCHEMA.defaults(), new SeededRun(1));
        assertEquals(5000, data.training().count());
        assertEquals(5000, data.test().count());
        assertEquals(100_000, data.training().total() + data.test().total());
        assertEquals(20, data.training().space().size());
        Hmm hmm = (Hmm) data.trueModel().orElseThrow();
        assertEquals(20, hmm.states());
        for (int s = 0; s < 20; s++) {
            for (int next = 0; next < 20; next++) {
                boolean near = Math.floorMod(next - s + 1, 20) <= 2;
                assertEquals(near, hmm.transition()[s][next] > 0, "from " + s + " to " + next);
            }
            long emitted = Arrays.stream(hmm.emission()[s]).filter(p -> p > 0).count();
            assertTrue(emitted == 1 || emitted == 2, "state " + s + " emits " + emitted);
        }
    }

    @Test
    void drawsTheModelInTheDocumentedOrder() {
        Hmm hmm = (Hmm) ring.load(settings("states=4", "symbols=3", "sequences=2"), new SeededRun(9)).trueModel().orElseThrow();
        SplittableRandom random = new SplittableRandom(SeededRun.derive(9, "ring model"));
        double[] initial = new double[4];
        Arrays.setAll(initial, s -> 1 - random.nextDouble());
        assertArrayEquals(normalized(initial), hmm.initial(), 1e-15);
        for (int s = 0; s < 4; s++) {
            double[] transition = new double[4];
            for (int target : new int[] {s + 3, s, s + 1}) {
                transition[target % 4] = 1 - random.nextDouble();
            }
            double[] emission = new double[3];
            int first = random.nextInt(3);
            int second = random.nextInt(3);
            emission[first] += 1 - random.nextDouble();
            emission[second] += 1 - random.nextDouble();
            assertArrayEquals(normalized(transition), hmm.transition()[s], 1e-15);
            assertArrayEquals(normalized(emission), hmm.emission()[s], 1e-15);
        }
    }

    private static double[] normalized(double[] weights) {
        double sum = Arrays.stream(weights).sum();
        return Arrays.stream(weights).map(w -> w / sum).toArray();
    }

    @Test
    void drawsSymbolsAsOftenAsTheOracleSays() {
        // Symbol frequencies at the first and at the fifth step, within three standard errors of the model's own
        // (SAMPLED), with one in 300 such claims failing by chance: 40 claims at a fixed seed.
        Dataset data = ring.load(settings("sequences=20000"), new SeededRun(3));
        Symbols sequences = data.training().as(Symbols.class);
        SymbolFilter filter = SymbolFilter.of(data.trueModel().orElseThrow());
        double[] p = new double[20];
        for (int t : new int[] {0, 4}) {
            filter.scores(t + 1, p);
            int[] counts = new int[20];
            for (int i = 0; i < sequences.count(); i++) {
                counts[sequences.symbol(i, t)]++;
            }
            int n = sequences.count();
            for (int o = 0; o < 20; o++) {
                assertEquals(p[o], counts[o] / (double) n, 3 * Math.sqrt(p[o] * (1 - p[o]) / n), "symbol " + o);
            }
        }
    }

    @Test
    void neverDrawsWhatTheOracleHoldsImpossible() {
        Dataset data = ring.load(settings("emissions=1", "neighbours=0", "sequences=500"), new SeededRun(5));
        SymbolFilter filter = SymbolFilter.of(data.trueModel().orElseThrow());
        for (int i = 0; i < data.test().count(); i++) {
            filter.reset();
            for (int t = 0; t < data.test().length(i); t++) {
                filter.update(data.test().as(Symbols.class).symbol(i, t));
            }
        }
        assertEquals(0, filter.repairs());
    }

    @Test
    void roundingOfTheSumNeverDrawsBeyondTheLastPossibleOutcome() {
        double[] tenths = new double[12];
        Arrays.fill(tenths, 0, 10, .1);
        double[] sums = RingHmm.cumulative(tenths);
        assertTrue(sums[8] < 1);
        assertArrayEquals(new double[] {1, 1, 1}, Arrays.copyOfRange(sums, 9, 12));
    }

    @Test
    void otherSeedsGiveOtherDataAndMoreSequencesBeginWithTheSame() {
        Dataset few = ring.load(settings("sequences=20", "share=0.9"), new SeededRun(1));
        Dataset many = ring.load(settings("sequences=200"), new SeededRun(1));
        assertEquals(few.training(), many.training().range(0, 18));
        assertNotEquals(few.training(), ring.load(settings("sequences=20", "share=0.9"), new SeededRun(2)).training());
    }

    @Test
    void eachStateIsOneTargetWhereTheNeighbourhoodGoesRoundTheRing() {
        Hmm hmm = (Hmm) ring.load(settings("states=3", "neighbours=2000000000"), new SeededRun(1)).trueModel().orElseThrow();
        for (double[] row : hmm.transition()) {
            assertEquals(3, Arrays.stream(row).filter(p -> p > 0).count());
        }
    }

    @Test
    void eitherPartMustHaveASequence() {
        assertEquals(1, ring.load(settings("sequences=2", "share=0.3"), new SeededRun(1)).training().count());
        assertEquals("share must leave at least 1 of 10000 sequences for training and for the test; share=1.0 leaves"
                + " 10000 and 0", refusal("share=1"));
        assertEquals("share must leave at least 1 of 20 sequences for training and for the test; share=0.0 leaves"
                + " 0 and 20", refusal("share=0", "sequences=20"));
    }

    @Test
    void refusesSizesThatNoMemoryHolds() {
        assertTrue(refusal("sequences=2000000000", "length=2").startsWith(
                "sequences × length must be at most 50000000; sequences=2000000000, length=2"));
        assertTrue(refusal("states=100000").startsWith("states × states must be at most 10000000; states=100000"));
        assertTrue(refusal("symbols=2000000000").startsWith(
                "states × symbols must be at most 10000000; states=20, symbols=2000000000"));
        assertTrue(refusal("emissions=2000000000").startsWith(
                "states × emissions must be at most 10000000; states=20, emissions=2000000000"));
    }

    private String refusal(String... typed) {
        return assertThrows(IllegalArgumentException.class, () -> ring.load(settings(typed), new SeededRun(1))).getMessage();
    }
}
