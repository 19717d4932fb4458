package psr.api.learn;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import java.util.HashSet;
import java.util.Map;
import java.util.Set;

import org.junit.jupiter.api.Test;

class SeededRunTest {

    @Test
    void thePurposeAndTheSeedDecideTheNumbers() {
        SeededRun run = new SeededRun(41);
        assertEquals(run.random("shuffle").nextLong(), new SeededRun(41).random("shuffle").nextLong());
        assertNotEquals(run.random("shuffle").nextLong(), run.random("start").nextLong());
        assertNotEquals(run.random("shuffle").nextLong(), new SeededRun(42).random("shuffle").nextLong());
    }

    @Test
    void neighbouringPartsHaveUnrelatedSeeds() {
        Set<Long> seeds = new HashSet<>();
        for (int seed = 0; seed < 100; seed++) {
            for (int trial = 0; trial < 100; trial++) {
                seeds.add(SeededRun.derive(seed, "trial " + trial));
            }
        }
        assertEquals(10_000, seeds.size());
    }

    /** These values are part of what makes old results repeatable: they must never change. */
    @Test
    void derivedSeedsStayWhatTheyWere() {
        assertEquals(1177709701578974231L, SeededRun.derive(1, "trial 0"));
    }

    @Test
    void addsUpCounters() {
        SeededRun run = new SeededRun(1);
        run.count("skipped gradients", 2);
        run.count("skipped gradients", 3);
        assertEquals(Map.of("skipped gradients", 5L), run.counts());
    }
}
