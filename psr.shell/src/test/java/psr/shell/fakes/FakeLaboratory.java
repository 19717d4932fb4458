package psr.shell.fakes;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;

import psr.api.lab.BundleVersion;
import psr.api.lab.Experiment;
import psr.api.lab.Laboratory;
import psr.api.lab.Observer;
import psr.api.lab.Recipe;
import psr.api.lab.Report;
import psr.api.lab.Results;
import psr.api.lab.RunOptions;
import psr.api.lab.SavedRun;
import psr.api.lab.Shard;
import psr.api.lab.Stage;
import psr.api.lab.Submission;
import psr.api.lab.Subscription;
import psr.api.lab.TrialComputer;
import psr.api.lab.TrialResult;
import psr.api.lab.TrialTask;
import psr.api.model.Model;
import psr.api.settings.ValidationError;
import psr.api.source.Dataset;
import psr.api.store.LearnedModel;

/**
 * A laboratory in which every trial of a recipe measures the number of the trial plus the length of the recipe's label, unless
 * something else was arranged.
 */
public final class FakeLaboratory implements Laboratory {

    /** What was submitted or resumed. */
    public final List<Run> runs = new ArrayList<>();
    /** The recipes that fail, by label. */
    public final Map<String, TrialResult.Failure> failing = new LinkedHashMap<>();
    /** What can be loaded, by the text of the data set. */
    public final Map<String, Dataset> datasets = new LinkedHashMap<>();
    /** The runs that are kept, by folder. */
    public final Map<Path, SavedRun> kept = new LinkedHashMap<>();
    /** The shares that were put together, by the folder they went into. */
    public final Map<Path, List<Path>> merged = new LinkedHashMap<>();
    /** What measuring a model gives. */
    public Map<String, Double> measured = Map.of();
    /** On what a model was measured last. */
    public Dataset measuredOn;
    /** What a recipe learns. */
    public LearnedModel learned;
    /** Why a run fails. */
    public Throwable broken;
    /** Trials from this one on wait until the run is cancelled. */
    public int endless = Integer.MAX_VALUE;
    /** What is reported on a run that is kept. */
    public Report report;

    /** A run that computes when it is observed. */
    public final class Run implements Submission {

        private final Experiment experiment;
        private final RunOptions options;
        private final List<TrialResult> results = new ArrayList<>();
        private final CountDownLatch cancelled = new CountDownLatch(1);
        private boolean closed;

        private Run(Experiment experiment, RunOptions options) {
            this.experiment = experiment;
            this.options = options;
        }

        @Override
        public Subscription observe(Observer observer) {
            int total = experiment.trials() * experiment.recipes().size();
            for (int trial = 0; trial < Math.min(endless, experiment.trials()); trial++) {
                for (Recipe recipe : experiment.recipes()) {
                    Map<String, Double> values = new LinkedHashMap<>();
                    int number = trial;
                    experiment.metrics().forEach(metric -> values.put(metric.name() + ".value",
                            (double) number + recipe.label().length()));
                    TrialResult.Builder result = TrialResult.of(trial, recipe.label());
                    if (failing.containsKey(recipe.label())) {
                        result.failure(failing.get(recipe.label()));
                    } else {
                        if (learned != null) {
                            observer.learned(trial, recipe.label(), learned);
                        }
                        result.curve(List.of(new TrialResult.Point(0, values)));
                    }
                    results.add(result.build());
                    observer.finished(results.get(results.size() - 1), results.size(), total);
                }
                observer.trialFinished(trial, trial + 1, experiment.trials());
            }
            return () -> {};
        }

        @Override
        public boolean await() throws InterruptedException, ExecutionException {
            if (broken != null) {
                throw new ExecutionException(broken);
            }
            if (endless < experiment.trials()) {
                cancelled.await();
                return false;
            }
            return true;
        }

        @Override
        public boolean await(Duration time) {
            return true;
        }

        @Override
        public void cancel() {
            cancelled.countDown();
        }

        @Override
        public Results results() {
            if (closed && folder().isEmpty()) {
                throw new IllegalStateException("a run that is kept nowhere must be asked before it is closed");
            }
            return new FakeResults(experiment, results);
        }

        @Override
        public String id() {
            return "run-" + runs.indexOf(this);
        }

        @Override
        public Experiment experiment() {
            return experiment;
        }

        @Override
        public RunOptions options() {
            return options;
        }

        @Override
        public Optional<Path> folder() {
            return options.folder();
        }

        @Override
        public Shard share() {
            return options.share();
        }

        @Override
        public List<BundleVersion> bundles() {
            return List.of();
        }

        @Override
        public List<String> remarks() {
            return List.of();
        }

        @Override
        public State state() {
            return State.RUNNING;
        }

        @Override
        public Optional<String> waitingFor() {
            return Optional.empty();
        }

        @Override
        public Optional<Throwable> failure() {
            return Optional.ofNullable(broken);
        }

        @Override
        public void pause() {}

        @Override
        public void proceed() {}

        @Override
        public Optional<Report> report() {
            return folder().isPresent() ? Optional.ofNullable(report) : Optional.empty();
        }

        @Override
        public void close() {
            closed = true;
        }

        /** Whether it was closed. */
        public boolean closed() {
            return closed;
        }
    }

    @Override
    public List<ValidationError> check(Experiment experiment) {
        return List.of();
    }

    @Override
    public Submission submit(Experiment experiment, RunOptions options) {
        runs.add(new Run(experiment, options));
        return runs.get(runs.size() - 1);
    }

    @Override
    public Submission resume(Path folder, RunOptions options) {
        Experiment experiment = kept.get(folder).results().experiment().change()
                .trials(options.totalTrials().orElseThrow()).build();
        return submit(experiment, RunOptions.builder().folder(folder).otherBundles(options.otherBundles()).build());
    }

    @Override
    public SavedRun merge(List<Path> shares, Path into) {
        merged.put(into, shares);
        return kept.get(shares.get(0));
    }

    @Override
    public List<Submission> submissions() {
        return List.copyOf(runs);
    }

    @Override
    public Optional<Submission> submission(String id) {
        return Optional.empty();
    }

    @Override
    public SavedRun open(Path folder) throws IOException {
        if (!kept.containsKey(folder)) {
            throw new IllegalArgumentException("a run folder must hold experiment.json; " + folder + " has none");
        }
        return kept.get(folder);
    }

    @Override
    public List<Path> kept(Path folder) {
        return kept.keySet().stream().filter(each -> each.startsWith(folder)).toList();
    }

    @Override
    public Report report(Results results, Path into) {
        return report;
    }

    @Override
    public TrialComputer prepare(TrialTask task) {
        throw new UnsupportedOperationException();
    }

    @Override
    public Dataset load(Stage dataset, long seed, Path base) throws IOException {
        Dataset found = datasets.get(dataset.toString());
        if (found == null) {
            throw new IOException("cannot read " + dataset);
        }
        return found;
    }

    @Override
    public Map<String, Double> measure(Model model, Dataset data, List<Stage> metrics) {
        measuredOn = data;
        return measured;
    }

    /** A run in a folder. */
    public static SavedRun keptRun(Path folder, Results results, Optional<String> writer) {
        return new SavedRun() {
            @Override
            public Path folder() {
                return folder;
            }

            @Override
            public String started() {
                return "2026-01-01T00:00:00Z";
            }

            @Override
            public Shard share() {
                return Shard.all();
            }

            @Override
            public Results results() {
                return results;
            }

            @Override
            public List<BundleVersion> bundles() {
                return List.of();
            }

            @Override
            public List<Service> services() {
                return List.of();
            }

            @Override
            public Map<String, String> files() {
                return Map.of();
            }

            @Override
            public Path base() {
                return folder;
            }

            @Override
            public Optional<String> writer() {
                return writer;
            }
        };
    }
}
