package psr.api.linear;

import java.util.Objects;

import psr.api.data.Alphabet;
import psr.api.model.Model;

/**
 * A linear predictive state representation: q' = B_o q / (b∞ᵀ B_o q), the score of o is b∞ᵀ B_o q, the expected features
 * are U q. Immutable and thread-safe. Spectral learners make them and gradient refiners improve them.
 *
 * <p>Matrices are stored by columns, the form in which products with a vector are fastest.
 */
public final class LinearPsr implements Model {

    // Package-private members are for LinearPsrFilter, which does not modify them.

    final Features features;
    /** d, the size of the state. */
    final int d;
    /** The end of sequences; −1 if there is none. */
    final int end;
    final Projection projection;
    /** q_1. */
    final double[] initial;
    /** B_o by columns. */
    final double[][][] operators;
    /** b∞. */
    final double[] normaliser;
    final Guard guard;
    /** R by columns, where row o of R is b∞ᵀ B_o: all scores are one product. */
    final double[][] readout;
    /** The largest |R_oj|. */
    final double largestReadout;
    /** Σ_o B_o by columns: one step without an observation. */
    final double[][] blind;
    /** The largest Σ_i |B_ij| of each operator: an upper bound of the growth of Σ|q| in one step. */
    final double[] growth;

    /**
     * Data that depend on U only, shared by models with the same state space.
     *
     * @param map U, row-major
     * @param symbols the first |O| rows of U, by columns: the expectations of all symbols are one product
     * @param gram UᵀU by columns, for ‖U q‖²
     */
    record Projection(double[] map, double[][] symbols, double[][] gram) {

        private static Projection of(double[] map, int features, int n, int d) {
            size("entries of the feature map (features × dimension)", Math.multiplyExact(features, d), map.length);
            Finite.check("feature map", map);
            double[][] gram = new double[d][d];
            double[] row = new double[d];
            for (int f = 0; f < features; f++) {
                System.arraycopy(map, f * d, row, 0, d);
                for (int j = 0; j < d; j++) {
                    Columns.add(d, row[j], row, gram[j]);
                }
            }
            return new Projection(map, Columns.of(map, n, d), gram);
        }
    }

    /**
     * The parameters that learning changes. The record does not copy its arrays; {@link LinearPsr} copies them in both
     * directions, so its owner may modify them.
     *
     * @param initial q_1, d numbers
     * @param operators B_o for each symbol o, d×d, row-major
     * @param normaliser b∞, d numbers
     */
    public record Parameters(double[] initial, double[][] operators, double[] normaliser) {

        /** A copy that shares no array with this one. */
        public Parameters copy() {
            double[][] copies = new double[operators.length][];
            for (int o = 0; o < copies.length; o++) {
                copies[o] = operators[o].clone();
            }
            return new Parameters(initial.clone(), copies, normaliser.clone());
        }
    }

    /**
     * A model with some parameters, all copied.
     *
     * @param features the strings that the state predicts; they determine the alphabet
     * @param map U, D×d, row-major; row f maps the state to the expectation of feature f
     * @param parameters q_1, B, b∞
     * @param guard how to behave if the normalizer vanishes
     * @throws IllegalArgumentException if a size is wrong or a number is not finite
     */
    public LinearPsr(Features features, double[] map, Parameters parameters, Guard guard) {
        this(Objects.requireNonNull(features, "features"), columns(parameters, features.alphabet().size()),
                parameters.initial().clone(), parameters.normaliser().clone(),
                Projection.of(map.clone(), features.count(), features.alphabet().size(), parameters.initial().length),
                Objects.requireNonNull(guard, "guard"));
    }

    /** Takes over arrays that no other object modifies. */
    private LinearPsr(Features features, double[][][] operators, double[] initial, double[] normaliser,
            Projection projection, Guard guard) {
        this.features = features;
        this.operators = operators;
        this.initial = initial;
        this.normaliser = normaliser;
        this.projection = projection;
        this.guard = guard;
        d = initial.length;
        end = features.alphabet().end().orElse(-1);
        int n = operators.length;
        size("entries of the normalizer", d, normaliser.length);
        size("entries of the initial state", projection.gram.length, d);
        size("entries of the guard's mean state", d, guard.mean().length);
        int levels = guard.count();
        if (levels > 1) {
            size("levels of the guard", n, levels);
        }
        Finite.check("initial state", initial);
        Finite.check("normaliser", normaliser);
        readout = new double[d][n];
        blind = new double[d][d];
        growth = new double[n];
        double largest = 0;
        for (int o = 0; o < n; o++) {
            for (int j = 0; j < d; j++) {
                readout[j][o] = Columns.dot(d, normaliser, operators[o][j]);
                largest = Math.max(largest, Math.abs(readout[j][o]));
                Columns.add(d, 1, operators[o][j], blind[j]);
                growth[o] = Math.max(growth[o], Columns.normL1(d, operators[o][j]));
            }
        }
        largestReadout = largest;
    }

    /** The operators by columns, after checks. */
    private static double[][][] columns(Parameters parameters, int n) {
        int d = parameters.initial().length;
        if (d < 1) {
            throw new IllegalArgumentException("the state must have at least 1 dimension; found 0");
        }
        size("operators", n, parameters.operators().length);
        double[][][] columns = new double[n][][];
        for (int o = 0; o < n; o++) {
            double[] operator = parameters.operators()[o];
            size("entries of operator " + o, Math.multiplyExact(d, d), operator.length);
            Finite.check("operator " + o, operator);
            columns[o] = Columns.of(operator, d, d);
        }
        return columns;
    }

    private static void size(String what, int expected, int found) {
        if (expected != found) {
            throw new IllegalArgumentException("the number of " + what + " must be " + expected + "; found " + found);
        }
    }

    /** A model with the same state space and other parameters, copied. */
    public LinearPsr with(Parameters parameters) {
        return new LinearPsr(features, columns(parameters, operators.length), parameters.initial().clone(),
                parameters.normaliser().clone(), projection, guard);
    }

    /** A model with the same parameters and another guard. */
    public LinearPsr with(Guard other) {
        return new LinearPsr(features, operators, initial, normaliser, projection,
                Objects.requireNonNull(other, "guard"));
    }

    @Override
    public Alphabet space() {
        return alphabet();
    }

    /** The symbols that it predicts. */
    public Alphabet alphabet() {
        return features.alphabet();
    }

    /** The strings that the state predicts. */
    public Features features() {
        return features;
    }

    /** d, the size of the state. */
    public int dimension() {
        return d;
    }

    /** U, D×d, row-major; a new array. */
    public double[] map() {
        return projection.map.clone();
    }

    /** q_1, B, b∞; new arrays that the caller may modify. */
    public Parameters parameters() {
        double[][] rows = new double[operators.length][];
        for (int o = 0; o < rows.length; o++) {
            rows[o] = Columns.rowMajor(operators[o], d);
        }
        return new Parameters(initial.clone(), rows, normaliser.clone());
    }

    /** How the model behaves if the normalizer vanishes. */
    public Guard guard() {
        return guard;
    }

    @Override
    public FeatureFilter filter() {
        return new LinearPsrFilter(this);
    }
}
