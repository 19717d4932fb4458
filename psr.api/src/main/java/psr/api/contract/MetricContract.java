package psr.api.contract;

import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

import psr.api.data.Sequences;
import psr.api.eval.Measure;
import psr.api.eval.Meter;
import psr.api.eval.Metric;
import psr.api.eval.ModelWalk;
import psr.api.model.Model;
import psr.api.source.Dataset;

/** The contract of metrics. */
final class MetricContract {

    private MetricContract() {}

    /** Checks a metric on a model and a data set. */
    static <S extends Record> List<String> check(Metric<S> metric, S settings, Model model, Dataset data) {
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
        assertions.check(metric.objection(data, settings) != null, "objection() must not return null");
        double[] before = ModelContract.trace(model, data.test());
        double[] first = assertions.attempt("a meter must measure the test data",
                () -> walk(metric.prepare(data, settings).meter(model), model, data.test(), assertions));
        double[] again = assertions.attempt("a second meter must work, too",
                () -> walk(metric.prepare(data, settings).meter(model), model, data.test(), assertions));
        if (first != null && again != null) {
            assertions.check(first.length == measures.size(), "values() must have one number per measure, "
                    + measures.size() + "; found " + first.length);
            assertions.check(Arrays.equals(first, again), "the same sequences must give the same values");
            for (double value : first) {
                assertions.check(!Double.isInfinite(value), "values must not be infinite");
            }
        }
        assertions.check(Arrays.equals(before, ModelContract.trace(model, data.test())), "a meter must not change the model");
        double[] empty = assertions.attempt("a meter must work without any sequence",
                () -> metric.prepare(data, settings).meter(model).values());
        assertions.check(empty == null || empty.length == measures.size(), "values() must have one number per measure");
        return assertions.broken();
    }

    private static double[] walk(Meter meter, Model model, Sequences test, ContractAssertions assertions) {
        ModelWalk walk = new ModelWalk(model, test);
        while (walk.next()) {
            meter.step(walk);
            assertions.check(walk.intact(), "a meter must not change the arrays of the walk");
            walk.restore();
        }
        return meter.values();
    }
}
