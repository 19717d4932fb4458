package psr.launcher.trials;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;

import psr.api.data.Alphabet;
import psr.api.data.DataKind;
import psr.api.data.Sequences;
import psr.api.data.Space;
import psr.api.data.Symbols;
import psr.api.eval.Evaluation;
import psr.api.eval.Meter;
import psr.api.eval.ModelWalk;
import psr.api.learn.LearningException;
import psr.api.model.ConditionalModel;
import psr.api.model.Model;
import psr.api.source.Dataset;
import psr.launcher.services.CancelledException;
import psr.launcher.services.DataUse;

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
            List<Evaluation> prepared = new ArrayList<>();
            for (BoundMetric metric : metrics) {
                Evaluation evaluation = null;
                try {
                    evaluation = metric.preparation().apply(dataset);
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
    private record ActiveMeter(BoundMetric metric, Meter meter) {}

    /**
     * Measures a model in one pass over the test data.
     *
     * @throws LearningException if the model predicts a value that is not a finite number
     * @throws CancelledException if the trial is cancelled
     */
    Measurement measure(Model learned) {
        Model model = conditional(learned);
        check(model);
        Map<String, String> unmeasured = new LinkedHashMap<>(unprepared());
        List<ActiveMeter> meters = meters(model, unmeasured);
        long repairs = feed(model, meters, unmeasured, false);
        if (repairs < 0) {
            // A meter changed what all of them are shown: once more, with a look at each.
            unmeasured = new LinkedHashMap<>(unprepared());
            meters = meters(model, unmeasured);
            repairs = feed(model, meters, unmeasured, true);
        }
        Map<String, Double> values = new LinkedHashMap<>();
        for (ActiveMeter active : meters) {
            collect(active, values, unmeasured);
        }
        return new Measurement(values, unmeasured, repairs);
    }

    private Map<String, String> unprepared() {
        evaluations();
        return unprepared;
    }

    private List<ActiveMeter> meters(Model model, Map<String, String> unmeasured) {
        List<ActiveMeter> meters = new ArrayList<>();
        for (int m = 0; m < metrics.size(); m++) {
            Evaluation evaluation = evaluations().get(m);
            if (evaluation != null) {
                try {
                    meters.add(new ActiveMeter(metrics.get(m), evaluation.meter(model)));
                } catch (IllegalArgumentException e) {
                    unmeasured.put(metrics.get(m).name(), String.valueOf(e.getMessage()));
                } catch (RuntimeException | LinkageError | StackOverflowError e) {
                    unmeasured.put(metrics.get(m).name(), "it failed: " + e);
                }
            }
        }
        return meters;
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

    /** The model itself; if it is one of joint symbols, a model of the observations given the inputs. */
    Model conditional(Model model) {
        Sequences data = dataset.training();
        boolean joint = model != null && model.inputs().isEmpty() && model.space() instanceof Alphabet alphabet
                && DataUse.isJoint(DataKind.of(data)) && !alphabet.equals(data.space())
                && alphabet.equals(data.select().as(Symbols.class).joint().alphabet());
        return joint ? new ConditionalModel(model, data.inputs().orElseThrow().space().as(Alphabet.class),
                data.space().as(Alphabet.class)) : model;
    }

    /**
     * Checks that a stage returned a model of the data.
     *
     * @throws LearningException if the model is null or predicts another space
     */
    void check(Model model) {
        if (model == null) {
            throw new LearningException("a stage must return a model; it returned null");
        }
        Space space = dataset.training().space();
        if (!space.equals(model.space())) {
            throw new LearningException("a model must have the " + (space.kind() == Space.Kind.SYMBOLS ? "alphabet" : "channels")
                    + " of the data (" + space + "); it has " + model.space());
        }
    }

    /**
     * Shows the test data to all meters; drops those that fail.
     *
     * @param each whether to look after each meter whether it changed what it was shown, and drop it if so; otherwise all are
     *        looked after once a step
     * @return the repairs of the filter; −1 if a meter changed what it was shown and it is not known which
     */
    private long feed(Model model, List<ActiveMeter> meters, Map<String, String> unmeasured, boolean each) {
        ModelWalk walk = new ModelWalk(model, dataset.test());
        for (int steps = 0; walk.next(); steps++) {
            if (steps % STEPS == 0 && cancelled.getAsBoolean()) {
                throw new CancelledException();
            }
            for (int w = meters.size() - 1; w >= 0; w--) {
                try {
                    meters.get(w).meter.step(walk);
                    if (each && !walk.intact()) {
                        walk.restore();
                        unmeasured.put(meters.remove(w).metric.name(), "it changed the arrays that it was shown");
                    }
                } catch (ModelWalk.PredictionException e) {
                    if (e.getCause() instanceof RuntimeException cause) {
                        throw cause;
                    } else if (e.getCause() instanceof Error cause) {
                        throw cause;
                    }
                    throw new LearningException(e.getMessage());
                } catch (RuntimeException | LinkageError | StackOverflowError e) {
                    unmeasured.put(meters.remove(w).metric.name(), "it failed: " + e);
                }
            }
            if (!each && !walk.intact()) {
                return -1;
            }
        }
        return walk.filter().repairs();
    }
}
