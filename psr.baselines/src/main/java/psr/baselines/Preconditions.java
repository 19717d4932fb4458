package psr.baselines;

import java.util.Arrays;
import java.util.stream.Collectors;

import psr.api.data.Symbols;
import psr.api.learn.LearningException;

/** Checks that several families share. */
public final class Preconditions {

    private Preconditions() {}

    /** Checks that scores look at least one step ahead. */
    public static void ahead(int ahead) {
        if (ahead < 1) {
            throw new IllegalArgumentException("scores must look at least 1 step ahead; ahead=" + ahead);
        }
    }

    /** Checks that there is at least one symbol to learn from. */
    public static void notEmpty(Symbols data, String learner) {
        if (data.total() == 0) {
            throw new LearningException(learner + " needs at least 1 symbol to learn from; found "
                    + data.count() + " sequences with 0 symbols");
        }
    }

    /**
     * The size of a table that is to be learned: the product of its lengths, all at least 1.
     *
     * @param what the table, as the subject of a sentence: {@code the transitions}
     * @throws LearningException if an array cannot have that many numbers
     */
    public static int size(String what, int... lengths) {
        long size = 1;
        for (int length : lengths) {
            size *= length;
            if (size > Integer.MAX_VALUE) {
                throw new LearningException(what + " must fit into an array of at most " + Integer.MAX_VALUE
                        + " numbers; they have " + Arrays.stream(lengths).mapToObj(Integer::toString)
                                .collect(Collectors.joining(" × ")));
            }
        }
        return (int) size;
    }

    /**
     * Checks the size of an array that is to be stored.
     *
     * @throws IllegalArgumentException if an array cannot have that many numbers
     */
    public static int stored(long numbers) {
        if (numbers > Integer.MAX_VALUE) {
            throw new IllegalArgumentException("a stored array must have at most " + Integer.MAX_VALUE
                    + " numbers; the model has " + numbers);
        }
        return (int) numbers;
    }
}
