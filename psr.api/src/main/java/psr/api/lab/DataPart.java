package psr.api.lab;

/**
 * Which part of the data an experiment learns from and is measured on.
 *
 * @param division how the data are divided
 * @param share the share of the training data that takes the place of the test data, above 0 and below 1, for
 *        {@link Division#TRAINING_ONLY}; otherwise 0
 */
public record DataPart(Division division, double share) {

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

    public DataPart {
        if (division != Division.TRAINING_ONLY) {
            share = 0;
        } else if (!(share > 0 && share < 1)) {
            throw new IllegalArgumentException("the held-out share must be above 0 and below 1; share=" + share);
        }
    }

    /** Training and test part as the data set has them. */
    public static DataPart asGiven() {
        return new DataPart(Division.AS_GIVEN, 0);
    }

    /** Training and test data together, to learn from and to measure on. */
    public static DataPart everything() {
        return new DataPart(Division.EVERYTHING, 0);
    }

    /** Training data only, of which this share takes the place of the test data. */
    public static DataPart trainingOnly(double share) {
        return new DataPart(Division.TRAINING_ONLY, share);
    }

    /** Cross-validation: every trial has the data of the first and is tested on a part of its own. */
    public static DataPart folds() {
        return new DataPart(Division.FOLDS, 0);
    }

    /** Enters the fingerprint of a run; a change would make old run folders unreadable. */
    @Override
    public String toString() {
        return division + (share > 0 ? " " + share : "");
    }
}
