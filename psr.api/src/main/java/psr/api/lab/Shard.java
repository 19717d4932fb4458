package psr.api.lab;

import java.util.BitSet;
import java.util.Objects;

/**
 * One of several equal parts of the trials of an experiment: every so many-th of them, so that shares take about as long as each
 * other. All shares of one count together have every trial once. Immutable; equal when all parts are.
 */
public final class Shard {

    /** More parts than trials that anybody asks for. */
    private static final int MOST = 1_000_000;
    private static final Shard ALL = new Shard(1, 1);

    private final int number;
    private final int count;

    private Shard(int number, int count) {
        this.number = number;
        this.count = count;
    }

    /** Every trial. */
    public static Shard all() {
        return ALL;
    }

    /**
     * A share.
     *
     * @param number which, from 1
     * @param count of how many
     * @throws IllegalArgumentException if there is none of that number
     */
    public static Shard of(int number, int count) {
        if (count < 1 || count > MOST) {
            throw new IllegalArgumentException("there must be 1 … " + MOST + " shares; found " + count);
        }
        if (number < 1 || number > count) {
            throw new IllegalArgumentException("a share must be 1/" + count + " … " + count + "/" + count + "; found "
                    + number + "/" + count);
        }
        return new Shard(number, count);
    }

    /**
     * A share as it is written: {@code 3/16}.
     *
     * @throws IllegalArgumentException if it is not written so, or there is none of that number
     */
    public static Shard parse(String text) {
        if (!text.matches("[0-9]{1,7}/[0-9]{1,7}")) {
            throw new IllegalArgumentException("a share must be written as its number, a slash and how many there are, for"
                    + " example 3/16; found '" + text + "'");
        }
        int slash = text.indexOf('/');
        return of(Integer.parseInt(text.substring(0, slash)), Integer.parseInt(text.substring(slash + 1)));
    }

    /** Which, from 1. */
    public int number() {
        return number;
    }

    /** Of how many. */
    public int count() {
        return count;
    }

    /** Whether it is every trial. */
    public boolean isAll() {
        return count == 1;
    }

    /**
     * Which trials it has, from 0; a share of few trials may have none.
     *
     * @param total how many the experiment has
     */
    public BitSet trials(int total) {
        BitSet trials = new BitSet(total);
        for (int trial = number - 1; trial < total; trial += count) {
            trials.set(trial);
        }
        return trials;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Shard that && number == that.number && count == that.count;
    }

    @Override
    public int hashCode() {
        return Objects.hash(number, count);
    }

    /** As it is written: {@code 3/16}. */
    @Override
    public String toString() {
        return number + "/" + count;
    }
}
