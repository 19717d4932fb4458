package psr.datasets;

import java.util.Arrays;
import java.util.Objects;
import java.util.Optional;

import psr.api.data.Alphabet;
import psr.api.data.Sequences;
import psr.api.data.Space;
import psr.api.data.Symbols;
import psr.api.model.Model;
import psr.api.model.SymbolFilter;

/**
 * The exact predictions of a {@link Pomdp}: b'(s') ∝ O(o | s', a) Σ_s T(s' | s, a) b(s). The input of a row is the action whose
 * step ends with the row's observation. Immutable and thread-safe.
 */
record BeliefModel(Pomdp process) implements Model {

    @Override
    public Alphabet space() {
        return process.observations();
    }

    @Override
    public Optional<Space> inputs() {
        return Optional.of(process.actions());
    }

    @Override
    public SymbolFilter filter() {
        return new Belief();
    }

    private final class Belief implements SymbolFilter {

        /** b, the distribution of the state before the next action. */
        private double[] belief = process.start().clone();
        private double[] moved = new double[process.states()];
        private double[] before = new double[process.states()];
        private Symbols plan;
        private int sequence;
        private int next;
        private long repairs;

        @Override
        public void reset() {
            System.arraycopy(process.start(), 0, belief, 0, belief.length);
            plan = null;
        }

        @Override
        public void plan(Sequences planned, int i, int from) {
            if (!planned.space().equals(process.actions())) {
                throw new IllegalArgumentException("planned inputs must be over the actions of the process ("
                        + process.actions() + "); found " + planned.space());
            }
            plan = planned.as(Symbols.class);
            sequence = i;
            next = from;
        }

        private int action(int ahead) {
            int left = plan == null ? 0 : plan.length(sequence) - next;
            if (ahead > left) {
                throw new IllegalStateException("the model needs the inputs of the next " + ahead + " rows; planned are " + left);
            }
            return plan.symbol(sequence, next + ahead - 1);
        }

        /** into ← the distribution of the state after an action. */
        private void move(double[] from, int action, double[] into) {
            double[] transition = process.transition()[action];
            int n = from.length;
            Arrays.fill(into, 0);
            for (int s = 0; s < n; s++) {
                for (int to = 0; to < n; to++) {
                    into[to] += from[s] * transition[s * n + to];
                }
            }
        }

        @Override
        public void update(int symbol) {
            Objects.checkIndex(symbol, process.observations().size());
            int action = action(1);
            move(belief, action, moved);
            double[] emission = process.emission()[action];
            double sum = 0;
            for (int s = 0; s < moved.length; s++) {
                before[s] = moved[s] * emission[s * process.observations().size() + symbol];
                sum += before[s];
            }
            if (sum > 0) {
                for (int s = 0; s < moved.length; s++) {
                    belief[s] = before[s] / sum;
                }
            } else {
                // The observation was impossible: the action alone counts.
                System.arraycopy(moved, 0, belief, 0, moved.length);
                repairs++;
            }
            next++;
        }

        @Override
        public boolean skip() {
            move(belief, action(1), moved);
            System.arraycopy(moved, 0, belief, 0, moved.length);
            next++;
            return true;
        }

        @Override
        public void scores(int ahead, double[] into) {
            int action = action(ahead);
            move(belief, action(1), moved);
            for (int k = 2; k <= ahead; k++) {
                System.arraycopy(moved, 0, before, 0, moved.length);
                move(before, action(k), moved);
            }
            double[] emission = process.emission()[action];
            Arrays.fill(into, 0);
            for (int s = 0; s < moved.length; s++) {
                for (int o = 0; o < into.length; o++) {
                    into[o] += moved[s] * emission[s * into.length + o];
                }
            }
        }

        @Override
        public SymbolFilter copy() {
            Belief copy = new Belief();
            copy.belief = belief.clone();
            copy.plan = plan;
            copy.sequence = sequence;
            copy.next = next;
            copy.repairs = repairs;
            return copy;
        }

        @Override
        public long repairs() {
            return repairs;
        }
    }
}
