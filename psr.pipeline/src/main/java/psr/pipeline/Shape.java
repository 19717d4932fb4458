package psr.pipeline;

/**
 * How the pipeline looks at data: chosen from their size and shape alone.
 *
 * @param historyLength the length of the longest strings of the past
 * @param futureLength the length of the longest strings of the future
 * @param strings how many strings of each at most
 * @param least how often a string must occur
 */
record Shape(int historyLength, int futureLength, int strings, int least) {

    static Shape of(Corpus data) {
        if (data.text()) {
            return new Shape(4, 4, 2000, 3);
        }
        // Without an end, a position whose future is cut off cannot be used: short sequences need short futures.
        int mean = data.count() == 0 ? 0 : data.total() / data.count();
        int future = data.end >= 0 ? 6 : Math.max(1, Math.min(6, mean / 4));
        return new Shape(6, future, 1000, 5);
    }
}
