package psr.launcher.trials;

import java.util.List;
import java.util.Map;

import psr.api.lab.Stage;
import psr.api.model.Model;
import psr.api.source.Dataset;
import psr.launcher.services.PinnedServices;

/** Measures a model without a trial. */
public final class Measuring {

    private Measuring() {}

    /** The values of metrics on the test data, by full name; without those that could not be measured. */
    public static Map<String, Double> of(Model model, Dataset data, List<Stage> metrics, PinnedServices pins) {
        return new Evaluator(BoundExperiment.metrics(metrics, pins), data, () -> false).measure(model).values();
    }
}
