package psr.api.lab;

/**
 * The division of the data of an experiment into training and test data.
 *
 * @param division how the data are divided
 * @param share the fraction of the training data that replaces the test data, above 0 and below 1, for
 *        {@link Division#TRAINING_ONLY}; otherwise 0
 */
public record DataPart(Division division, double share) {

    /** How the data are divided. */
    public enum Division {
        /** Training and test data as given by the data set. */
        AS_GIVEN,
        /** All data for both learning and measuring. */
        EVERYTHING,
        /** A part of the training data for learning, the rest of it for measuring; test data are not used. */
        TRAINING_ONLY,
        /**
         * Cross-validation: all sequences are divided into as many parts as there are trials; each trial is tested on one
         * part.
         */
        FOLDS
    }

    public DataPart {
        if (division != Division.TRAINING_ONLY) {
            share = 0;
        } else if (!(share > 0 && share < 1)) {
            throw new IllegalArgumentException("the held-out share must be above 0 and below 1; share=" + share);
        }
    }

    /** Training and test data as given by the data set. */
    public static DataPart asGiven() {
        return new DataPart(Division.AS_GIVEN, 0);
    }

    /** Training and test data together, for both learning and measuring. */
    public static DataPart everything() {
        return new DataPart(Division.EVERYTHING, 0);
    }

    /** Training data only; this fraction of them replaces the test data. */
    public static DataPart trainingOnly(double share) {
        return new DataPart(Division.TRAINING_ONLY, share);
    }

    /** Cross-validation: every trial uses the data of the first trial and is tested on a part of its own. */
    public static DataPart folds() {
        return new DataPart(Division.FOLDS, 0);
    }

    /** This text is part of the fingerprint of a run; changing it would make existing run folders unreadable. */
    @Override
    public String toString() {
        return division + (share > 0 ? " " + share : "");
    }
}
