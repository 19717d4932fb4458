package psr.shell.fakes;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;

import psr.api.lab.DataPart;
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
import psr.api.lab.TrialResult;
import psr.api.model.Model;
import psr.api.source.Dataset;
import psr.api.store.LearnedModel;
import psr.launcher.spi.Engine;
import psr.launcher.spi.Placement;

/**
 * A laboratory in which every trial of a recipe measures the number of the trial plus the length of the recipe's label, unless
 * something else was arranged.
 */
public final class FakeLaboratory {

    /** What was submitted or resumed. */
    public final List<Run> runs = new ArrayList<>();
    /** The recipes that fail, by label. */
    public final Map<String, TrialResult.Failure> failing = new LinkedHashMap<>();
    /** What can be loaded, by the text of the data set. */
    public final Map<String, Dataset> datasets = new LinkedHashMap<>();
    /** The saved runs, by folder. */
    public final Map<Path, SavedRun> saved = new LinkedHashMap<>();
    /** The shards that were merged, by the folder they went into. */
    public final Map<Path, List<Path>> merged = new LinkedHashMap<>();
    /** What measuring a model gives. */
    public Map<String, Double> measured = Map.of();
    /** On what a model was measured last. */
    public Dataset measuredOn;
    /** What is learned. */
    public LearnedModel learned;
    /** Why a run fails. */
    public Throwable broken;
    /** Trials from this one on wait until the run is cancelled. */
    public int endless = Integer.MAX_VALUE;
    /** What is reported on a saved run. */
    public Report report;

    /** The service that programs use. */
    public Laboratory laboratory() {
        return Partial.of(Laboratory.class, this);
    }

    /** The service that commands use which choose where trials are computed. */
    public Engine engine() {
        return Partial.of(Engine.class, this);
    }

    /** A run that computes when it is observed. */
    public final class Run {

        private final Experiment experiment;
        private final RunOptions options;
        private final List<TrialResult> results = new ArrayList<>();
        private final CountDownLatch cancelled = new CountDownLatch(1);
        private boolean closed;

        private Run(Experiment experiment, RunOptions options) {
            this.experiment = experiment;
            this.options = options;
        }

        /** Computes. */
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
                        result.curve(List.of(new TrialResult.Point(0, values)));
                    }
                    results.add(result.build());
                    observer.finished(results.get(results.size() - 1), results.size(), total);
                }
                observer.trialFinished(trial, trial + 1, experiment.trials());
            }
            return () -> {};
        }

        /** Waits for the end. */
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

        /** Ends the run. */
        public void cancel() {
            cancelled.countDown();
        }

        /** What is finished. */
        public Results results() {
            if (closed && folder().isEmpty()) {
                throw new IllegalStateException("the results of a run that is not saved must be read before it is closed");
            }
            return new FakeResults(experiment, results);
        }

        /** What was submitted. */
        public Experiment experiment() {
            return experiment;
        }

        /** How. */
        public RunOptions options() {
            return options;
        }

        /** Where it is saved. */
        public Optional<Path> folder() {
            return options.folder();
        }

        /** Which trials. */
        public Shard share() {
            return options.share();
        }

        /** What it learned. */
        public Optional<LearnedModel> model() {
            return Optional.ofNullable(learned);
        }

        /** What was reported on it. */
        public Optional<Report> report() {
            return folder().isPresent() ? Optional.ofNullable(report) : Optional.empty();
        }

        /** Forgets it. */
        public void close() {
            closed = true;
        }

        /** Whether it was closed. */
        public boolean closed() {
            return closed;
        }
    }

    /** Starts a run. */
    public Submission submit(Experiment experiment, RunOptions options, Observer... observers) {
        Run run = new Run(experiment, options);
        runs.add(run);
        List.of(observers).forEach(run::observe);
        return Partial.of(Submission.class, run);
    }

    /** Starts a run. */
    public Submission submit(Experiment experiment, RunOptions options, Placement placement, Observer... observers) {
        return submit(experiment, options, observers);
    }

    /** Learns from all data, unless the options say otherwise. */
    public Submission learn(Stage dataset, Recipe recipe, long seed, RunOptions options, Observer... observers) {
        return submit(Experiment.builder("train", dataset).recipe(recipe).metric(Stage.of("perplexity")).seed(seed).build(),
                options.change().part(options.chosenPart().orElse(DataPart.everything())).build(), observers);
    }

    /** Resumes a saved run. */
    public Submission resume(Path folder, RunOptions options, Placement placement, Observer... observers) {
        Experiment experiment = saved.get(folder).results().experiment().change()
                .trials(options.totalTrials().orElseThrow()).build();
        return submit(experiment,
                RunOptions.builder().folder(folder).otherBundles(options.otherBundles()).build(), observers);
    }

    /** Merges shards. */
    public SavedRun merge(List<Path> shards, Path into) {
        merged.put(into, shards);
        return saved.get(shards.get(0));
    }

    /** Opens a saved run. */
    public SavedRun open(Path folder) {
        if (!saved.containsKey(folder)) {
            throw new IllegalArgumentException("a run folder must hold experiment.json; " + folder + " has none");
        }
        return saved.get(folder);
    }

    /** The saved runs below a folder. */
    public List<Path> savedRuns(Path folder) {
        return saved.keySet().stream().filter(each -> each.startsWith(folder)).toList();
    }

    /** Reports on results. */
    public Report report(Results results, Path into) {
        return report;
    }

    /** Loads a data set. */
    public Dataset load(Stage dataset, long seed, Path base) throws IOException {
        Dataset found = datasets.get(dataset.toString());
        if (found == null) {
            throw new IOException("cannot read " + dataset);
        }
        return found;
    }

    /** Measures a model. */
    public Map<String, Double> measure(Model model, Dataset data, List<Stage> metrics) {
        measuredOn = data;
        return measured;
    }

    /** A run in a folder. */
    public static SavedRun savedRun(Path folder, Results results, Optional<String> writer) {
        return Partial.of(SavedRun.class, new InFolder(folder, "2026-01-01T00:00:00Z", Shard.all(), results, writer));
    }

    /** What a saved run has. */
    public record InFolder(Path folder, String started, Shard share, Results results, Optional<String> writer) {}
}
