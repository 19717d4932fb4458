package psr.pipeline;

/**
 * The configuration of the pipeline for some data. It is fixed, and depends only on the size and the shape of the data.
 *
 * @param historyLength the length of the longest strings of the past
 * @param futureLength the length of the longest strings of the future
 * @param strings the largest number of strings of each
 * @param least the smallest number of occurrences of a string
 * @param largestRank the largest state size to try
 * @param folds the number of training runs, each with another part held out
 * @param even whether states are scaled to the same size in every coordinate during refinement
 * @param alone whether refinement is validated by the model alone, rather than by its mixture with the n-gram
 * @param wide whether a pass over the data is so expensive that the number of passes is limited
 */
record Shape(int historyLength, int futureLength, int strings, int least, int largestRank, int folds, boolean even,
        boolean alone, boolean wide) {

    /** The largest number of parameters in the operators of all symbols; memory is needed for six copies of them. */
    private static final int NUMBERS = 5_000_000;

    /** With this many symbols or more, a single training run is enough. */
    private static final int LARGE = 2_000_000;

    /** The decay toward the start for small data. */
    private static final double DECAY = 3;

    /**
     * Above this number of symbols N the decay toward the start becomes weaker. It applies in every step, and an epoch
     * has N / {@link #STEP} steps: with 1/N² per step the decay of an epoch is proportional to 1/N.
     */
    private static final int WEAKER_DECAY = 150_000;

    /** The largest number of symbols in a step, about as many as 500 strings of PAutomaC. */
    private static final int STEP = 4_500;

    /** The smallest number of steps in an epoch. */
    private static final int STEPS = 36;

    /** With this many strings or more, steps are shorter, because there are more of them. */
    private static final int MANY = 50_000;

    /** All passes over text together process about this many symbols: the more text, the fewer passes. */
    private static final int TEXT_SYMBOLS = 4_500_000;

    /**
     * Data are wide from this size of the alphabet and this number of scores in a pass, symbols times the size of the
     * alphabet. Over smaller alphabets the states take as long as the scores.
     */
    private static final int WIDE_ALPHABET = 1_000;
    private static final long WIDE_SCORES = 500_000_000;

    /** The total number of multiplications for the scores in all passes of a refinement over wide data, approximately. */
    private static final double WIDE_WORK = 1e11;

    /** Chooses the configuration by the size and the shape of the data alone. */
    static Shape of(Corpus data) {
        int rank = (int) Math.max(2, Math.sqrt((double) NUMBERS / data.n));
        boolean wide = data.n >= WIDE_ALPHABET && (long) data.total() * data.n >= WIDE_SCORES;
        if (data.text()) {
            return new Shape(4, 4, 2000, 3, Math.min(150, rank), 1, true, true, wide);
        }
        // Without an end, a position with an incomplete future is unusable, so short sequences need short futures.
        int mean = data.count() == 0 ? 0 : data.total() / data.count();
        int future = data.end >= 0 ? 6 : Math.max(1, Math.min(6, mean / 4));
        int folds = data.total() > LARGE || wide ? 1 : 3;
        return new Shape(6, future, 1000, 5, Math.min(100, rank), folds, false, false, wide);
    }

    /**
     * The settings of the refinement.
     *
     * @param rank the size of the states
     * @param weight the weight of the model in the mixture with the n-gram, on held-out data
     */
    Refinement.RefinementPlan plan(Corpus train, int rank, double weight) {
        int symbols = Math.max(1, train.total());
        int affordable = wide ? (int) Math.max(1, WIDE_WORK / ((double) symbols * train.n * rank)) : Integer.MAX_VALUE;
        if (train.text()) {
            int passes = Math.min(affordable, Math.max(10, Math.min(30, TEXT_SYMBOLS / symbols)));
            return new Refinement.RefinementPlan(5e-3, .03, 10, .02, 5, passes, 100, 30);
        }
        double mixed = Math.max(.003, Math.min(.1, (1 - weight) / 2));
        long most = Math.min(train.count() / STEPS, (long) STEP * train.count() / symbols);
        int batch = (int) Math.max(20, Math.min(500, most));
        double share = Math.min(1, (double) WEAKER_DECAY / symbols);
        double decay = DECAY * share * share;
        int passes = wide ? Math.min(affordable, 30) : 0;
        return new Refinement.RefinementPlan(train.count() > MANY ? 2e-3 : 6e-3, decay, batch, mixed, 5, passes, 100, 30);
    }

    /** The same with states up to this size. */
    Shape upTo(int rank) {
        return new Shape(historyLength, futureLength, strings, least, rank, folds, even, alone, wide);
    }
}
