package psr.server;

import java.io.IOException;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

import org.osgi.framework.Bundle;

import psr.api.data.Alphabet;
import psr.api.data.Sequences;
import psr.api.data.Symbols;
import psr.api.eval.Evaluation;
import psr.api.eval.Measure;
import psr.api.eval.Meter;
import psr.api.eval.Metric;
import psr.api.eval.Walk;
import psr.api.lab.BundleVersion;
import psr.api.lab.Experiment;
import psr.api.lab.ModelStore;
import psr.api.lab.PluginFile;
import psr.api.lab.PluginListener;
import psr.api.lab.Recipe;
import psr.api.lab.ServiceKind;
import psr.api.lab.Stage;
import psr.api.lab.Subscription;
import psr.api.learn.Learner;
import psr.api.learn.LearningException;
import psr.api.learn.Run;
import psr.api.linear.Hmm;
import psr.api.model.Model;
import psr.api.settings.Configurable;
import psr.api.settings.NoSettings;
import psr.api.settings.Option;
import psr.api.settings.ValidationError;
import psr.api.settings.ValidationException;
import psr.api.source.Dataset;
import psr.api.source.DatasetSource;
import psr.launcher.experiments.ExperimentFiles;
import psr.launcher.jobs.Reporting;
import psr.launcher.lab.Lab;
import psr.launcher.lab.PresentServices;
import psr.launcher.services.BundleHolds;
import psr.launcher.services.Selection;
import psr.launcher.services.ServiceCatalog;
import psr.launcher.services.ServiceOffer;
import psr.launcher.spi.PluginJars;

/** The laboratory without a framework, with small services: a data set, a learner that computes when a test permits it, a metric. */
public final class TestLab {

    /** The bundle of the learner. */
    private static final String BUNDLE = "mine";

    /** The learner needs one for each model. */
    public final Semaphore permits = new Semaphore(0, true);
    /** How many learners wait for a permit. */
    public final AtomicInteger waiting = new AtomicInteger();
    /** The tags of the recipes that were computed, in order. */
    public final List<String> computed = new CopyOnWriteArrayList<>();
    /** Why data cannot be loaded; null if they can. */
    public volatile String broken;
    /** Whether the learner makes no model. */
    public volatile boolean fruitless;
    /** Whether the bundle of the learner that runs began with is missing. */
    public volatile boolean replaced;
    /** The queue gets services when it is open. */
    public volatile CountDownLatch gate = new CountDownLatch(0);
    /** How often services were started. */
    public final AtomicInteger started = new AtomicInteger();
    /** How many of these are held. */
    public final AtomicInteger held = new AtomicInteger();

    private final ServiceCatalog catalog = ServiceCatalog.of();
    private final List<PluginListener> listeners = new CopyOnWriteArrayList<>();

    /** With all services. */
    public TestLab() {
        put(ServiceKind.DATASET, "coins", "other", "1.0.0", new Coins());
        put(ServiceKind.METRIC, "score", "other", "1.0.0", new Score());
        putLearner("1.0.0");
    }

    /** A run of one recipe, whose trials are counted by a tag. */
    public static Experiment experiment(String tag, int trials) {
        return Experiment.builder("small", Stage.of("coins")).recipe(Recipe.parse("patient:tag=" + tag)).metric(Stage.of("score"))
                .trials(trials).build();
    }

    private void put(ServiceKind kind, String name, String bundle, String version, Configurable<?> service) {
        catalog.put(kind + name, List.of(new ServiceOffer(kind, name, "a test's " + name, "", bundle, version, 0, 1,
                new ServiceOffer.Provider() {
                    @Override
                    public Object acquire() {
                        try {
                            if (Thread.currentThread().getName().startsWith("psr-steps")) {
                                gate.await();
                            }
                        } catch (InterruptedException e) {
                            throw new IllegalStateException(e);
                        }
                        started.incrementAndGet();
                        held.incrementAndGet();
                        return service;
                    }

                    @Override
                    public void release(Object released) {
                        held.decrementAndGet();
                    }
                })));
    }

    /** Installs the learner. */
    public void putLearner(String version) {
        put(ServiceKind.LEARNER, "patient", BUNDLE, version, new Patient());
    }

    /** Removes the learner. */
    public void removeLearner() {
        catalog.put(ServiceKind.LEARNER + "patient", List.of());
    }

    /** Reports that a plugin has arrived. */
    public void announce() {
        listeners.forEach(each -> each.changed(PluginFile.of("mine.jar", PluginFile.State.ACTIVE, Optional.empty(), "")));
    }

    /** All of this as the server sees it, as after a start of the process. */
    public LabServices services(ModelStore models, Path home) {
        BundleHolds holds = new Holds();
        Lab lab = new Lab(catalog, holds, new Reporting(null, List.of()), home);
        return new LabServices(lab, lab, new PresentServices(catalog, holds), new ExperimentFiles(), plugins(),
                models,
                results -> List.of(), List::of, List::of);
    }

    private PluginJars plugins() {
        return (PluginJars) Proxy.newProxyInstance(PluginJars.class.getClassLoader(), new Class<?>[] {PluginJars.class},
                (proxy, method, arguments) -> {
                    if (!method.getName().equals("listen")) {
                        throw new IllegalStateException(method.getName());
                    }
                    PluginListener listener = (PluginListener) arguments[0];
                    listeners.add(listener);
                    return (Subscription) () -> listeners.remove(listener);
                });
    }

    private final class Holds implements BundleHolds {

        @Override
        public Hold hold(Bundle bundle) {
            throw new AssertionError("there is no bundle to hold");
        }

        @Override
        public Selection exactly(List<BundleVersion> bundles) {
            if (replaced) {
                throw new ValidationException(ValidationError.of("run", "bundles", "must be those it began with", BUNDLE)
                        .saying("the run began with mine 1.0.0").missing(bundles.stream()
                                .filter(each -> each.name().equals(BUNDLE))
                                .map(each -> new ValidationError.Missing(ValidationError.Missing.BUNDLE, each.name(),
                                        each.version(), each.name(), each.sha256()))
                                .toList()));
            }
            return offer -> true;
        }
    }

    /** Two sequences of coins. */
    private final class Coins implements DatasetSource<NoSettings> {

        @Override
        public Dataset load(NoSettings settings, Run run) throws IOException {
            if (broken != null) {
                throw new IOException(broken);
            }
            Symbols coins = new Symbols.Builder().add(0, 1).add(1, run.random("coins").nextInt(2)).build(Alphabet.numbered(2));
            return Dataset.builder(coins).test(coins).origin("a test").build();
        }
    }

    /** Waits for a permit. */
    private final class Patient implements Learner<Patient.Settings> {

        private record Settings(@Option(value = "none", help = "names what is computed") String tag) {}

        @Override
        public Model learn(Sequences sequences, Settings settings, Run run) {
            Symbols data = sequences.as(Symbols.class);
            run.progress(.5, "waiting");
            permit(run);
            computed.add(settings.tag());
            if (fruitless) {
                throw new LearningException("too few data");
            }
            return new Hmm(data.alphabet(), new double[] {1}, new double[][] {{1}}, new double[][] {{.5, .5}});
        }

        private void permit(Run run) {
            waiting.incrementAndGet();
            try {
                while (!permits.tryAcquire(5, TimeUnit.MILLISECONDS)) {
                    run.checkpoint();
                }
            } catch (InterruptedException e) {
                throw new CancellationException("the thread was interrupted");
            } finally {
                waiting.decrementAndGet();
            }
        }
    }

    /** Measures nothing in particular. */
    private static final class Score implements Metric<NoSettings> {

        @Override
        public List<Measure> measures(NoSettings settings) {
            return List.of(Measure.of("sum", Measure.Better.LOWER, "the sum of all scores"));
        }

        @Override
        public Evaluation prepare(Dataset data, NoSettings settings) {
            return model -> new Meter() {
                private double sum;

                @Override
                public void step(Walk walk) {
                    sum += Arrays.stream(walk.scores(1)).sum();
                }

                @Override
                public double[] values() {
                    return new double[] {sum};
                }
            };
        }
    }

    /** A service that answers nothing, for tests that need its type only. */
    public static <T> T idle(Class<T> type) {
        return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, (proxy, method, arguments) -> {
            Class<?> answer = method.getReturnType();
            if (answer == List.class) {
                return List.of();
            }
            if (answer == Optional.class) {
                return Optional.empty();
            }
            return answer == Subscription.class ? (Subscription) () -> {} : null;
        }));
    }
}
