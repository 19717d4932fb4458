package psr.pipeline;

/**
 * How the pipeline goes about data: one frozen setting, of which the size and the shape of the data choose the branch.
 *
 * @param historyLength the length of the longest strings of the past
 * @param futureLength the length of the longest strings of the future
 * @param strings how many strings of each at most
 * @param least how often a string must occur
 * @param largestRank the largest state to try
 * @param folds how many times to learn, each time with another part held out
 * @param even whether states have the same size in every coordinate while they are refined
 * @param alone whether refinement is judged by the model alone, otherwise by its mixture with the n-gram
 */
record Shape(int historyLength, int futureLength, int strings, int least, int largestRank, int folds, boolean even,
        boolean alone) {

    /** The operators of all symbols have at most so many numbers: memory for six copies of them. */
    private static final int NUMBERS = 5_000_000;

    /** From so many symbols on, learning once is enough. */
    private static final int LARGE = 2_000_000;

    /** How strongly small data are drawn to the start. */
    private static final double DECAY = 3;

    /**
     * From so many symbols N on, the start weighs the less the more the data say. Every step is drawn to it, and an epoch has
     * as many steps as N has parts of {@link #STEP}: with 1/N² the pull of an epoch goes down as 1/N.
     */
    private static final int TELLING = 150_000;

    /** A step has at most so many symbols, about as many as 500 strings of PAutomaC. */
    private static final int STEP = 4_500;

    /** An epoch has at least so many steps. */
    private static final int STEPS = 36;

    /** From so many strings on, steps are smaller, since there are more of them. */
    private static final int MANY = 50_000;

    /** All passes over text together see about so many symbols: the more there are, the fewer passes. */
    private static final int TEXT_SYMBOLS = 4_500_000;

    /** The setting for data, from their size and shape alone. */
    static Shape of(Corpus data) {
        int rank = (int) Math.max(2, Math.sqrt((double) NUMBERS / data.n));
        if (data.text()) {
            return new Shape(4, 4, 2000, 3, Math.min(150, rank), 1, true, true);
        }
        // Without an end, a position whose future is cut off cannot be used: short sequences need short futures.
        int mean = data.count() == 0 ? 0 : data.total() / data.count();
        int future = data.end >= 0 ? 6 : Math.max(1, Math.min(6, mean / 4));
        boolean large = data.total() > LARGE;
        return new Shape(6, future, 1000, 5, Math.min(100, rank), large ? 1 : 3, false, false);
    }

    /**
     * How to refine.
     *
     * @param weight of the model beside the n-gram, on held-out data
     */
    Refinement.RefinementPlan plan(Corpus train, double weight) {
        if (train.text()) {
            int passes = Math.max(10, Math.min(30, TEXT_SYMBOLS / Math.max(1, train.total())));
            return new Refinement.RefinementPlan(5e-3, .03, 10, .02, 5, passes, 100, 30);
        }
        double mixed = Math.max(.003, Math.min(.1, (1 - weight) / 2));
        int symbols = Math.max(1, train.total());
        long most = Math.min(train.count() / STEPS, (long) STEP * train.count() / symbols);
        int batch = (int) Math.max(20, Math.min(500, most));
        double share = Math.min(1, (double) TELLING / symbols);
        double decay = DECAY * share * share;
        return new Refinement.RefinementPlan(train.count() > MANY ? 2e-3 : 6e-3, decay, batch, mixed, 5, 0, 100, 30);
    }

    /** The same with states up to this size. */
    Shape upTo(int rank) {
        return new Shape(historyLength, futureLength, strings, least, rank, folds, even, alone);
    }
}
