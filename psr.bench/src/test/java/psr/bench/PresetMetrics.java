package psr.bench;

import java.util.List;

import psr.api.data.Sequences;
import psr.api.eval.Evaluation;
import psr.api.eval.Meter;
import psr.api.eval.ModelWalk;
import psr.api.model.Model;
import psr.api.settings.NoSettings;
import psr.api.settings.Schema;
import psr.api.source.Dataset;
import psr.eval.FeatureError;
import psr.eval.InvalidProbabilities;
import psr.eval.OneStepAccuracy;
import psr.eval.ProxyLogLoss;

/** Computes all metrics of the presets on test data, as the laboratory does. Not thread-safe. */
final class PresetMetrics {

    private final Sequences test;
    private final List<Evaluation> evaluations;

    PresetMetrics(Sequences training, Sequences test) {
        this.test = test;
        Dataset data = Dataset.builder(training).test(test).build();
        NoSettings none = new NoSettings();
        evaluations = List.of(new ProxyLogLoss().prepare(data, none), new OneStepAccuracy().prepare(data, none),
                new FeatureError().prepare(data, Schema.of(FeatureError.Settings.class).defaults()),
                new InvalidProbabilities().prepare(data, none));
    }

    /** One pass with new meters; returns a number that depends on all of them. */
    double measure(Model model) {
        List<Meter> meters = evaluations.stream().map(evaluation -> evaluation.meter(model)).toList();
        ModelWalk walk = new ModelWalk(model, test);
        while (walk.next()) {
            for (Meter meter : meters) {
                meter.step(walk);
            }
            if (!walk.intact()) {
                throw new IllegalStateException("a meter changed what it was shown");
            }
        }
        double sum = 0;
        for (Meter meter : meters) {
            sum += meter.values()[0];
        }
        return sum;
    }
}
