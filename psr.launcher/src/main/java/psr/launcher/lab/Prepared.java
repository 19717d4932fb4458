package psr.launcher.lab;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import psr.api.eval.Measure;
import psr.api.lab.Experiment;
import psr.api.lab.Recipe;
import psr.api.lab.Stage;

/**
 * An experiment whose names are bound to services, which are kept as they are until it is closed or, once started, has
 * ended. Used by one thread.
 */
public final class Prepared implements AutoCloseable {

    private final Lab lab;
    private final Experiment experiment;
    private final Binding binding;
    private boolean started;

    Prepared(Lab lab, Experiment experiment, Binding binding) {
        this.lab = lab;
        this.experiment = experiment;
        this.binding = binding;
    }

    /** What was asked. */
    public Experiment experiment() {
        return experiment;
    }

    /** Everything measured by full name, in the order asked. */
    public Map<String, Measure> measures() {
        return binding.measures();
    }

    /** The services it uses. */
    public List<Offer> services() {
        return binding.pins().offers();
    }

    /** The data set with every setting. */
    public Stage dataset() {
        return binding.source().resolved();
    }

    /** The metrics with every setting, in the order asked. */
    public List<Stage> metrics() {
        return binding.metrics().stream().map(BoundMetric::resolved).toList();
    }

    /** The stages of each recipe with every setting, by label; as typed where a service cannot be used. */
    public Map<String, List<Stage>> recipes() {
        Map<String, List<Stage>> resolved = new LinkedHashMap<>();
        for (int i = 0; i < experiment.recipes().size(); i++) {
            Recipe typed = experiment.recipes().get(i);
            BoundRecipe bound = binding.recipes().get(i);
            resolved.put(typed.label(), bound.broken().isPresent() ? typed.stages()
                    : bound.stages().stream().map(BoundStage::resolved).toList());
        }
        return resolved;
    }

    /** The seed of a trial, with which its data are drawn. */
    public static long seed(Experiment experiment, int trial) {
        return Trial.seed(experiment, trial);
    }

    /**
     * Starts it, once; from here on it need not be closed.
     *
     * @param threads how many trials may run at once, at least 1; changes no result
     */
    public Running start(int threads, TrialObserver observer, Scope scope) {
        if (started) {
            throw new IllegalStateException("an experiment must be started once");
        }
        started = true;
        return lab.start(experiment, binding, threads, observer, scope);
    }

    @Override
    public void close() {
        if (!started) {
            binding.close();
        }
    }
}
