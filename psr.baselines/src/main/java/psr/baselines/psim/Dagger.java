package psr.baselines.psim;

import java.util.function.BooleanSupplier;

import psr.api.data.Symbols;
import psr.api.learn.LearningException;
import psr.baselines.StateSpace;
import psr.math.Columns;
import psr.math.Kernels;
import psr.math.OuterSum;
import psr.math.linear.Matrices;

/**
 * Data set aggregation (Ross, Gordon, Bagnell 2011) for an inference machine. In each round the current machine filters
 * the training sequences, its states are added to those of all earlier rounds, and a ridge regression per symbol from all
 * these states to the observed futures gives the next machine.
 *
 * <p>The filter never starts from an observed ψ_t as a state, because that contains the answer.
 */
final class Dagger {

    private final StateSpace space;
    private final double ridge;
    private final int d;
    /** Per symbol, over all rounds: the number of steps, Σq, Σψ', Σqqᵀ, Σψ'qᵀ. */
    private final double[] count;
    private final double[][] states;
    private final double[][] targets;
    private final OuterSum[] squares;
    private final OuterSum[] products;

    /** @param ridge λ, above 0 */
    Dagger(StateSpace space, double ridge) {
        this.space = space;
        this.ridge = ridge;
        d = space.dimension();
        int n = space.features().alphabet().size();
        count = new double[n];
        states = new double[n][d];
        targets = new double[n][d];
        squares = new OuterSum[n];
        products = new OuterSum[n];
        for (int o = 0; o < n; o++) {
            squares[o] = new OuterSum(d, d);
            products[o] = new OuterSum(d, d);
        }
    }

    /** The bigram machine: A_o = 0, c_o is the mean of ψ_{t+1} over the steps with o_t = o. */
    static InferenceMachine start(Symbols sequences, StateSpace space, BooleanSupplier stop) {
        InferenceMachine machine = InferenceMachine.zeros(space);
        double[] count = new double[machine.constant().length];
        machine.copy().walk(sequences, space, stop, (symbol, state, prediction, next, target) -> {
            count[symbol]++;
            Kernels.add(1, target, target.length, machine.constant()[symbol]);
        });
        means(count, machine.constant());
        return machine;
    }

    /** Divides sums by counts; a symbol without any gets the mean over all. */
    private static void means(double[] count, double[][] sums) {
        double[] mean = new double[sums[0].length];
        double all = 0;
        for (int o = 0; o < count.length; o++) {
            Kernels.add(1, sums[o], mean.length, mean);
            all += count[o];
        }
        Kernels.scale(1 / all, mean.length, mean);
        for (int o = 0; o < count.length; o++) {
            if (count[o] > 0) {
                Kernels.scale(1 / count[o], mean.length, sums[o]);
            } else {
                System.arraycopy(mean, 0, sums[o], 0, mean.length);
            }
        }
    }

    /**
     * One round: filters with this machine, aggregates, and fits the next one.
     *
     * @param stop whether to skip the remaining sequences
     * @throws LearningException if the ridge is too small to determine a regression
     */
    InferenceMachine round(InferenceMachine machine, Symbols sequences, BooleanSupplier stop) {
        machine.walk(sequences, space, stop, (symbol, state, prediction, next, target) -> {
            count[symbol]++;
            Kernels.add(1, state, d, states[symbol]);
            Kernels.add(1, target, d, targets[symbol]);
            squares[symbol].add(state, state);
            products[symbol].add(target, state);
        });
        return fit();
    }

    /** A_o = Cov(ψ', q)(Cov(q, q) + λI)⁻¹, c_o = mean ψ' − A_o mean q, so that the constant is not penalized. */
    private InferenceMachine fit() {
        InferenceMachine machine = InferenceMachine.zeros(space);
        for (int o = 0; o < count.length; o++) {
            machine.constant()[o] = targets[o].clone();
        }
        means(count, machine.constant());
        double[] mean = new double[d];
        double[] moved = new double[d];
        for (int o = 0; o < count.length; o++) {
            if (count[o] > 0) {
                System.arraycopy(states[o], 0, mean, 0, d);
                Kernels.scale(1 / count[o], d, mean);
                // Concatenated columns are the transposed matrix, row-major; Cov(q, q) is symmetric.
                double[] square = Matrices.flat(squares[o].columns(), d);
                double[] product = Matrices.flat(products[o].columns(), d);
                Kernels.scale(1 / count[o], d * d, square);
                Kernels.scale(1 / count[o], d * d, product);
                Kernels.addOuter(-1, mean, d, mean, d, square);
                Kernels.addOuter(-1, mean, d, machine.constant()[o], d, product);
                // A_oᵀ by rows is A_o by columns.
                machine.linear()[o] = Matrices.rows(solved(o, square, product), d, d);
                Columns.multiply(machine.linear()[o], d, d, mean, moved);
                Kernels.add(-1, moved, d, machine.constant()[o]);
            }
        }
        return machine;
    }

    /** (S + λI)⁻¹ P, d×d, for a symbol. */
    private double[] solved(int symbol, double[] square, double[] product) {
        try {
            double[] solved = Matrices.solveRidge(square, d, ridge, product, d);
            if (Double.isFinite(Kernels.normL1(solved))) {
                return solved;
            }
        } catch (ArithmeticException notPositive) {
            throw undetermined(symbol, notPositive);
        }
        throw undetermined(symbol, null);
    }

    private LearningException undetermined(int symbol, ArithmeticException cause) {
        return new LearningException("the states before symbol '" + space.features().alphabet().name(symbol)
                + "' must determine a regression, but do not with ridge=" + ridge + "; try a larger one, such as 1e-3"
                + " (psim)", cause);
    }
}
