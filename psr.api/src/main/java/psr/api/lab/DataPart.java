package psr.api.lab;

import java.util.Objects;

/** Which part of the data an experiment learns from and is judged on. Plain data. Immutable; equal when all parts are. */
public final class DataPart {

    /** How the data are divided. */
    public enum Division {
        /** Training and test part as the data set has them. */
        AS_GIVEN,
        /** Learn from everything and measure on the same. */
        EVERYTHING,
        /** Learn from a part of the training data and measure on the rest of it; test data are not looked at. */
        TRAINING_ONLY,
        /** Cross-validation: all sequences in as many parts as there are trials, each tested in its trial. */
        FOLDS
    }

    private static final DataPart AS_GIVEN = new DataPart(Division.AS_GIVEN, 0);
    private static final DataPart EVERYTHING = new DataPart(Division.EVERYTHING, 0);
    private static final DataPart FOLDS = new DataPart(Division.FOLDS, 0);

    private final Division division;
    private final double share;

    private DataPart(Division division, double share) {
        this.division = division;
        this.share = share;
    }

    /** Training and test part as the data set has them. */
    public static DataPart asGiven() {
        return AS_GIVEN;
    }

    /** Training and test data together, to learn from and to measure on. */
    public static DataPart everything() {
        return EVERYTHING;
    }

    /**
     * Training data only.
     *
     * @param share of the training data that takes the place of the test data; above 0 and below 1
     */
    public static DataPart trainingOnly(double share) {
        if (!(share > 0 && share < 1)) {
            throw new IllegalArgumentException("the held-out share must be above 0 and below 1; share=" + share);
        }
        return new DataPart(Division.TRAINING_ONLY, share);
    }

    /** Cross-validation: every trial has the data of the first and is tested on a part of its own. */
    public static DataPart folds() {
        return FOLDS;
    }

    /** How the data are divided. */
    public Division division() {
        return division;
    }

    /** The share of the training data that judges, for {@link Division#TRAINING_ONLY}; otherwise 0. */
    public double share() {
        return share;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof DataPart that && division == that.division && share == that.share;
    }

    @Override
    public int hashCode() {
        return Objects.hash(division, share);
    }

    @Override
    public String toString() {
        return division + (share > 0 ? " " + share : "");
    }
}
