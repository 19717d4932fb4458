package psr.launcher.lab;

import java.util.BitSet;

/** Which trials of an experiment to run, and on which part of the data. Immutable. */
public final class Scope {

    /** Every trial, on the data as they are. */
    public static final Scope ALL = new Scope(new BitSet(), 0);

    private final BitSet finished;
    private final double heldOut;

    private Scope(BitSet finished, double heldOut) {
        this.finished = (BitSet) finished.clone();
        this.heldOut = heldOut;
    }

    /** The trials that are not finished. */
    public static Scope without(BitSet finished) {
        return new Scope(finished, 0);
    }

    /**
     * Every trial, on training data only: a share of them takes the place of the test data, and no oracle is measured.
     *
     * @param share above 0 and below 1
     */
    public static Scope training(double share) {
        if (!(share > 0 && share < 1)) {
            throw new IllegalArgumentException("the held-out share must be above 0 and below 1; share=" + share);
        }
        return new Scope(new BitSet(), share);
    }

    boolean finished(int trial) {
        return finished.get(trial);
    }

    /** How many of so many trials are finished. */
    int count(int trials) {
        return finished.get(0, trials).cardinality();
    }

    double heldOut() {
        return heldOut;
    }
}
