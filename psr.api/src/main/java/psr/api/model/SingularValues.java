package psr.api.model;

import java.util.Arrays;
import java.util.Objects;

/**
 * What a decomposition of the data showed: the singular values that a spectral learner saw, and the rank it chose. For people who want to see whether
 * the values fall off where the model was cut; no model computes with it. Immutable.
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
     * @param seen largest first, each finite and at least 0: those that were kept and, as far as they are known, those that were cut; copied
     * @param rank how many of them the model keeps, 1 … all
     * @throws IllegalArgumentException if they are not so
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

    /** How many of them the model keeps. */
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
