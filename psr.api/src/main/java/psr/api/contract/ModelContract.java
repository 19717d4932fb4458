package psr.api.contract;

import java.util.Arrays;

import psr.api.data.Sequences;
import psr.api.model.Filter;
import psr.api.model.Model;

/** The contract of models and their filters. */
final class ModelContract {

    private ModelContract() {}

    /** Checks a model and its filters. */
    static void check(Model model, Sequences sequences, ContractAssertions assertions) {
        Filter filter = assertions.attempt("filter() must make a filter", model::filter);
        if (filter == null || sequences.count() == 0) {
            return;
        }
        int n = model.alphabet().size();
        int tried = Math.min(sequences.count(), 20);
        double[] scores = new double[n];
        double[] others = new double[n];
        for (int i = 0; i < tried; i++) {
            filter.reset();
            Filter fresh = model.filter();
            for (int t = 0; t < Math.min(sequences.length(i), 200); t++) {
                filter.scores(1, scores);
                fresh.scores(1, others);
                for (double score : scores) {
                    assertions.check(Double.isFinite(score), "scores must be finite");
                }
                assertions.check(Arrays.equals(scores, others), "a filter after reset() must equal a fresh one");
                filter.scores(2, others);
                for (double score : others) {
                    assertions.check(Double.isFinite(score), "scores two steps ahead must be finite");
                }
                filter.scores(1, others);
                assertions.check(Arrays.equals(scores, others), "scores() must not change the filter");
                Filter copy = filter.copy();
                copy.scores(1, others);
                assertions.check(Arrays.equals(scores, others), "copy() must be in the same state");
                copy.update(sequences.symbol(i, 0));
                filter.scores(1, others);
                assertions.check(Arrays.equals(scores, others), "a copy must be independent");
                skips(filter.copy(), scores, assertions);
                filter.update(sequences.symbol(i, t));
                fresh.update(sequences.symbol(i, t));
            }
        }
        assertions.check(filter.repairs() >= 0, "repairs() must not be negative");
        assertions.checkThrows(IndexOutOfBoundsException.class, "update() must reject a symbol beyond the alphabet",
                () -> {
                    model.filter().update(n);
                    return null;
                });
    }

    /** The contract for an unknown symbol. */
    private static void skips(Filter filter, double[] before, ContractAssertions assertions) {
        double[] scores = new double[before.length];
        boolean skipped = filter.skip();
        filter.scores(1, scores);
        for (double score : scores) {
            assertions.check(Double.isFinite(score), "scores after skip() must be finite");
        }
        assertions.check(skipped || Arrays.equals(before, scores), "skip() must change nothing if it returns false");
    }

    /** All scores along the first sequences. */
    static double[] trace(Model model, Sequences sequences) {
        int n = model.alphabet().size();
        int tried = Math.min(sequences.count(), 20);
        double[] scores = new double[n];
        double[] trace = new double[sequences.range(0, tried).total() * n];
        int at = 0;
        Filter filter = model.filter();
        for (int i = 0; i < tried; i++) {
            filter.reset();
            for (int t = 0; t < sequences.length(i); t++) {
                filter.scores(1, scores);
                System.arraycopy(scores, 0, trace, at, n);
                at += n;
                filter.update(sequences.symbol(i, t));
            }
        }
        return trace;
    }
}
