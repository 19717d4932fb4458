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

/** What metrics promise. */
final class MetricContract {

    private MetricContract() {}

    /** Tries a metric on a model and test sequences. */
    static <S extends Record> List<String> check(Metric<S> metric, S settings, Model model,
            TrainingData training, Sequences test) {
        ContractAssertions promises = new ContractAssertions();
        SettingsContract.check(metric, promises);
        List<Measure> measures = promises.make("measures() must list what is measured", () -> metric.measures(settings));
        if (measures == null) {
            return promises.broken();
        }
        Set<String> names = new HashSet<>();
        for (Measure measure : measures) {
            promises.keep(names.add(measure.name()), "measures must have different names; '" + measure.name() + "' twice");
        }
        promises.keep(measures.equals(metric.measures(settings)), "measures() must be the same on every call");
        double[] before = ModelContract.trace(model, test);
        double[] first = promises.make("a meter must walk over the test data",
                () -> walk(metric.prepare(EvaluationContext.of(training, test), settings).meter(model), model, test, promises));
        double[] again = promises.make("a second meter must walk too",
                () -> walk(metric.prepare(EvaluationContext.of(training, test), settings).meter(model), model, test, promises));
        if (first != null && again != null) {
            promises.keep(first.length == measures.size(), "values() must have one number per measure, "
                    + measures.size() + "; found " + first.length);
            promises.keep(Arrays.equals(first, again), "the same walk must give the same values");
            for (double value : first) {
                promises.keep(!Double.isInfinite(value), "values must not be infinite");
            }
        }
        promises.keep(Arrays.equals(before, ModelContract.trace(model, test)), "a meter must not change the model");
        double[] empty = promises.make("a meter must do without any sequence",
                () -> metric.prepare(EvaluationContext.of(training, test), settings).meter(model).values());
        promises.keep(empty == null || empty.length == measures.size(), "values() must have one number per measure");
        return promises.broken();
    }

    private static double[] walk(Meter meter, Model model, Sequences test, ContractAssertions promises) {
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
                promises.keep(Arrays.equals(scores, after), "a meter must change neither the filter nor the scores");
                filter.update(sequence[t]);
            }
            promises.keep(Arrays.equals(test.copy(i), Arrays.copyOf(sequence, length)),
                    "a meter must not change the sequence");
        }
        return meter.values();
    }
}
