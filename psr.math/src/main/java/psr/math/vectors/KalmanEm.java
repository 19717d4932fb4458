package psr.math.vectors;

import java.util.Arrays;

import psr.math.linear.Matrices;

/**
 * Expectation maximization for linear Gaussian models (Shumway, Stoffer 1982), from subspace identification. Missing values
 * are left out of the likelihood.
 */
public final class KalmanEm {

    /** Long sequences are cut into pieces of so many rows, because the smoother stores a covariance for each. */
    private static final int PIECE = 1_000;

    /** A ridge on regressions, relative, against states without variance. */
    private static final double RIDGE = 1e-9;

    /** The least variance of noise in standard units. */
    private static final double LEAST = 1e-8;

    private KalmanEm() {}

    /**
     * Settings.
     *
     * @param rank n, the length of the state
     * @param window the rows of the past and of the future of the first model
     * @param iterations the most iterations
     * @param tolerance stop when the log-likelihood of a row grows by less
     */
    public record Settings(int rank, int window, int iterations, double tolerance) {

        /** The usual ones. */
        public static Settings usual() {
            return new Settings(4, 10, 200, 1e-7);
        }
    }

    /** Learns a model. */
    public static KalmanModel learn(Rows rows, Settings settings, Progress progress) {
        return learn(rows, settings, Iterations.ALL, progress);
    }

    /** Learns a model. iterations: notified of the start and of each iteration, and may stop them. */
    public static KalmanModel learn(Rows rows, Settings settings, Iterations iterations, Progress progress) {
        Standardization scale = Standardization.of(rows);
        Rows data = scale.apply(rows);
        LinearGaussian model = start(Imputation.fill(data), settings, progress);
        double before = Double.NEGATIVE_INFINITY;
        for (int iteration = 0; iteration < settings.iterations(); iteration++) {
            LinearGaussian now = model;
            if (!iterations.made(iteration, () -> now.in(scale))) {
                return now.in(scale);
            }
            progress.at("iterations", iteration / (double) settings.iterations());
            Expectations sums = expect(model, data);
            double likelihood = sums.logarithm / Math.max(1, data.total());
            if (iteration > 0 && likelihood - before < settings.tolerance()) {
                break;
            }
            before = likelihood;
            model = maximize(model, sums);
        }
        return model.in(scale);
    }

    /** A first model from subspace identification. */
    static LinearGaussian start(Rows data, Settings settings, Progress progress) {
        SubspaceIdentification.Identified found = SubspaceIdentification.identify(data,
                new SubspaceIdentification.Settings(settings.rank(), settings.window(), settings.window(), 1e-5, 1, 100_000),
                progress);
        InnovationForm form = found.model();
        int n = form.n();
        int d = form.d();
        double[] q = Matrices.multiply(Matrices.multiply(form.g(), n, d, form.noise(), d), n, d,
                Matrices.transpose(form.g(), n, d), n);
        for (int i = 0; i < n; i++) {
            q[i * n + i] += 1e-2;
        }
        double[] r = new double[d];
        for (int c = 0; c < d; c++) {
            r[c] = Math.max(LEAST, .5 * form.noise()[c * d + c]);
        }
        return new LinearGaussian(n, form.m(), d, form.a(), form.b(), form.c(), form.e(), q, r, new double[n],
                Matrices.identity(n));
    }

    /** What the maximization needs: expected products given all rows. z = (x, u). */
    static final class Expectations {

        /** The logarithm of the likelihood. */
        double logarithm;
        private final NormalEquations states;
        private final NormalEquations[] outputs;
        private final double[] firsts;
        private final double[] firstProducts;
        private int sequences;

        private Expectations(LinearGaussian model) {
            int k = model.n() + model.m();
            states = new NormalEquations(k, model.n());
            outputs = new NormalEquations[model.d()];
            Arrays.setAll(outputs, c -> new NormalEquations(k, 1));
            firsts = new double[model.n()];
            firstProducts = new double[model.n() * model.n()];
        }
    }

    /** The expectation step. data: standardized; missing observations are NaN. */
    static Expectations expect(LinearGaussian model, Rows data) {
        Expectations sums = new Expectations(model);
        for (int i = 0; i < data.count(); i++) {
            double[] u = data.inputs(i).clone();
            for (int k = 0; k < u.length; k++) {
                u[k] = Double.isNaN(u[k]) ? 0 : u[k];
            }
            for (int from = 0; from < data.length(i); from += PIECE) {
                smooth(model, data.observations(i), u, from, Math.min(PIECE, data.length(i) - from), sums);
            }
        }
        return sums;
    }

    private static void smooth(LinearGaussian model, double[] y, double[] u, int from, int length, Expectations sums) {
        int n = model.n();
        int m = model.m();
        KalmanStep step = new KalmanStep(model);
        double[][] predicted = new double[length][];
        double[][] predictedCovariance = new double[length][];
        double[][] x = new double[length][];
        double[][] p = new double[length][];
        double[] mean = model.first().clone();
        double[] covariance = model.firstCovariance().clone();
        for (int t = 0; t < length; t++) {
            predicted[t] = mean.clone();
            predictedCovariance[t] = covariance.clone();
            sums.logarithm += step.observe(y, (from + t) * model.d(), u, (from + t) * m, mean, covariance);
            x[t] = mean.clone();
            p[t] = covariance.clone();
            step.advance(u, (from + t) * m, mean, covariance);
        }
        double[][] lag = new double[length][];
        for (int t = length - 2; t >= 0; t--) {
            // Jᵀ = P_{t+1|t}⁻¹ A P_{t|t}
            double[][] a = Matrices.rows(predictedCovariance[t + 1], n, n);
            for (int i = 0; i < n; i++) {
                a[i][i] += LEAST * LEAST;
            }
            double[][] jt = Matrices.rows(Matrices.multiply(model.a(), n, n, p[t], n), n, n);
            Cholesky.solve(a, jt, n);
            double[] flat = Matrices.flat(jt, n);
            double[] j = Matrices.transpose(flat, n, n);
            double[] change = new double[n * n];
            for (int i = 0; i < n * n; i++) {
                change[i] = p[t + 1][i] - predictedCovariance[t + 1][i];
            }
            double[] added = Matrices.multiply(Matrices.multiply(j, n, n, change, n), n, n, flat, n);
            double[] off = new double[n];
            for (int i = 0; i < n; i++) {
                off[i] = x[t + 1][i] - predicted[t + 1][i];
            }
            double[] moved = Matrices.multiply(j, n, n, off, 1);
            for (int i = 0; i < n; i++) {
                x[t][i] += moved[i];
            }
            for (int i = 0; i < n * n; i++) {
                p[t][i] += added[i];
            }
            lag[t + 1] = Matrices.multiply(p[t + 1], n, n, flat, n);
        }
        collect(model, y, u, from, x, p, lag, sums);
    }

    private static void collect(LinearGaussian model, double[] y, double[] u, int from, double[][] x, double[][] p,
            double[][] lag, Expectations sums) {
        int n = model.n();
        int m = model.m();
        int d = model.d();
        for (int t = 0; t < x.length; t++) {
            if (t + 1 < x.length) {
                double[] row = sums.states.row();
                fill(x[t], u, (from + t) * m, m, row);
                System.arraycopy(x[t + 1], 0, row, n + m, n);
                sums.states.add();
                for (int i = 0; i < n; i++) {
                    for (int j = 0; j < n; j++) {
                        sums.states.addTo(i, j, p[t][i * n + j]);
                        sums.states.addTo(n + m + i, n + m + j, p[t + 1][i * n + j]);
                        sums.states.addTo(j, n + m + i, lag[t + 1][i * n + j]);
                    }
                }
            }
            for (int c = 0; c < d; c++) {
                double value = y[(from + t) * d + c];
                if (!Double.isNaN(value)) {
                    double[] row = sums.outputs[c].row();
                    fill(x[t], u, (from + t) * m, m, row);
                    row[n + m] = value;
                    sums.outputs[c].add();
                    for (int i = 0; i < n; i++) {
                        for (int j = 0; j < n; j++) {
                            sums.outputs[c].addTo(i, j, p[t][i * n + j]);
                        }
                    }
                }
            }
        }
        for (int i = 0; i < n; i++) {
            sums.firsts[i] += x[0][i];
            for (int j = 0; j < n; j++) {
                sums.firstProducts[i * n + j] += p[0][i * n + j] + x[0][i] * x[0][j];
            }
        }
        sums.sequences++;
    }

    private static void fill(double[] x, double[] u, int at, int m, double[] row) {
        System.arraycopy(x, 0, row, 0, x.length);
        System.arraycopy(u, at, row, x.length, m);
    }

    /** The maximization step. */
    static LinearGaussian maximize(LinearGaussian old, Expectations sums) {
        int n = old.n();
        int m = old.m();
        int d = old.d();
        double[] a = old.a().clone();
        double[] b = old.b().clone();
        double[] q = old.q().clone();
        if (sums.states.count() > 0) {
            double[][] ab = sums.states.solve(RIDGE);
            q = sums.states.residualCovariance(ab);
            for (int i = 0; i < n; i++) {
                q[i * n + i] = Math.max(LEAST, q[i * n + i]);
                for (int j = 0; j < n + m; j++) {
                    if (j < n) {
                        a[i * n + j] = ab[j][i];
                    } else {
                        b[i * m + j - n] = ab[j][i];
                    }
                }
            }
        }
        double[] c = old.c().clone();
        double[] e = old.e().clone();
        double[] r = old.r().clone();
        for (int k = 0; k < d; k++) {
            if (sums.outputs[k].count() > 0) {
                double[][] ce = sums.outputs[k].solve(RIDGE);
                r[k] = Math.max(LEAST, sums.outputs[k].residualCovariance(ce)[0]);
                for (int j = 0; j < n + m; j++) {
                    if (j < n) {
                        c[k * n + j] = ce[j][0];
                    } else {
                        e[k * m + j - n] = ce[j][0];
                    }
                }
            }
        }
        double[] first = new double[n];
        double[] covariance = new double[n * n];
        for (int i = 0; i < n; i++) {
            first[i] = sums.firsts[i] / sums.sequences;
        }
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < n; j++) {
                covariance[i * n + j] = sums.firstProducts[i * n + j] / sums.sequences - first[i] * first[j];
            }
            covariance[i * n + i] += LEAST;
        }
        return new LinearGaussian(n, m, d, a, b, c, e, q, r, first, covariance);
    }
}
