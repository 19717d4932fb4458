package psr.math.gibbs;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.SplittableRandom;

import org.junit.jupiter.api.Test;

import psr.math.gibbs.AutomatonSearch.Candidate;
import psr.math.gibbs.AutomatonSearch.Effort;
import psr.math.gibbs.AutomatonSearch.Found;
import psr.math.gibbs.AutomatonSearch.Priors;
import psr.math.gibbs.AutomatonSearch.Watch;

class AutomatonSearchTest {

    private static final double EXACT = 1e-12;

    private static final Watch NONE = new Watch() {
        @Override
        public void checkpoint() {}

        @Override
        public void progress(double share, String doing) {
            assertTrue(share >= 0 && share <= 1, () -> "share " + share);
        }
    };

    /** Strings whose symbols alternate from a random start, a tenth exchanged. */
    private static int[][] alternating(int count, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        int[][] strings = new int[count][8];
        for (int[] string : strings) {
            int first = random.nextInt(2);
            for (int t = 0; t < string.length; t++) {
                string[t] = random.nextInt(10) == 0 ? random.nextInt(2) : (first + t) % 2;
            }
        }
        return strings;
    }

    private static AutomatonSearch search(Effort effort) {
        return new AutomatonSearch(2, alternating(300, 1), alternating(60, 2), effort,
                purpose -> new SplittableRandom(purpose.hashCode()), NONE);
    }

    private static Candidate hmm(int states) {
        return new Candidate(states, false, .3, .05, Priors.FIXED);
    }

    @Test
    void choosesTheSmallestAutomatonThatPredictsAsWellAsTheBest() {
        AutomatonSearch search = search(new Effort(3, 60, 10, 2));
        Found found = search.choose(List.of(hmm(1), hmm(2), hmm(12), new Candidate(12, true, .5, .1, Priors.RESAMPLED)));
        assertEquals(hmm(2), found.best());
        assertEquals(1, Arrays.stream(search.finish().weights()).sum(), EXACT);
    }

    @Test
    void theSameSeedFindsTheSameBits() {
        List<Candidate> candidates = new AutomatonCandidates(2, 2400).of(OptionalInt.of(3), true, true, OptionalDouble.empty(),
                OptionalDouble.empty());
        AutomatonSearch one = search(new Effort(2, 10, 4, 2));
        AutomatonSearch two = search(new Effort(2, 10, 4, 2));
        one.choose(candidates);
        two.choose(candidates);
        Found a = one.finish();
        Found b = two.finish();
        assertArrayEquals(a.weights(), b.weights());
        assertArrayEquals(a.automata().get(0).transition(), b.automata().get(0).transition());
    }

    @Test
    void theStandardErrorIsThatOfASumOfDifferences() {
        // Differences 1, 2, 3: variance 1, three of them.
        assertEquals(Math.sqrt(3), AutomatonSearch.standardError(new double[] {1, 2, 3}, new double[3]), EXACT);
        assertEquals(0, AutomatonSearch.standardError(new double[] {1}, new double[] {5}), EXACT);
    }

    @Test
    void largeAlphabetsAndFewDataHaveFewCandidates() {
        OptionalDouble none = OptionalDouble.empty();
        List<Candidate> usual = new AutomatonCandidates(10, 100_000).of(OptionalInt.empty(), true, true, none, none);
        assertTrue(usual.stream().anyMatch(c -> c.states() == 60), usual::toString);
        List<Candidate> many = new AutomatonCandidates(10_000, 1_000_000).of(OptionalInt.empty(), true, false, none, none);
        assertTrue(many.stream().allMatch(c -> c.cells(10_000) <= 1_000_000), many::toString);
        List<Candidate> few = new AutomatonCandidates(10, 500).of(OptionalInt.empty(), true, true, none, none);
        assertTrue(few.stream().allMatch(c -> c.states() <= 20), few::toString);
        List<Candidate> asked = new AutomatonCandidates(10, 500).of(OptionalInt.of(7), true, false, OptionalDouble.of(.2), none);
        assertEquals(List.of(new Candidate(7, true, .2, .05, Priors.FIXED)), asked);
    }
}
