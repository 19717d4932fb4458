package psr.api.contract;

import java.util.Arrays;

import psr.api.data.Sequences;
import psr.api.data.Symbols;
import psr.api.data.Vectors;
import psr.api.model.Filter;
import psr.api.model.Model;
import psr.api.model.SymbolFilter;
import psr.api.model.VectorFilter;

/** The contract of models and their filters. */
final class ModelContract {

    /** How many sequences are walked. */
    private static final int SEQUENCES = 20;
    /** How many positions of a sequence are examined. */
    private static final int POSITIONS = 200;

    private ModelContract() {}

    /** Checks a model and its filters. */
    static void check(Model model, Sequences sequences, ContractAssertions assertions) {
        Filter filter = assertions.attempt("filter() must make a filter", model::filter);
        if (filter == null || sequences.count() == 0) {
            return;
        }
        boolean symbols = filter instanceof SymbolFilter;
        boolean fits = symbols ? sequences instanceof Symbols : filter instanceof VectorFilter && sequences instanceof Vectors;
        assertions.check(fits,
                "filter() must predict the space of the data: a SymbolFilter for symbols, a VectorFilter for vectors");
        if (!fits) {
            return;
        }
        for (int i = 0; i < Math.min(sequences.count(), SEQUENCES); i++) {
            filter.reset();
            Filter fresh = model.filter();
            plan(model, filter, sequences, i);
            plan(model, fresh, sequences, i);
            int length = Math.min(sequences.length(i), POSITIONS);
            for (int t = 0; t < length; t++) {
                int ahead = Math.min(2, sequences.length(i) - t);
                double[] next = predict(model, filter, 1);
                assertions.check(finite(next), "predictions must be finite");
                assertions.check(Arrays.equals(next, predict(model, fresh, 1)), "a filter after reset() must equal a fresh one");
                assertions.check(finite(predict(model, filter, ahead)), "predictions two steps ahead must be finite");
                assertions.check(Arrays.equals(next, predict(model, filter, 1)), "predictions must not change the filter");
                Filter copy = filter.copy();
                assertions.check(Arrays.equals(next, predict(model, copy, 1)), "copy() must be in the same state, with the plan");
                update(copy, sequences, i, 0);
                assertions.check(Arrays.equals(next, predict(model, filter, 1)), "a copy must be independent");
                if (symbols) {
                    skips((SymbolFilter) filter.copy(), next, sequences.length(i) - t > 1, model, assertions);
                } else if (sequences.length(i) - t > 1) {
                    wild((VectorFilter) filter, model, assertions);
                }
                update(filter, sequences, i, t);
                update(fresh, sequences, i, t);
            }
        }
        assertions.check(filter.repairs() >= 0, "repairs() must not be negative");
        if (symbols && model.inputs().isEmpty()) {
            assertions.checkThrows(IndexOutOfBoundsException.class, "update() must reject a symbol beyond the alphabet", () -> {
                SymbolFilter.of(model).update(model.space().size());
                return null;
            });
        }
    }

    private static boolean finite(double[] values) {
        return Arrays.stream(values).allMatch(Double::isFinite);
    }

    private static void plan(Model model, Filter filter, Sequences sequences, int i) {
        if (model.inputs().isPresent()) {
            filter.plan(sequences.inputs().orElseThrow(), i, 0);
        }
    }

    private static void update(Filter filter, Sequences sequences, int i, int t) {
        if (filter instanceof SymbolFilter symbols) {
            symbols.update(sequences.as(Symbols.class).symbol(i, t));
        } else {
            Vectors vectors = sequences.as(Vectors.class);
            double[] row = new double[vectors.channels().size()];
            vectors.row(i, t, row);
            ((VectorFilter) filter).update(row);
        }
    }

    /** The scores, or the means and covariances, of one step. */
    private static double[] predict(Model model, Filter filter, int ahead) {
        int n = model.space().size();
        if (filter instanceof SymbolFilter symbols) {
            double[] scores = new double[n];
            symbols.scores(ahead, scores);
            return scores;
        }
        double[] mean = new double[n];
        double[] covariance = new double[n * n];
        ((VectorFilter) filter).mean(ahead, mean);
        boolean known = ((VectorFilter) filter).covariance(ahead, covariance);
        if (!known) {
            return mean;
        }
        double[] all = Arrays.copyOf(mean, n + n * n);
        System.arraycopy(covariance, 0, all, n, n * n);
        return all;
    }

    /** The contract for an unknown symbol. */
    private static void skips(SymbolFilter filter, double[] before, boolean more, Model model, ContractAssertions assertions) {
        boolean skipped = filter.skip();
        if (skipped && !more && model.inputs().isPresent()) {
            return; // The plan has ended.
        }
        double[] scores = predict(model, filter, 1);
        assertions.check(finite(scores), "scores after skip() must be finite");
        assertions.check(skipped || Arrays.equals(before, scores), "skip() must change nothing if it returns false");
    }

    /** The contract for missing and for huge values. */
    private static void wild(VectorFilter filter, Model model, ContractAssertions assertions) {
        int d = model.space().size();
        for (double value : new double[] {Double.NaN, 1e30, -1e30}) {
            VectorFilter copy = filter.copy();
            double[] row = new double[d];
            Arrays.fill(row, value);
            copy.update(row);
            assertions.check(finite(predict(model, copy, 1)), "predictions after a row of " + value + " must be finite");
        }
        double[] covariance = new double[d * d];
        if (filter.covariance(1, covariance)) {
            for (int a = 0; a < d; a++) {
                assertions.check(covariance[a * d + a] >= 0, "a covariance must have no negative number on its diagonal");
                for (int b = 0; b < a; b++) {
                    assertions.check(covariance[a * d + b] == covariance[b * d + a], "a covariance must be symmetric");
                }
            }
        }
    }

    /** All predictions one step ahead along the first sequences. */
    static double[] trace(Model model, Sequences sequences) {
        return trace(model, sequences, 1);
    }

    /** All predictions up to some steps ahead along the first sequences, and the repairs. */
    static double[] trace(Model model, Sequences sequences, int steps) {
        int tried = Math.min(sequences.count(), SEQUENCES);
        double[] trace = new double[64];
        int at = 0;
        Filter filter = model.filter();
        for (int i = 0; i < tried; i++) {
            filter.reset();
            plan(model, filter, sequences, i);
            for (int t = 0; t < sequences.length(i); t++) {
                for (int ahead = 1; ahead <= Math.min(steps, sequences.length(i) - t); ahead++) {
                    double[] predicted = predict(model, filter, ahead);
                    if (at + predicted.length > trace.length) {
                        trace = Arrays.copyOf(trace, 2 * (at + predicted.length));
                    }
                    System.arraycopy(predicted, 0, trace, at, predicted.length);
                    at += predicted.length;
                }
                update(filter, sequences, i, t);
            }
        }
        trace = Arrays.copyOf(trace, at + 1);
        trace[at] = filter.repairs();
        return trace;
    }
}
