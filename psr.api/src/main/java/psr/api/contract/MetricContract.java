package psr.api.contract;

import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

import psr.api.data.Sequences;
import psr.api.data.TrainingData;
import psr.api.eval.EvaluationContext;
import psr.api.eval.Measure;
import psr.api.eval.Meter;
import psr.api.eval.Metric;
import psr.api.model.Filter;
import psr.api.model.Model;

/** The contract of metrics. */
final class MetricContract {

    private MetricContract() {}

    /** Checks a metric on a model and test sequences. */
    static <S extends Record> List<String> check(Metric<S> metric, S settings, Model model,
            TrainingData training, Sequences test) {
        ContractAssertions assertions = new ContractAssertions();
        SettingsContract.check(metric, assertions);
        List<Measure> measures = assertions.attempt("measures() must list what is measured", () -> metric.measures(settings));
        if (measures == null) {
            return assertions.broken();
        }
        Set<String> names = new HashSet<>();
        for (Measure measure : measures) {
            assertions.check(names.add(measure.name()),
                    "measures must have different names; '" + measure.name() + "' appears twice");
        }
        assertions.check(measures.equals(metric.measures(settings)), "measures() must be the same on every call");
        double[] before = ModelContract.trace(model, test);
        double[] first = assertions.attempt("a meter must measure the test data",
                () -> walk(metric.prepare(EvaluationContext.of(training, test), settings).meter(model), model, test, assertions));
        double[] again = assertions.attempt("a second meter must work, too",
                () -> walk(metric.prepare(EvaluationContext.of(training, test), settings).meter(model), model, test, assertions));
        if (first != null && again != null) {
            assertions.check(first.length == measures.size(), "values() must have one number per measure, "
                    + measures.size() + "; found " + first.length);
            assertions.check(Arrays.equals(first, again), "the same sequences must give the same values");
            for (double value : first) {
                assertions.check(!Double.isInfinite(value), "values must not be infinite");
            }
        }
        assertions.check(Arrays.equals(before, ModelContract.trace(model, test)), "a meter must not change the model");
        double[] empty = assertions.attempt("a meter must work without any sequence",
                () -> metric.prepare(EvaluationContext.of(training, test), settings).meter(model).values());
        assertions.check(empty == null || empty.length == measures.size(), "values() must have one number per measure");
        return assertions.broken();
    }

    private static double[] walk(Meter meter, Model model, Sequences test, ContractAssertions assertions) {
        Filter filter = model.filter();
        double[] scores = new double[model.alphabet().size()];
        double[] after = new double[scores.length];
        int[] sequence = new int[test.longest()];
        for (int i = 0; i < test.count(); i++) {
            int length = test.copy(i, sequence);
            filter.reset();
            meter.start(sequence, length);
            for (int t = 0; t < length; t++) {
                filter.scores(1, scores);
                meter.step(t, filter, scores);
                filter.scores(1, after);
                assertions.check(Arrays.equals(scores, after), "a meter must change neither the filter nor the scores");
                filter.update(sequence[t]);
            }
            assertions.check(Arrays.equals(test.copy(i), Arrays.copyOf(sequence, length)),
                    "a meter must not change the sequence");
        }
        return meter.values();
    }
}
