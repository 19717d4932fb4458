package psr.launcher.lab;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;

import psr.api.data.Sequences;
import psr.api.eval.Evaluation;
import psr.api.eval.EvaluationContext;
import psr.api.eval.Meter;
import psr.api.learn.LearningException;
import psr.api.model.Filter;
import psr.api.model.Model;
import psr.api.source.Dataset;

/** Measures models on the test data of a trial: one walk feeds all meters. Used by one thread. */
final class Walk {

    /** How many steps to go between two looks at the word to stop. */
    private static final int STEPS = 4096;

    /**
     * What was measured.
     *
     * @param values by full name, in the order asked; where there was nothing to measure, there is no value
     * @param repairs how often the filter had to replace its state
     */
    record Measurement(Map<String, Double> values, long repairs) {}

    private final List<BoundMetric> metrics;
    private final Dataset dataset;
    private final BooleanSupplier cancelled;
    private List<Evaluation> evaluations;

    Walk(List<BoundMetric> metrics, Dataset dataset, BooleanSupplier cancelled) {
        this.metrics = metrics;
        this.dataset = dataset;
        this.cancelled = cancelled;
    }

    /** What depends on the data alone is made when the first model is measured, and once. */
    private List<Evaluation> evaluations() {
        if (evaluations == null) {
            EvaluationContext context = EvaluationContext.of(dataset.training(), dataset.test());
            evaluations = metrics.stream().map(metric -> metric.preparation().apply(context)).toList();
        }
        return evaluations;
    }

    /**
     * Walks once over the test data.
     *
     * @throws LearningException if the model predicts something that is not a number
     * @throws CancelledException if it is told to stop
     */
    Measurement measure(Model model) {
        check(model);
        List<Meter> meters = new ArrayList<>();
        for (BoundMetric metric : metrics) {
            try {
                meters.add(evaluations().get(meters.size()).meter(model));
            } catch (RuntimeException | LinkageError e) {
                throw failed(metric, e);
            }
        }
        long repairs = feed(model, meters);
        Map<String, Double> values = new LinkedHashMap<>();
        for (int m = 0; m < meters.size(); m++) {
            BoundMetric metric = metrics.get(m);
            List<String> columns = metric.columns();
            double[] measured;
            try {
                measured = meters.get(m).values();
            } catch (RuntimeException | LinkageError e) {
                throw failed(metric, e);
            }
            if (measured == null || measured.length != columns.size()) {
                throw new BrokenServiceException("the metric " + metric.name() + " must measure "
                        + columns.size() + " numbers; it gave "
                        + (measured == null ? "none" : measured.length), null);
            }
            for (int i = 0; i < measured.length; i++) {
                if (Double.isInfinite(measured[i])) {
                    throw new BrokenServiceException("a metric must be finite; " + columns.get(i) + " is "
                            + measured[i], null);
                }
                if (!Double.isNaN(measured[i])) {
                    values.put(columns.get(i), measured[i]);
                }
            }
        }
        return new Measurement(values, repairs);
    }

    /**
     * Checks that a stage made a model of the data.
     *
     * @throws LearningException if there is none, or it is over another alphabet
     */
    void check(Model model) {
        if (model == null) {
            throw new LearningException("a stage must return a model; it returned null");
        }
        if (!dataset.training().alphabet().equals(model.alphabet())) {
            throw new LearningException("a model must have the alphabet of the data (" + dataset.training().alphabet()
                    + "); it has " + model.alphabet());
        }
    }

    private long feed(Model model, List<Meter> meters) {
        Sequences test = dataset.test();
        Filter filter = model.filter();
        double[] scores = new double[dataset.training().alphabet().size()];
        int[] sequence = new int[test.longest()];
        int steps = 0;
        for (int i = 0; i < test.count(); i++) {
            int length = test.copy(i, sequence);
            filter.reset();
            for (int m = 0; m < meters.size(); m++) {
                try {
                    meters.get(m).start(sequence, length);
                } catch (RuntimeException | LinkageError e) {
                    throw failed(metrics.get(m), e);
                }
            }
            for (int t = 0; t < length; t++) {
                if (steps++ % STEPS == 0 && cancelled.getAsBoolean()) {
                    throw new CancelledException();
                }
                filter.scores(1, scores);
                check(scores, i, t);
                for (int m = 0; m < meters.size(); m++) {
                    try {
                        meters.get(m).step(t, filter, scores);
                    } catch (RuntimeException | LinkageError e) {
                        throw failed(metrics.get(m), e);
                    }
                }
                filter.update(sequence[t]);
            }
        }
        return filter.repairs();
    }

    private void check(double[] scores, int i, int t) {
        for (int o = 0; o < scores.length; o++) {
            if (!Double.isFinite(scores[o])) {
                throw new LearningException("a model must predict finite numbers; for symbol '"
                        + dataset.training().alphabet().name(o) + "' it predicts " + scores[o] + " in test sequence "
                        + (i + 1) + ", position " + (t + 1));
            }
        }
    }

    private static BrokenServiceException failed(BoundMetric metric, Throwable e) {
        return new BrokenServiceException("the metric " + metric.name() + " fails: " + e, e);
    }
}
