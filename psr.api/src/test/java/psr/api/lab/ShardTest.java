package psr.api.lab;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.BitSet;
import java.util.List;

import org.junit.jupiter.api.Test;

class ShardTest {

    @Test
    void shardsHaveEveryTrialOnceAndAreOfSimilarSize() {
        for (int total : List.of(1, 3, 16, 100, 101)) {
            for (int count = 1; count <= 20; count++) {
                BitSet all = new BitSet();
                for (int number = 1; number <= count; number++) {
                    BitSet trials = new Shard(number, count).trials(total);
                    assertFalse(all.intersects(trials), "twice");
                    assertTrue(trials.cardinality() - total / count <= 1 && trials.cardinality() >= total / count);
                    all.or(trials);
                }
                assertEquals(total, all.cardinality());
                assertEquals(total, all.length());
            }
        }
    }

    @Test
    void readsItsTextBack() {
        assertEquals(new Shard(3, 16), Shard.parse("3/16"));
        assertEquals("3/16", new Shard(3, 16).toString());
        assertTrue(Shard.parse("1/1").isAll());
        assertEquals(Shard.all(), Shard.parse("1/1"));
    }

    @Test
    void rejectsInvalidShards() {
        for (String text : List.of("", "3", "3/", "/3", "a/b", "-1/3", "3 / 4", "1/99999999999")) {
            assertTrue(assertThrows(IllegalArgumentException.class, () -> Shard.parse(text)).getMessage()
                    .endsWith("for example 3/16; found '" + text + "'"));
        }
        assertEquals("a shard must be 1/16 … 16/16; found 0/16",
                assertThrows(IllegalArgumentException.class, () -> Shard.parse("0/16")).getMessage());
        assertEquals("a shard must be 1/16 … 16/16; found 17/16",
                assertThrows(IllegalArgumentException.class, () -> new Shard(17, 16)).getMessage());
        assertThrows(IllegalArgumentException.class, () -> new Shard(1, 0));
    }
}
