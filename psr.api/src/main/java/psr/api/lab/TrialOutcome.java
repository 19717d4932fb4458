package psr.api.lab;

import java.util.List;
import java.util.Objects;

/** What came out of one trial as plain data. Immutable; equal when all parts are. */
public final class TrialOutcome {

    private final int trial;
    private final List<TrialResult> results;
    private final String dataSha256;

    private TrialOutcome(int trial, List<TrialResult> results, String dataSha256) {
        this.trial = trial;
        this.results = List.copyOf(results);
        this.dataSha256 = Objects.requireNonNull(dataSha256, "dataSha256");
        for (TrialResult result : results) {
            if (result.trial() != trial) {
                throw new IllegalArgumentException("the results must be of trial " + trial + "; found one of trial "
                        + result.trial());
            }
        }
    }

    /**
     * An outcome.
     *
     * @param results of every recipe, in their order, the true model last; copied
     * @param dataSha256 of the data it was computed on
     */
    public static TrialOutcome of(int trial, List<TrialResult> results, String dataSha256) {
        return new TrialOutcome(trial, results, dataSha256);
    }

    /** From 0. */
    public int trial() {
        return trial;
    }

    /** Of every recipe, in their order, the true model last; not modifiable. */
    public List<TrialResult> results() {
        return results;
    }

    /** {@link psr.api.source.Dataset} as it was loaded: two computations of a trial must have had the same data. */
    public String dataSha256() {
        return dataSha256;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof TrialOutcome that && trial == that.trial && results.equals(that.results)
                && dataSha256.equals(that.dataSha256);
    }

    @Override
    public int hashCode() {
        return Objects.hash(trial, results, dataSha256);
    }

    @Override
    public String toString() {
        return "trial " + trial + ", " + results.size() + " results";
    }
}
