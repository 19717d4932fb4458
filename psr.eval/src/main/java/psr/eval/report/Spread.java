package psr.eval.report;

/** Moves labels apart so that none covers another, each as near to its line as can be. */
final class Spread {

    private Spread() {}

    /**
     * Places that keep a distance and their order, with the smallest sum of squared moves. With z_i = y_i − i·gap the
     * distance becomes an order, and the best ordered z is the isotonic regression: neighbours out of order share their
     * mean.
     *
     * @param wanted ascending; not modified
     * @param gap the distance to keep; (wanted.length − 1)·gap must fit between low and high
     * @return a new array, within low and high
     */
    static double[] apart(double[] wanted, double gap, double low, double high) {
        int n = wanted.length;
        double[] sums = new double[n];
        int[] sizes = new int[n];
        int blocks = 0;
        for (int i = 0; i < n; i++) {
            sums[blocks] = wanted[i] - i * gap;
            sizes[blocks] = 1;
            while (blocks > 0 && sums[blocks - 1] / sizes[blocks - 1] > sums[blocks] / sizes[blocks]) {
                sums[blocks - 1] += sums[blocks];
                sizes[blocks - 1] += sizes[blocks];
                blocks--;
            }
            blocks++;
        }
        double[] placed = new double[n];
        int i = 0;
        for (int block = 0; block < blocks; block++) {
            double z = Math.max(low, Math.min(high - (n - 1) * gap, sums[block] / sizes[block]));
            for (int k = 0; k < sizes[block]; k++, i++) {
                placed[i] = z + i * gap;
            }
        }
        return placed;
    }
}
