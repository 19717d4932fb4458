package psr.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.UUID;

import org.junit.jupiter.api.Test;

class WorkerLinkTest {

    private static final long SECOND = 1_000_000_000L;

    private final WorkerLink link = new WorkerLink(new Peers.Other(UUID.randomUUID(), "a:1", 2));

    /** How many more trials can be assigned until it is full. */
    private int given() {
        int number = 0;
        for (; link.isFree(); number++) {
            link.given();
        }
        return number;
    }

    @Test
    void assignsOnlyBriefTrialsAhead() {
        assertEquals(2, given(), "as many as it has threads, while nothing is known");
        link.back(SECOND / 10);
        assertEquals(3, given(), "one back, and one ahead for each thread");
        link.back(SECOND * 9 / 10);
        assertEquals(1, given(), "it waited for the one before: still brief");
        link.back(3 * SECOND);
        assertEquals(0, given(), "who is slow gets nothing ahead");
        link.back(3 * SECOND);
        link.back(3 * SECOND);
        assertEquals(1, given());
    }

    @Test
    void assignsNothingToAbsentWorkers() {
        link.given();
        link.present(false);
        assertFalse(link.isFree());
        assertTrue(link.busy());
        link.back(SECOND);
        assertFalse(link.busy());
        link.present(true);
        assertTrue(link.isFree());
    }
}
