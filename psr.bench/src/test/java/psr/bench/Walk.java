package psr.bench;

import java.util.List;

import psr.api.data.Sequences;
import psr.api.data.TrainingData;
import psr.api.eval.Evaluation;
import psr.api.eval.EvaluationContext;
import psr.api.eval.Meter;
import psr.api.model.Filter;
import psr.api.model.Model;
import psr.api.settings.NoSettings;
import psr.api.settings.Schema;
import psr.eval.FeatureError;
import psr.eval.OneStepAccuracy;
import psr.eval.ProxyLogLoss;
import psr.eval.InvalidProbabilities;

/** Computes all metrics of the presets on test data, as the laboratory does. Not thread-safe. */
final class Walk {

    private final Sequences test;
    private final List<Evaluation> evaluations;
    private final double[] scores;
    private final int[] sequence;

    Walk(TrainingData training, Sequences test) {
        this.test = test;
        EvaluationContext context = EvaluationContext.of(training, test);
        NoSettings none = new NoSettings();
        evaluations = List.of(new ProxyLogLoss().prepare(context, none), new OneStepAccuracy().prepare(context, none),
                new FeatureError().prepare(context, Schema.of(FeatureError.Settings.class).defaults()),
                new InvalidProbabilities().prepare(context, none));
        scores = new double[training.alphabet().size()];
        sequence = new int[test.longest()];
    }

    /** One pass with new meters; returns a number that depends on all of them. */
    double measure(Model model) {
        List<Meter> meters = evaluations.stream().map(evaluation -> evaluation.meter(model)).toList();
        Filter filter = model.filter();
        for (int i = 0; i < test.count(); i++) {
            int length = test.copy(i, sequence);
            filter.reset();
            for (Meter meter : meters) {
                meter.start(sequence, length);
            }
            for (int t = 0; t < length; t++) {
                filter.scores(1, scores);
                for (Meter meter : meters) {
                    meter.step(t, filter, scores);
                }
                filter.update(sequence[t]);
            }
        }
        double sum = 0;
        for (Meter meter : meters) {
            sum += meter.values()[0];
        }
        return sum;
    }
}
