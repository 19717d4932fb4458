package psr.api.model;

import java.util.Arrays;
import java.util.Objects;
import java.util.Optional;

import psr.api.data.Alphabet;
import psr.api.data.Sequences;
import psr.api.data.Space;
import psr.api.data.Symbols;

/**
 * Predicts observations given inputs with a model of joint symbols {@code input/observation}, see {@link Symbols#joint()}:
 * P(o | past, a) = |score(a, o)| / Σ_o' |score(a, o')|. Immutable and thread-safe.
 *
 * <p>This is correct for any policy that chose the inputs of the training data from earlier inputs and observations only.
 * Predictions more than one step ahead sum over all observations in between. They are correct for inputs of a different
 * policy only if the inputs of the training data did not depend on the observations.
 */
public final class ConditionalModel implements Model {

    /** The largest number of sequences of observations that a prediction sums over. */
    public static final int MOST_PATHS = 4096;

    private final Model joint;
    private final Alphabet inputs;
    private final Alphabet observations;

    /**
     * A model of observations given inputs.
     *
     * @param joint a model over the joint symbols, in the order of {@link Symbols#joint()}
     * @throws IllegalArgumentException if it is over another number of symbols, or an alphabet has an end
     */
    public ConditionalModel(Model joint, Alphabet inputs, Alphabet observations) {
        this.joint = Objects.requireNonNull(joint, "joint");
        this.inputs = Objects.requireNonNull(inputs, "inputs");
        this.observations = Objects.requireNonNull(observations, "observations");
        SymbolFilter.of(joint);
        if (joint.space().size() != inputs.size() * observations.size() || inputs.end().isPresent()
                || observations.end().isPresent()) {
            throw new IllegalArgumentException("the joint model must be over the pairs of " + inputs.size() + " inputs and "
                    + observations.size() + " observations, without an end; found " + joint.space());
        }
    }

    /** The model of the joint symbols. */
    public Model joint() {
        return joint;
    }

    @Override
    public Alphabet space() {
        return observations;
    }

    @Override
    public Optional<Space> inputs() {
        return Optional.of(inputs);
    }

    @Override
    public SymbolFilter filter() {
        return new Conditional(SymbolFilter.of(joint));
    }

    private final class Conditional implements SymbolFilter {

        private final SymbolFilter filter;
        private final double[] pairs = new double[joint.space().size()];
        private Symbols plan;
        private int sequence;
        private int next;

        Conditional(SymbolFilter filter) {
            this.filter = filter;
        }

        @Override
        public void reset() {
            filter.reset();
            plan = null;
        }

        @Override
        public void plan(Sequences planned, int i, int from) {
            plan = planned.as(Symbols.class);
            if (!plan.alphabet().equals(inputs)) {
                throw new IllegalArgumentException("planned inputs must be over the input alphabet of the model (" + inputs
                        + "); found " + plan.alphabet());
            }
            sequence = i;
            next = from;
        }

        private int input(int ahead) {
            if (plan == null || next + ahead > plan.length(sequence)) {
                throw new IllegalStateException("the model needs the inputs of the next " + ahead + " rows; planned are "
                        + (plan == null ? 0 : plan.length(sequence) - next));
            }
            return plan.symbol(sequence, next + ahead - 1);
        }

        @Override
        public void update(int symbol) {
            Objects.checkIndex(symbol, observations.size());
            filter.update(input(1) * observations.size() + symbol);
            next++;
        }

        @Override
        public void scores(int ahead, double[] into) {
            long paths = 1;
            for (int k = 1; k < ahead; k++) {
                paths *= observations.size();
                if (paths > MOST_PATHS) {
                    throw new IllegalArgumentException("a prediction given inputs may sum over at most " + MOST_PATHS
                            + " sequences of observations; " + observations.size() + " observations and " + ahead
                            + " steps ahead have more");
                }
            }
            // Checks the whole plan before anything is computed.
            input(ahead);
            Arrays.fill(into, 0);
            add(filter, 1, ahead, 1, into);
        }

        /** Adds the distribution of the observation {@code ahead} steps later, given those before, times a weight. */
        private void add(SymbolFilter at, int step, int ahead, double weight, double[] into) {
            int n = observations.size();
            int first = input(step) * n;
            at.scores(1, pairs);
            double sum = 0;
            for (int o = 0; o < n; o++) {
                sum += Math.abs(pairs[first + o]);
            }
            double[] distribution = new double[n];
            for (int o = 0; o < n; o++) {
                distribution[o] = sum > 0 && sum <= Double.MAX_VALUE ? Math.abs(pairs[first + o]) / sum : 1.0 / n;
            }
            for (int o = 0; o < n; o++) {
                if (step == ahead) {
                    into[o] += weight * distribution[o];
                } else if (weight * distribution[o] > 0) {
                    SymbolFilter then = at.copy();
                    then.update(first + o);
                    add(then, step + 1, ahead, weight * distribution[o], into);
                }
            }
        }

        @Override
        public SymbolFilter copy() {
            Conditional copy = new Conditional(filter.copy());
            copy.plan = plan;
            copy.sequence = sequence;
            copy.next = next;
            return copy;
        }

        @Override
        public long repairs() {
            return filter.repairs();
        }
    }
}
