package psr.launcher.trials;

import java.util.List;
import java.util.Map;

import psr.api.data.DataKind;
import psr.api.lab.Experiment;
import psr.api.lab.Stage;
import psr.api.model.Model;
import psr.api.source.Dataset;
import psr.launcher.services.DataUse;
import psr.launcher.services.PinnedServices;

/** Measures a model without a trial. */
public final class Measuring {

    private Measuring() {}

    /** The values of metrics on the test data, by full name; without those that could not be measured. */
    public static Map<String, Double> of(Model model, Dataset data, List<Stage> metrics, PinnedServices pins) {
        DataKind kind = DataKind.of(data.training());
        List<Stage> measured = metrics.isEmpty() ? Stage.parseList(Experiment.usualMetrics(kind.observations())) : metrics;
        return new Evaluator(BoundExperiment.metrics(measured, DataUse.of("the data set", kind), pins), data, () -> false)
                .measure(model).values();
    }
}
