package psr.api.learn;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.HashSet;
import java.util.Set;

import org.junit.jupiter.api.Test;

class SeedsTest {

    @Test
    void neighboringPartsHaveUnrelatedSeeds() {
        Set<Long> seeds = new HashSet<>();
        for (int seed = 0; seed < 100; seed++) {
            for (int trial = 0; trial < 100; trial++) {
                seeds.add(SeededRun.derive(seed, "trial " + trial));
            }
        }
        assertEquals(10_000, seeds.size());
    }

    /** Old results are repeatable only if these values never change. */
    @Test
    void derivedSeedsStayWhatTheyWere() {
        assertEquals(1177709701578974231L, SeededRun.derive(1, "trial 0"));
    }
}
