package psr.math.moments;

import java.util.Arrays;

/** Numbers keys, which are 0 or more, in the order of their first occurrence. An open-addressing hash table. Not thread-safe. */
final class Numbering {

    private static final long FREE = -1;

    private long[] keys = new long[64];
    private int[] numbers = new int[64];
    private int size;

    Numbering() {
        Arrays.fill(keys, FREE);
    }

    /** The number of distinct keys. */
    int size() {
        return size;
    }

    /** The number of a key; for a new key, {@link #size} before the call. */
    int number(long key) {
        int slot = slot(keys, key);
        if (keys[slot] == key) {
            return numbers[slot];
        }
        if (2 * (size + 1) > keys.length) {
            grow();
            slot = slot(keys, key);
        }
        keys[slot] = key;
        numbers[slot] = size;
        return size++;
    }

    private static int slot(long[] keys, long key) {
        // Fibonacci hashing spreads neighbors over the table.
        int slot = (int) (key * 0x9e3779b97f4a7c15L >>> 33) & keys.length - 1;
        while (keys[slot] != FREE && keys[slot] != key) {
            slot = slot + 1 & keys.length - 1;
        }
        return slot;
    }

    private void grow() {
        long[] wider = new long[Math.multiplyExact(2, keys.length)];
        int[] moved = new int[wider.length];
        Arrays.fill(wider, FREE);
        for (int i = 0; i < keys.length; i++) {
            if (keys[i] != FREE) {
                int slot = slot(wider, keys[i]);
                wider[slot] = keys[i];
                moved[slot] = numbers[i];
            }
        }
        keys = wider;
        numbers = moved;
    }
}
