package psr.baselines;

import psr.api.data.TrainingData;
import psr.api.learn.LearningException;

/** What every door of this room checks. */
public final class Preconditions {

    private Preconditions() {}

    /** Scores look at least one step ahead. */
    public static void ahead(int ahead) {
        if (ahead < 1) {
            throw new IllegalArgumentException("scores must look at least 1 step ahead; ahead=" + ahead);
        }
    }

    /** There is at least one symbol to learn from. */
    public static void notEmpty(TrainingData data, String learner) {
        if (data.sequences().total() == 0) {
            throw new LearningException(learner + " needs at least 1 symbol to learn from; found "
                    + data.sequences().count() + " sequences with 0 symbols");
        }
    }
}
