package example.arx;

import java.util.Arrays;
import java.util.Optional;

import org.osgi.service.component.annotations.Component;

import psr.api.data.Scaling;
import psr.api.data.Sequences;
import psr.api.data.Space;
import psr.api.data.Vectors;
import psr.api.learn.Learner;
import psr.api.learn.LearningException;
import psr.api.learn.Run;
import psr.api.settings.Option;
import psr.api.settings.PsrService;

/**
 * Predicts a row from the row before it and, if there are inputs, from its own input, by ridge regression: y_t = W x_t, x_t =
 * (y_{t−1}, u_t, 1), all in standard units.
 */
@Component
@PsrService(name = "arx", summary = "regression on the last row and its input", observations = Space.Kind.VECTORS, inputs = Space.Kind.VECTORS)
public final class Arx implements Learner<Arx.Settings> {

    /** The settings; checks, help and error messages are derived from them. */
    public record Settings(
            @Option(value = "1e-3", help = "ridge, as a part of the number of rows", min = 1e-12) double ridge) {}

    @Override
    public ArxModel learn(Sequences sequences, Settings settings, Run run) {
        Vectors data = sequences.as(Vectors.class);
        Optional<Vectors> inputs = sequences.inputs().map(each -> each.as(Vectors.class));
        Scaling scaling = Scaling.of(data);
        Optional<Scaling> inputScaling = inputs.map(Scaling::of);
        int d = data.channels().size();
        int m = inputs.map(each -> each.channels().size()).orElse(0);
        int n = d + m + 1;
        double[] gram = new double[n * n];
        double[] cross = new double[n * d];
        double[] squares = new double[d * d];
        double[] x = new double[n];
        double[] y = new double[d];
        double[] u = new double[m];
        long rows = 0;
        for (int i = 0; i < data.count(); i++) {
            run.checkpoint();
            for (int t = 1; t < data.length(i); t++) {
                data.row(i, t - 1, y);
                scaling.toStandard(y, y);
                System.arraycopy(y, 0, x, 0, d);
                if (inputs.isPresent()) {
                    inputs.get().row(i, t, u);
                    inputScaling.get().toStandard(u, u);
                    known(u, x, d);
                }
                x[n - 1] = 1;
                data.row(i, t, y);
                scaling.toStandard(y, y);
                // Pairs of rows with a missing value are skipped.
                if (Double.isFinite(Arrays.stream(x).sum() + Arrays.stream(y).sum())) {
                    add(x, x, gram);
                    add(x, y, cross);
                    add(y, y, squares);
                    rows++;
                }
            }
        }
        if (rows == 0) {
            throw new LearningException("arx needs at least 2 complete rows that follow each other; found none");
        }
        double[] weights = solved(gram, cross, n, d, settings.ridge() * rows);
        return new ArxModel(data.channels(), inputs.map(Vectors::channels), scaling, inputScaling, weights,
                residual(gram, cross, squares, weights, n, d, rows));
    }

    /** Copies inputs; a missing one counts as its mean, which is 0. */
    static void known(double[] u, double[] x, int from) {
        for (int j = 0; j < u.length; j++) {
            x[from + j] = Double.isNaN(u[j]) ? 0 : u[j];
        }
    }

    /** sums ← sums + a bᵀ. */
    private static void add(double[] a, double[] b, double[] sums) {
        for (int i = 0; i < a.length; i++) {
            for (int j = 0; j < b.length; j++) {
                sums[i * b.length + j] += a[i] * b[j];
            }
        }
    }

    /** The solution W of (G + ridge) W = C, by elimination; G is n×n, symmetric, C is n×d. */
    private static double[] solved(double[] gram, double[] cross, int n, int d, double ridge) {
        double[] g = gram.clone();
        double[] w = cross.clone();
        for (int i = 0; i < n; i++) {
            g[i * n + i] += ridge;
        }
        for (int i = 0; i < n; i++) {
            for (int k = i + 1; k < n; k++) {
                double factor = g[k * n + i] / g[i * n + i];
                for (int j = i; j < n; j++) {
                    g[k * n + j] -= factor * g[i * n + j];
                }
                for (int j = 0; j < d; j++) {
                    w[k * d + j] -= factor * w[i * d + j];
                }
            }
        }
        for (int i = n - 1; i >= 0; i--) {
            for (int j = 0; j < d; j++) {
                for (int k = i + 1; k < n; k++) {
                    w[i * d + j] -= g[i * n + k] * w[k * d + j];
                }
                w[i * d + j] /= g[i * n + i];
            }
        }
        return w;
    }

    /** The covariance of the errors y − Wᵀ x, d×d: that of y, minus what is explained. */
    private static double[] residual(double[] gram, double[] cross, double[] squares, double[] w, int n, int d, long rows) {
        double[] covariance = new double[d * d];
        for (int a = 0; a < d; a++) {
            for (int b = 0; b <= a; b++) {
                double sum = squares[a * d + b];
                for (int i = 0; i < n; i++) {
                    sum -= w[i * d + a] * cross[i * d + b] + w[i * d + b] * cross[i * d + a];
                    for (int k = 0; k < n; k++) {
                        sum += w[i * d + a] * gram[i * n + k] * w[k * d + b];
                    }
                }
                covariance[a * d + b] = a == b ? Math.max(0, sum / rows) : sum / rows;
                covariance[b * d + a] = covariance[a * d + b];
            }
        }
        return covariance;
    }
}
