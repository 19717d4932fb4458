package psr.math.vectors;

/** Runs over positions of all sequences; over evenly spaced ones if there are more than a limit. */
final class Positions {

    /** What is done at a position. */
    interface Visitor {

        /** Position t of sequence i. */
        void at(int i, int t);
    }

    private static final int REPORT = 2_000;

    private Positions() {}

    /** How far apart positions are, so that there are at most {@code limit}. */
    static int stride(Rows rows, int first, int after, int limit) {
        long count = 0;
        for (int i = 0; i < rows.count(); i++) {
            count += Math.max(0, rows.length(i) - after - first + 1);
        }
        return (int) Math.max(1, (count + limit - 1) / limit);
    }

    /**
     * Visits positions t = first … length − after of every sequence.
     *
     * @param limit the most positions to visit
     * @return the number of positions visited
     */
    static int visit(Rows rows, int first, int after, int limit, String work, Progress progress, Visitor visitor) {
        int stride = stride(rows, first, after, limit);
        int visited = 0;
        int total = rows.total();
        long at = 0;
        int before = 0;
        for (int i = 0; i < rows.count(); i++) {
            for (int t = first; t <= rows.length(i) - after; t++) {
                if (at++ % stride == 0) {
                    visitor.at(i, t);
                    if (++visited % REPORT == 0) {
                        progress.at(work, (before + t) / (double) total);
                    }
                }
            }
            before += rows.length(i);
        }
        return visited;
    }
}
