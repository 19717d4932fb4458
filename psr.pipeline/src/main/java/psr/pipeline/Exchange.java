package psr.pipeline;

import java.util.Arrays;

import psr.api.data.Alphabet;
import psr.api.data.Symbols;
import psr.api.linear.Features;
import psr.api.linear.Guard;
import psr.api.linear.LinearPsr;
import psr.math.Columns;

/**
 * Converts between operators in row form and {@link LinearPsr}, which other modules use: B_o = A_oᵀ, b∞ = β. The two make
 * the same predictions, because a prediction does not depend on the length of the state.
 *
 * <p>If the alphabet has an end, the model has an additional coordinate that is reached by the end and never left: a_end
 * leads to it, and only the end follows.
 */
final class Exchange {

    private Exchange() {}

    /** The model of operators; its features are the single symbols. */
    static LinearPsr model(Operators psr, Alphabet alphabet) {
        int d = psr.d;
        int size = psr.end < 0 ? d : d + 1;
        double[][] operators = new double[psr.n][size * size];
        for (int o = 0; o < psr.n; o++) {
            if (o == psr.end) {
                System.arraycopy(psr.ending, 0, operators[o], d * size, d);
                operators[o][d * size + d] = 1;
            } else if (psr.a[o] != null) {
                for (int i = 0; i < d; i++) {
                    for (int j = 0; j < d; j++) {
                        operators[o][j * size + i] = psr.a[o][i][j];
                    }
                }
            }
        }
        double[] normaliser = Arrays.copyOf(psr.normaliser, size);
        if (psr.end >= 0) {
            normaliser[d] = 1;
        }
        double[][] readout = new double[d][psr.n];
        psr.readout(readout);
        double[] map = new double[psr.n * size];
        for (int o = 0; o < psr.n; o++) {
            for (int i = 0; i < d; i++) {
                map[o * size + i] = readout[i][o];
            }
        }
        if (psr.end >= 0) {
            map[psr.end * size + d] = 1;
        }
        LinearPsr.Parameters parameters = new LinearPsr.Parameters(scaled(psr.initial, psr.normaliser, size), operators,
                normaliser);
        return new LinearPsr(symbols(alphabet), map, parameters,
                Guard.below(psr.guard, scaled(psr.mean, psr.normaliser, size)));
    }

    /** The state scaled so that its product with β is 1; unchanged if that is impossible. */
    private static double[] scaled(double[] q, double[] normaliser, int size) {
        double product = Columns.dot(q.length, q, normaliser);
        double[] scaled = Arrays.copyOf(q, size);
        if (Math.abs(product) > 1e-6) {
            RowLoops.set(1 / product, q, q.length, scaled);
        }
        return scaled;
    }

    private static Features symbols(Alphabet alphabet) {
        return Features.seenIn(Symbols.of(alphabet), 1);
    }

    /**
     * The operators of a model.
     *
     * @param guard the thresholds to use if the model has no guard
     */
    static Operators operators(LinearPsr model, double[] guard) {
        int size = model.dimension();
        int n = model.alphabet().size();
        int end = model.alphabet().end().orElse(-1);
        LinearPsr.Parameters parameters = model.parameters();
        double[] levels = guard.clone();
        for (int o = 0; o < n && model.guard().on(); o++) {
            levels[o] = model.guard().level(o);
        }
        int d = end >= 0 && ended(parameters, end, size) ? size - 1 : size;
        Operators psr = new Operators(d, n, end, levels);
        System.arraycopy(parameters.initial(), 0, psr.initial, 0, d);
        System.arraycopy(model.guard().meanState(), 0, psr.mean, 0, d);
        System.arraycopy(parameters.normaliser(), 0, psr.normaliser, 0, d);
        Operators.unit(psr.initial);
        Operators.unit(psr.mean);
        for (int o = 0; o < n; o++) {
            double[] b = parameters.operators()[o];
            if (o == end) {
                for (int i = 0; i < size; i++) {
                    for (int j = 0; j < d; j++) {
                        psr.ending[j] += parameters.normaliser()[i] * b[i * size + j];
                    }
                }
            } else if (Arrays.stream(b).anyMatch(v -> v != 0)) {
                psr.a[o] = new double[d][d];
                for (int i = 0; i < d; i++) {
                    for (int j = 0; j < d; j++) {
                        psr.a[o][i][j] = b[j * size + i];
                    }
                }
            }
        }
        return psr;
    }

    /** Whether the last coordinate is the one that {@link #model} adds for the end. */
    private static boolean ended(LinearPsr.Parameters parameters, int end, int size) {
        int last = size - 1;
        boolean apart = size > 1 && parameters.initial()[last] == 0 && parameters.normaliser()[last] == 1;
        for (int o = 0; o < parameters.operators().length && apart; o++) {
            double[] b = parameters.operators()[o];
            for (int i = 0; i < size; i++) {
                apart &= b[i * size + last] == (o == end && i == last ? 1 : 0);
                apart &= o == end ? i == last || rowIsZero(b, i, size) : b[last * size + i] == 0;
            }
        }
        return apart;
    }

    private static boolean rowIsZero(double[] b, int row, int size) {
        for (int j = 0; j < size; j++) {
            if (b[row * size + j] != 0) {
                return false;
            }
        }
        return true;
    }
}
