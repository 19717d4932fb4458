package psr.pipeline;

import java.util.Arrays;

/** The weights of a mixture that make held-out data likeliest, by EM. */
final class MixtureWeights {

    /** EM ends when no weight moves by more than this. */
    private static final double STILL = 1e-7;

    private static final int ITERATIONS = 2000;

    private MixtureWeights() {}

    /**
     * EM from equal weights to convergence. Each part has one symbol more than it explains, so that no weight vanishes: a
     * part that never helped may still know what the others hold impossible.
     *
     * @param probability of each part, of every held-out symbol
     * @return weights that sum to 1
     */
    static double[] of(double[]... probability) {
        int parts = probability.length;
        double[] w = new double[parts];
        Arrays.fill(w, 1.0 / parts);
        int steps = probability[0].length;
        if (steps == 0) {
            return w;
        }
        double[] share = new double[parts];
        for (int iteration = 0; iteration < ITERATIONS; iteration++) {
            Arrays.fill(share, 0);
            for (int t = 0; t < steps; t++) {
                double sum = 0;
                for (int k = 0; k < parts; k++) {
                    sum += w[k] * probability[k][t];
                }
                if (sum > 0) {
                    for (int k = 0; k < parts; k++) {
                        share[k] += w[k] * probability[k][t] / sum;
                    }
                }
            }
            double total = parts;
            for (double s : share) {
                total += s;
            }
            double moved = 0;
            for (int k = 0; k < parts; k++) {
                double next = (share[k] + 1) / total;
                moved = Math.max(moved, Math.abs(next - w[k]));
                w[k] = next;
            }
            if (moved < STILL) {
                break;
            }
        }
        return w;
    }

    /** The mean −log of the mixed probability, in nats; at most −log of the smallest positive number each. */
    static double loss(double[] w, double[]... probability) {
        double loss = 0;
        int steps = probability[0].length;
        for (int t = 0; t < steps; t++) {
            double sum = 0;
            for (int k = 0; k < w.length; k++) {
                sum += w[k] * probability[k][t];
            }
            loss -= Math.log(Math.max(sum, Double.MIN_NORMAL));
        }
        return loss / Math.max(1, steps);
    }
}
