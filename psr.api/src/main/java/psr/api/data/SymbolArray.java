package psr.api.data;

import java.util.Arrays;

/**
 * A growing array of symbols that uses 1, 2 or 4 bytes per symbol, depending on the largest symbol added so far. Not
 * thread-safe; it must not be changed once it is shared.
 */
final class SymbolArray {

    private static final int LONGEST = Integer.MAX_VALUE - 8;

    /** Exactly one of the three arrays is not null. */
    private byte[] narrow;
    private char[] medium;
    private int[] wide;
    private int size;

    private SymbolArray() {}

    /** Creates an empty array with this initial capacity. */
    static SymbolArray withCapacity(int capacity) {
        SymbolArray array = new SymbolArray();
        array.narrow = new byte[capacity];
        return array;
    }

    int size() {
        return size;
    }

    int get(int k) {
        if (narrow != null) {
            return narrow[k] & 0xff;
        }
        return medium != null ? medium[k] : wide[k];
    }

    /** into[at … at+length−1] ← the symbols from … from+length−1. */
    void copy(int from, int[] into, int at, int length) {
        if (wide != null) {
            System.arraycopy(wide, from, into, at, length);
        } else if (narrow != null) {
            for (int k = 0; k < length; k++) {
                into[at + k] = narrow[from + k] & 0xff;
            }
        } else {
            for (int k = 0; k < length; k++) {
                into[at + k] = medium[from + k];
            }
        }
    }

    /** Adds some symbols, each 0 or more. */
    void add(int[] source, int from, int to) {
        int largest = 0;
        for (int k = from; k < to; k++) {
            largest |= source[k];
        }
        int old = size;
        reserve(Math.addExact(old, to - from),
                largest <= 0xff ? Byte.BYTES : largest <= 0xffff ? Character.BYTES : Integer.BYTES);
        size += to - from;
        if (wide != null) {
            System.arraycopy(source, from, wide, old, to - from);
        } else {
            for (int k = from; k < to; k++) {
                if (narrow != null) {
                    narrow[old + k - from] = (byte) source[k];
                } else {
                    medium[old + k - from] = (char) source[k];
                }
            }
        }
    }

    /** Adds symbols of another array. */
    void add(SymbolArray source, int from, int length) {
        int old = size;
        reserve(Math.addExact(old, length), source.bytes());
        size += length;
        if (bytes() == source.bytes()) {
            System.arraycopy(source.array(), from, array(), old, length);
        } else if (wide != null) {
            source.copy(from, wide, old, length);
        } else {
            for (int k = 0; k < length; k++) {
                medium[old + k] = (char) source.get(from + k);
            }
        }
    }

    /** A copy without unused space, which later additions to this array do not change. */
    SymbolArray trimmed() {
        SymbolArray exact = new SymbolArray();
        exact.size = size;
        if (size == capacity()) {
            // Both share the full array: the next addition to this one reallocates it.
            exact.narrow = narrow;
            exact.medium = medium;
            exact.wide = wide;
            return exact;
        }
        exact.narrow = narrow == null ? null : Arrays.copyOf(narrow, size);
        exact.medium = medium == null ? null : Arrays.copyOf(medium, size);
        exact.wide = wide == null ? null : Arrays.copyOf(wide, size);
        return exact;
    }

    private int bytes() {
        return narrow != null ? Byte.BYTES : medium != null ? Character.BYTES : Integer.BYTES;
    }

    private Object array() {
        return narrow != null ? narrow : medium != null ? medium : wide;
    }

    private int capacity() {
        return narrow != null ? narrow.length : medium != null ? medium.length : wide.length;
    }

    /** Makes space for this many symbols of this many bytes; copies all symbols at most once. */
    private void reserve(int needed, int bytes) {
        int capacity = needed <= capacity() ? capacity()
                : (int) Math.min(LONGEST, Math.max(needed, capacity() + (long) capacity() / 2));
        if (bytes <= bytes()) {
            if (capacity > capacity()) {
                narrow = narrow == null ? null : Arrays.copyOf(narrow, capacity);
                medium = medium == null ? null : Arrays.copyOf(medium, capacity);
                wide = wide == null ? null : Arrays.copyOf(wide, capacity);
            }
        } else if (bytes == Character.BYTES) {
            char[] moved = new char[capacity];
            for (int k = 0; k < size; k++) {
                moved[k] = (char) get(k);
            }
            medium = moved;
            narrow = null;
        } else {
            int[] moved = new int[capacity];
            copy(0, moved, 0, size);
            wide = moved;
            narrow = null;
            medium = null;
        }
    }

    @Override
    public boolean equals(Object other) {
        if (!(other instanceof SymbolArray that) || size != that.size) {
            return false;
        }
        for (int k = 0; k < size; k++) {
            if (get(k) != that.get(k)) {
                return false;
            }
        }
        return true;
    }

    @Override
    public int hashCode() {
        int hash = 1;
        for (int k = 0; k < size; k++) {
            hash = 31 * hash + get(k);
        }
        return hash;
    }
}
