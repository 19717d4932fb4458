package psr.launcher.lab;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.annotations.ReferenceCardinality;
import org.osgi.service.log.LoggerFactory;

import psr.api.lab.Experiment;
import psr.api.lab.Laboratory;
import psr.api.lab.Observer;
import psr.api.lab.Stage;
import psr.api.model.Model;
import psr.api.source.Dataset;

/** Runs experiments with the services of the catalogue. */
@Component(service = {Laboratory.class, Lab.class})
public final class Lab implements Laboratory {

    /** How long a stopping laboratory waits for its trials, in milliseconds. */
    private static final long PATIENCE = 2000;

    private final Catalogue catalogue;
    private final LoggerFactory loggers;
    private final Set<Running> running = ConcurrentHashMap.newKeySet();

    /** A laboratory; loggers may be null. */
    @Activate
    public Lab(@Reference Catalogue catalogue,
            @Reference(cardinality = ReferenceCardinality.OPTIONAL) LoggerFactory loggers) {
        this.catalogue = catalogue;
        this.loggers = loggers;
    }

    @Override
    public Running submit(Experiment experiment, int threads, Observer observer) {
        Objects.requireNonNull(observer, "observer");
        if (threads < 1) {
            throw new IllegalArgumentException("threads must be at least 1; threads=" + threads);
        }
        return prepare(experiment).start(threads, TrialObserver.of(observer), Scope.ALL);
    }

    /**
     * Binds the names of an experiment to services and checks every setting; nothing is started.
     *
     * @throws IllegalArgumentException if a name is unknown, a setting is wrong, or stages do not fit
     */
    public Prepared prepare(Experiment experiment) {
        return new Prepared(this, experiment, Binding.of(experiment, catalogue));
    }

    /**
     * Measures a model on the test part of data, now and on this thread.
     *
     * @return what could be measured, by full name
     */
    public Map<String, Double> measure(Model model, Dataset dataset, List<Stage> metrics) {
        try (Pins pins = new Pins()) {
            return new Walk(Binding.metrics(metrics, catalogue, pins), dataset, () -> false).measure(model).values();
        }
    }

    /**
     * Tries whether every service of a name keeps the promises of its kind.
     *
     * @param limit how long that may take for each
     * @throws IllegalArgumentException if there is none, or it cannot be tried with these settings
     */
    public List<Promises.Finding> promises(Stage stage, Duration limit) {
        return new Promises(catalogue).of(stage, limit);
    }

    /** Checks parts of an experiment one by one. */
    public Checks checks() {
        return new Checks(catalogue);
    }

    Running start(Experiment experiment, Binding binding, int threads, TrialObserver observer, Scope scope) {
        Running submission = new Running(experiment, binding, scope, threads, observer, this::log);
        running.add(submission);
        submission.start(() -> running.remove(submission));
        return submission;
    }

    private void log(String what, Throwable e) {
        if (loggers != null) {
            loggers.getLogger(Lab.class).warn("{}", what, e);
        }
    }

    /** Stops every experiment; what is finished is already with its observer. */
    @Deactivate
    void close() throws InterruptedException {
        List<Running> stopping = new ArrayList<>(running);
        stopping.forEach(Running::cancel);
        long deadline = System.nanoTime() + PATIENCE * 1_000_000;
        for (Running submission : stopping) {
            if (!submission.await(Math.max(1, (deadline - System.nanoTime()) / 1_000_000))) {
                submission.abandon();
            }
        }
    }
}
