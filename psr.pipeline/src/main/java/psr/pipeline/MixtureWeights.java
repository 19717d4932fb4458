package psr.pipeline;

import java.util.Arrays;

/**
 * The weights of a mixture that maximize the likelihood of held-out data: the limit of EM, which needs thousands of
 * passes if a weight is near 0.
 *
 * <p>The objective, Σ_t log Σ_k w_k p_kt + Σ_k log w_k, is a sum of logarithms of linear functions. For those Newton's
 * method converges from any start if a step is shortened by 1/(1+δ), where δ is its length in the metric of the Hessian
 * (Nesterov, Nemirovskii 1994). It takes a dozen passes and no line search.
 */
final class MixtureWeights {

    /** Converged if a step is shorter than this in the metric of the Hessian. */
    private static final double CONVERGED = 1e-9;

    /** Below this length full steps are taken, and each length is about the square of the one before. */
    private static final double FULL_STEP = .25;

    private static final int ITERATIONS = 200;

    private MixtureWeights() {}

    /**
     * The optimal weights. Each part is credited with one additional symbol, so that no weight vanishes: a part that
     * never helped may still predict a symbol that the others consider impossible. Symbols with probability 0 under all
     * parts do not count.
     *
     * @param probability for each part, of every held-out symbol
     * @return weights that sum to 1
     */
    static double[] of(double[]... probability) {
        int parts = probability.length;
        double[] w = new double[parts];
        Arrays.fill(w, 1.0 / parts);
        double[][] hessian = new double[parts][parts];
        double[] gradient = new double[parts];
        for (int iteration = 0; iteration < ITERATIONS && probability[0].length > 0; iteration++) {
            differentiate(probability, w, gradient, hessian);
            double[] step = alongSimplex(hessian, gradient);
            double square = 0;
            for (int k = 0; k < parts; k++) {
                for (int l = 0; l < parts; l++) {
                    square += step[k] * hessian[k][l] * step[l];
                }
            }
            double length = Math.sqrt(square);
            double share = length < FULL_STEP ? 1 : 1 / (1 + length);
            double sum = 0;
            for (int k = 0; k < parts; k++) {
                w[k] += share * step[k];
                sum += w[k];
            }
            for (int k = 0; k < parts; k++) {
                w[k] /= sum;
            }
            if (!(length > CONVERGED)) {
                break;
            }
        }
        return w;
    }

    /** The gradient and the negated Hessian. */
    private static void differentiate(double[][] probability, double[] w, double[] gradient, double[][] hessian) {
        int parts = w.length;
        for (int k = 0; k < parts; k++) {
            gradient[k] = 1 / w[k];
            Arrays.fill(hessian[k], 0);
            hessian[k][k] = 1 / (w[k] * w[k]);
        }
        double[] share = new double[parts];
        for (int t = 0; t < probability[0].length; t++) {
            double sum = 0;
            for (int k = 0; k < parts; k++) {
                sum += w[k] * probability[k][t];
            }
            if (sum > 0) {
                double inverse = 1 / sum;
                for (int k = 0; k < parts; k++) {
                    share[k] = probability[k][t] * inverse;
                    gradient[k] += share[k];
                    for (int l = 0; l <= k; l++) {
                        hessian[k][l] += share[k] * share[l];
                    }
                }
            }
        }
        for (int k = 0; k < parts; k++) {
            for (int l = 0; l < k; l++) {
                hessian[l][k] = hessian[k][l];
            }
        }
    }

    /** H⁻¹(g − λ1), λ such that the sum is 0. H: positive definite, not modified. */
    private static double[] alongSimplex(double[][] h, double[] g) {
        int n = g.length;
        double[][] l = new double[n][n];
        for (int i = 0; i < n; i++) {
            for (int j = 0; j <= i; j++) {
                double sum = h[i][j];
                for (int k = 0; k < j; k++) {
                    sum -= l[i][k] * l[j][k];
                }
                l[i][j] = i == j ? Math.sqrt(Math.max(sum, Double.MIN_NORMAL)) : sum / l[j][j];
            }
        }
        double[] ones = new double[n];
        Arrays.fill(ones, 1);
        double[] x = solve(l, g);
        double[] y = solve(l, ones);
        double lambda = Arrays.stream(x).sum() / Arrays.stream(y).sum();
        for (int k = 0; k < n; k++) {
            x[k] -= lambda * y[k];
        }
        return x;
    }

    /** (L Lᵀ)⁻¹ b. */
    private static double[] solve(double[][] l, double[] b) {
        int n = b.length;
        double[] x = b.clone();
        for (int i = 0; i < n; i++) {
            for (int k = 0; k < i; k++) {
                x[i] -= l[i][k] * x[k];
            }
            x[i] /= l[i][i];
        }
        for (int i = n - 1; i >= 0; i--) {
            for (int k = i + 1; k < n; k++) {
                x[i] -= l[k][i] * x[k];
            }
            x[i] /= l[i][i];
        }
        return x;
    }

    /** The mean −log of the mixed probability, in nats; a symbol contributes at most −log of the smallest positive number. */
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
