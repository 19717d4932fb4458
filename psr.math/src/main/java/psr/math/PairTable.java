package psr.math;

import java.util.Arrays;

/**
 * Numbers pairs of numbers in the order in which they are first seen. An open-addressing hash table whose slot order is
 * never visible. Not thread-safe.
 */
public final class PairTable {

    private static final int NONE = -1;

    private long[] keys = new long[64];
    private int[] numbers = new int[64];
    private int size;

    /** An empty table. */
    public PairTable() {
        Arrays.fill(numbers, NONE);
    }

    /** The number of distinct pairs. */
    public int size() {
        return size;
    }

    /** The number of a pair, both 0 or more; −1 if it has none. */
    public int find(int first, int second) {
        return numbers[slot(keys, numbers, (long) first << 32 | second)];
    }

    /** The number of a pair, both 0 or more; the next free one if it had none. */
    public int number(int first, int second) {
        long key = (long) first << 32 | second;
        int slot = slot(keys, numbers, key);
        if (numbers[slot] == NONE) {
            if (2 * (size + 1) > keys.length) {
                grow();
                slot = slot(keys, numbers, key);
            }
            keys[slot] = key;
            numbers[slot] = size++;
        }
        return numbers[slot];
    }

    private static int slot(long[] keys, int[] numbers, long key) {
        // Fibonacci hashing spreads neighboring pairs over the table.
        int slot = (int) (key * 0x9e3779b97f4a7c15L >>> 32) & keys.length - 1;
        while (numbers[slot] != NONE && keys[slot] != key) {
            slot = slot + 1 & keys.length - 1;
        }
        return slot;
    }

    private void grow() {
        long[] wider = new long[2 * keys.length];
        int[] moved = new int[wider.length];
        Arrays.fill(moved, NONE);
        for (int i = 0; i < keys.length; i++) {
            if (numbers[i] != NONE) {
                int slot = slot(wider, moved, keys[i]);
                wider[slot] = keys[i];
                moved[slot] = numbers[i];
            }
        }
        keys = wider;
        numbers = moved;
    }
}
