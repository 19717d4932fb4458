package psr.api.lab;

import java.util.BitSet;

/**
 * One of several parts of the trials of an experiment: every count-th trial, so that all shards take about the same time.
 * All shards together have every trial once.
 *
 * @param number the number of the shard, from 1
 * @param count the number of shards
 */
public record Shard(int number, int count) {

    /** More parts than any experiment has trials. */
    private static final int MOST = 1_000_000;

    public Shard {
        if (count < 1 || count > MOST) {
            throw new IllegalArgumentException("there must be 1 … " + MOST + " shards; found " + count);
        }
        if (number < 1 || number > count) {
            throw new IllegalArgumentException("a shard must be 1/" + count + " … " + count + "/" + count + "; found "
                    + number + "/" + count);
        }
    }

    /** All trials. */
    public static Shard all() {
        return new Shard(1, 1);
    }

    /**
     * Parses a shard: {@code 3/16}.
     *
     * @throws IllegalArgumentException if it is not of this form, or the number is too large
     */
    public static Shard parse(String text) {
        if (!text.matches("[0-9]{1,7}/[0-9]{1,7}")) {
            throw new IllegalArgumentException("a shard must be written as its number, a slash and the number of shards, for"
                    + " example 3/16; found '" + text + "'");
        }
        int slash = text.indexOf('/');
        return new Shard(Integer.parseInt(text.substring(0, slash)), Integer.parseInt(text.substring(slash + 1)));
    }

    /** Whether the shard has all trials. */
    public boolean isAll() {
        return count == 1;
    }

    /**
     * The trials of the shard, from 0; a shard may be empty if there are few trials.
     *
     * @param total the number of trials of the experiment
     */
    public BitSet trials(int total) {
        BitSet trials = new BitSet(total);
        for (int trial = number - 1; trial < total; trial += count) {
            trials.set(trial);
        }
        return trials;
    }

    /** The text that {@link #parse} reads: {@code 3/16}. */
    @Override
    public String toString() {
        return number + "/" + count;
    }
}
