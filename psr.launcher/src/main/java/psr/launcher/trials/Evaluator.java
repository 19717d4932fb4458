package psr.launcher.trials;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;

import psr.api.data.Alphabet;
import psr.api.data.Sequences;
import psr.api.eval.Evaluation;
import psr.api.eval.EvaluationContext;
import psr.api.eval.Meter;
import psr.api.learn.LearningException;
import psr.api.model.Filter;
import psr.api.model.Model;
import psr.api.source.Dataset;
import psr.launcher.services.CancelledException;

/**
 * Measures models on the test data of a trial; one pass over the data feeds all meters. If a metric fails or modifies its
 * input, only its own values are missing. Not thread-safe.
 */
final class Evaluator {

    /** The number of steps between two checks for cancellation. */
    private static final int STEPS = 4096;

    /**
     * The results of one pass.
     *
     * @param values by full name, in the requested order; without those that could not be measured
     * @param unmeasured the metrics that failed, by name, each with its reason
     * @param repairs how often the filter had to replace its state
     */
    record Measurement(Map<String, Double> values, Map<String, String> unmeasured, long repairs) {}

    private final List<BoundMetric> metrics;
    private final Dataset dataset;
    private final BooleanSupplier cancelled;
    /** In the order of the metrics; null for a metric that cannot be prepared for these data. Created when first needed. */
    private List<Evaluation> evaluations;
    private final Map<String, String> unprepared = new LinkedHashMap<>();

    Evaluator(List<BoundMetric> metrics, Dataset dataset, BooleanSupplier cancelled) {
        this.metrics = metrics;
        this.dataset = dataset;
        this.cancelled = cancelled;
    }

    /** Prepares everything that depends only on the data, once. */
    private List<Evaluation> evaluations() {
        if (evaluations == null) {
            EvaluationContext context = new TrialContext(dataset);
            List<Evaluation> prepared = new ArrayList<>();
            for (BoundMetric metric : metrics) {
                Evaluation evaluation = null;
                try {
                    evaluation = metric.preparation().apply(context);
                    if (evaluation == null) {
                        unprepared.put(metric.name(), "it prepared nothing (null)");
                    }
                } catch (IllegalArgumentException e) {
                    unprepared.put(metric.name(), String.valueOf(e.getMessage()));
                } catch (RuntimeException | LinkageError | StackOverflowError e) {
                    unprepared.put(metric.name(), "it failed: " + e);
                }
                prepared.add(evaluation);
            }
            evaluations = prepared;
        }
        return evaluations;
    }

    /** One metric in one pass. */
    private static final class ActiveMeter {
        private final BoundMetric metric;
        private final Meter meter;
        /** A copy for this metric alone, so that its changes do not affect others. */
        private final int[] sequence;

        ActiveMeter(BoundMetric metric, Meter meter, int longest) {
            this.metric = metric;
            this.meter = meter;
            this.sequence = new int[longest];
        }
    }

    /**
     * Measures a model in one pass over the test data.
     *
     * @throws LearningException if the model predicts a value that is not a finite number
     * @throws CancelledException if the trial is cancelled
     */
    Measurement measure(Model model) {
        check(model);
        List<Evaluation> prepared = evaluations();
        Map<String, String> unmeasured = new LinkedHashMap<>(unprepared);
        List<ActiveMeter> meters = new ArrayList<>();
        for (int m = 0; m < metrics.size(); m++) {
            if (prepared.get(m) != null) {
                try {
                    meters.add(new ActiveMeter(metrics.get(m), prepared.get(m).meter(model),
                            dataset.test().longest()));
                } catch (IllegalArgumentException e) {
                    unmeasured.put(metrics.get(m).name(), String.valueOf(e.getMessage()));
                } catch (RuntimeException | LinkageError | StackOverflowError e) {
                    unmeasured.put(metrics.get(m).name(), "it failed: " + e);
                }
            }
        }
        long repairs = feed(model, meters, unmeasured);
        Map<String, Double> values = new LinkedHashMap<>();
        meters.forEach(active -> collect(active, values, unmeasured));
        return new Measurement(values, unmeasured, repairs);
    }

    private static void collect(ActiveMeter active, Map<String, Double> values, Map<String, String> unmeasured) {
        List<String> columns = active.metric.columns();
        double[] measured;
        try {
            measured = active.meter.values();
        } catch (RuntimeException | LinkageError | StackOverflowError e) {
            unmeasured.put(active.metric.name(), "it failed: " + e);
            return;
        }
        if (measured == null || measured.length != columns.size()) {
            unmeasured.put(active.metric.name(), "it must measure " + columns.size() + " numbers; it gave "
                    + (measured == null ? "none" : measured.length));
            return;
        }
        Map<String, Double> found = new LinkedHashMap<>();
        for (int i = 0; i < measured.length; i++) {
            if (Double.isInfinite(measured[i])) {
                unmeasured.put(active.metric.name(), "a metric must be finite; " + columns.get(i) + " is " + measured[i]);
                return;
            }
            if (!Double.isNaN(measured[i])) {
                found.put(columns.get(i), measured[i]);
            }
        }
        values.putAll(found);
    }

    /**
     * Checks that a stage returned a model of the data.
     *
     * @throws LearningException if the model is null or has another alphabet
     */
    void check(Model model) {
        if (model == null) {
            throw new LearningException("a stage must return a model; it returned null");
        }
        Alphabet alphabet = dataset.training().alphabet();
        if (!alphabet.equals(model.alphabet())) {
            throw new LearningException("a model must have the alphabet of the data (" + alphabet + "); it has "
                    + model.alphabet());
        }
    }

    private long feed(Model model, List<ActiveMeter> meters, Map<String, String> unmeasured) {
        Sequences test = dataset.test();
        Filter filter = model.filter();
        Filter shown = ReadOnlyFilter.of(filter);
        int n = dataset.training().alphabet().size();
        double[] scores = new double[n];
        double[] shownScores = new double[n];
        int[] sequence = new int[test.longest()];
        int steps = 0;
        for (int i = 0; i < test.count(); i++) {
            int length = test.copy(i, sequence);
            filter.reset();
            for (int w = meters.size() - 1; w >= 0; w--) {
                try {
                    ActiveMeter active = meters.get(w);
                    System.arraycopy(sequence, 0, active.sequence, 0, length);
                    active.meter.start(active.sequence, length);
                } catch (RuntimeException | LinkageError | StackOverflowError e) {
                    drop(meters, w, unmeasured, e);
                }
            }
            for (int t = 0; t < length; t++) {
                if (steps++ % STEPS == 0 && cancelled.getAsBoolean()) {
                    throw new CancelledException();
                }
                filter.scores(1, scores);
                check(scores, i, t);
                System.arraycopy(scores, 0, shownScores, 0, n);
                for (int w = meters.size() - 1; w >= 0; w--) {
                    try {
                        meters.get(w).meter.step(t, shown, shownScores);
                        if (!Arrays.equals(scores, shownScores)) {
                            throw new ModifiedInputException("it changed the scores that it was shown");
                        }
                    } catch (RuntimeException | LinkageError | StackOverflowError e) {
                        drop(meters, w, unmeasured, e);
                        System.arraycopy(scores, 0, shownScores, 0, n);
                    }
                }
                filter.update(sequence[t]);
            }
            for (int w = meters.size() - 1; w >= 0; w--) {
                if (!Arrays.equals(sequence, 0, length, meters.get(w).sequence, 0, length)) {
                    drop(meters, w, unmeasured, new ModifiedInputException("it changed the sequence that it was shown"));
                }
            }
        }
        return filter.repairs();
    }

    /** A metric modified its input. */
    private static final class ModifiedInputException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        ModifiedInputException(String message) {
            super(message, null, false, false);
        }
    }

    private static void drop(List<ActiveMeter> meters, int w, Map<String, String> unmeasured, Throwable e) {
        unmeasured.put(meters.remove(w).metric.name(), e instanceof ModifiedInputException ? e.getMessage() : "it failed: " + e);
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
}
