package psr.baselines.psim;

import psr.api.data.Alphabet;
import psr.api.linear.FeatureFilter;
import psr.api.linear.Features;
import psr.api.model.Model;
import psr.baselines.Preconditions;
import psr.baselines.StateSpace;
import psr.math.Columns;
import psr.math.Kernels;

/**
 * A predictive state inference machine: q' = A_o q + c_o, without a normalizer. The state predicts the features U q,
 * and the score of a symbol is the expectation of its own feature.
 *
 * <p>A state longer than every Uᵀψ of the training data cannot be an expectation; it is scaled down, which counts as a
 * repair.
 */
final class PsimModel implements Model {

    private final StateSpace space;
    private final InferenceMachine machine;
    private final int n;
    /** The first |O| rows of U, by columns: all scores are one product. */
    private final double[][] symbols;

    /** @param machine copied */
    PsimModel(StateSpace space, InferenceMachine machine) {
        this.space = space;
        this.machine = machine.copy();
        this.n = space.features().alphabet().size();
        symbols = new double[space.dimension()][n];
        for (int o = 0; o < n; o++) {
            for (int j = 0; j < symbols.length; j++) {
                symbols[j][o] = space.map()[o * symbols.length + j];
            }
        }
    }

    @Override
    public Alphabet space() {
        return space.features().alphabet();
    }

    /** The space of the states; do not modify. */
    StateSpace stateSpace() {
        return space;
    }

    /** The dynamics of the state; do not modify. */
    InferenceMachine machine() {
        return machine;
    }

    @Override
    public FeatureFilter filter() {
        return new MachineFilter();
    }

    private final class MachineFilter implements FeatureFilter {

        private double[] q = machine.initial().clone();
        private double[] next = new double[q.length];
        /** The scores of q if {@link #scored}. */
        private final double[] scores = new double[n];
        private boolean scored;
        private long repairs;

        @Override
        public void reset() {
            System.arraycopy(machine.initial(), 0, q, 0, q.length);
            scored = false;
        }

        @Override
        public void update(int symbol) {
            machine.predict(symbol, q, next);
            if (machine.bounded(next)) {
                repairs++;
            }
            double[] old = q;
            q = next;
            next = old;
            scored = false;
        }

        /** Replaces the state by its expectation, as in {@link #scores} further ahead, given that no end occurred. */
        @Override
        public boolean skip() {
            double[] possible = new double[n];
            expectedSymbols(possible);
            space().end().ifPresent(end -> possible[end] = 0);
            q = expected(q, possible);
            scored = false;
            return true;
        }

        /** Σ_o p_o (A_o q + c_o), with p the distribution of the scores; the scores are overwritten with p. */
        private double[] expected(double[] state, double[] scores) {
            double[] moved = new double[q.length];
            double[] expected = new double[q.length];
            distribution(scores);
            for (int o = 0; o < n; o++) {
                machine.predict(o, state, moved);
                Kernels.add(scores[o], moved, moved.length, expected);
            }
            machine.bounded(expected);
            return expected;
        }

        /**
         * The first rows of U q. More than one step ahead: the machine is not a linear function of the scores, so the
         * state is replaced by its expectation, step by step: q' = Σ_o p_o (A_o q + c_o), where p are the scores of q,
         * negative ones set to zero, divided by their sum. Exact if the scores are the true probabilities.
         */
        @Override
        public void scores(int ahead, double[] into) {
            Preconditions.ahead(ahead);
            expectedSymbols(into);
            double[] state = q;
            for (int k = 1; k < ahead; k++) {
                state = expected(state, into);
                Columns.multiply(symbols, n, q.length, state, into);
            }
        }

        /** Sets negative scores to zero, then divides all by their sum; without a positive score all become equal. */
        private void distribution(double[] scores) {
            double sum = 0;
            for (int o = 0; o < n; o++) {
                scores[o] = Math.max(scores[o], 0);
                sum += scores[o];
            }
            for (int o = 0; o < n; o++) {
                scores[o] = sum > Double.MIN_NORMAL ? scores[o] / sum : 1.0 / n;
            }
        }

        @Override
        public Features features() {
            return space.features();
        }

        @Override
        public double expectedFeature(int feature) {
            return Columns.dot(q.length, space.map(), feature * q.length, q);
        }

        @Override
        public void expectedSymbols(double[] into) {
            if (!scored) {
                Columns.multiply(symbols, n, q.length, q, scores);
                scored = true;
            }
            System.arraycopy(scores, 0, into, 0, n);
        }

        @Override
        public double expectedSquare() {
            // U has orthonormal columns.
            return Columns.dot(q.length, q, q);
        }

        @Override
        public FeatureFilter copy() {
            MachineFilter copy = new MachineFilter();
            copy.q = q.clone();
            copy.repairs = repairs;
            return copy;
        }

        @Override
        public long repairs() {
            return repairs;
        }
    }
}
