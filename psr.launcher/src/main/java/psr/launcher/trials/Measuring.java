package psr.launcher.trials;

import java.util.List;
import java.util.Map;

import psr.api.lab.Stage;
import psr.api.model.Model;
import psr.api.source.Dataset;
import psr.launcher.services.PinnedServices;

/** Measures a model by itself, without a trial. */
public final class Measuring {

    private Measuring() {}

    /** What metrics measure on the test part of data, by full name; what could not be measured is absent. */
    public static Map<String, Double> of(Model model, Dataset data, List<Stage> metrics, PinnedServices pins) {
        return new Evaluator(BoundExperiment.metrics(metrics, pins), data, () -> false).measure(model).values();
    }
}
