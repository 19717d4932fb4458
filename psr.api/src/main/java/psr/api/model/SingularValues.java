package psr.api.model;

import java.util.Arrays;
import java.util.Objects;

/**
 * The singular values of the data in a spectral learner, and the chosen rank. They show users whether the values drop
 * where the model was cut; no model uses them. Immutable.
 */
public final class SingularValues {

    private final double[] values;
    private final int rank;

    private SingularValues(double[] values, int rank) {
        this.values = values;
        this.rank = rank;
    }

    /**
     * Singular values with a rank.
     *
     * @param seen largest first, each finite and at least 0: those that the model uses and, if known, further ones;
     *         copied
     * @param rank how many of them the model uses, 1 … all
     * @throws IllegalArgumentException if these conditions do not hold
     */
    public static SingularValues of(double[] seen, int rank) {
        double[] values = seen.clone();
        for (int i = 0; i < values.length; i++) {
            if (!(values[i] >= 0 && values[i] <= (i == 0 ? Double.MAX_VALUE : values[i - 1]))) {
                throw new IllegalArgumentException(
                        "singular values must be finite, at least 0 and the largest first; number " + (i + 1) + " is "
                                + values[i] + (i == 0 ? "" : " after " + values[i - 1]));
            }
        }
        if (rank < 1 || rank > values.length) {
            throw new IllegalArgumentException(
                    "the rank must be 1.." + values.length + ", the number of singular values; rank=" + rank);
        }
        return new SingularValues(values, rank);
    }

    /** The singular values, largest first; a copy. */
    public double[] values() {
        return values.clone();
    }

    /** How many of them the model uses. */
    public int rank() {
        return rank;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof SingularValues that && rank == that.rank && Arrays.equals(values, that.values);
    }

    @Override
    public int hashCode() {
        return Objects.hash(rank, Arrays.hashCode(values));
    }

    @Override
    public String toString() {
        return "rank " + rank + " of singular values " + Arrays.toString(values);
    }
}
