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
import psr.api.lab.LearnedModel;
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

    /** A run that computes when it is observed; a submission has its methods. */
    public record Run(FakeLaboratory in, Experiment experiment, RunOptions options, List<TrialResult> finished,
            CountDownLatch cancelled, CountDownLatch forgotten) {

        public Subscription observe(Observer observer) {
            int total = experiment.trials() * experiment.recipes().size();
            for (int trial = 0; trial < Math.min(in.endless, experiment.trials()); trial++) {
                for (Recipe recipe : experiment.recipes()) {
                    Map<String, Double> values = new LinkedHashMap<>();
                    double value = trial + recipe.label().length();
                    experiment.metrics().forEach(metric -> values.put(metric.name() + ".value", value));
                    TrialResult.Builder result = TrialResult.of(trial, recipe.label());
                    if (in.failing.containsKey(recipe.label())) {
                        result.failure(in.failing.get(recipe.label()));
                    } else {
                        result.curve(List.of(new TrialResult.Point(0, values)));
                    }
                    finished.add(result.build());
                    observer.finished(finished.get(finished.size() - 1), finished.size(), total);
                }
                observer.trialFinished(trial, trial + 1, experiment.trials());
            }
            return () -> {};
        }

        public boolean await() throws InterruptedException, ExecutionException {
            if (in.broken != null) {
                throw new ExecutionException(in.broken);
            }
            if (in.endless < experiment.trials()) {
                cancelled.await();
                return false;
            }
            return true;
        }

        public void cancel() {
            cancelled.countDown();
        }

        public Results results() {
            if (closed() && folder().isEmpty()) {
                throw new IllegalStateException("the results of a run that is not saved must be read before it is closed");
            }
            return new FakeResults(experiment, finished);
        }

        public Optional<Path> folder() {
            return options.folder();
        }

        public Shard share() {
            return options.share();
        }

        public Optional<LearnedModel> model() {
            return Optional.ofNullable(in.learned);
        }

        public Optional<Report> report() {
            return folder().map(any -> in.report);
        }

        public void close() {
            forgotten.countDown();
        }

        public boolean closed() {
            return forgotten.getCount() == 0;
        }
    }

    public Submission submit(Experiment experiment, RunOptions options, Observer... observers) {
        runs.add(new Run(this, experiment, options, new ArrayList<>(), new CountDownLatch(1), new CountDownLatch(1)));
        Run run = runs.get(runs.size() - 1);
        List.of(observers).forEach(run::observe);
        return Partial.of(Submission.class, run);
    }

    public Submission submit(Experiment experiment, RunOptions options, Placement placement, Observer... observers) {
        return submit(experiment, options, observers);
    }

    /** Learns from all data, unless the options say otherwise. */
    public Submission learn(Stage dataset, Recipe recipe, long seed, RunOptions options, Observer... observers) {
        return submit(Experiment.builder("train", dataset).recipe(recipe).metric(Stage.of("perplexity")).seed(seed).build(),
                options.change().part(options.chosenPart().orElse(DataPart.everything())).build(), observers);
    }

    /** The choice among several recipes, with its own label. */
    public Submission learn(Stage dataset, List<Recipe> candidates, long seed, RunOptions options, Observer... observers) {
        return submit(Experiment.builder("train", dataset).choose(candidates).metric(Stage.of("perplexity")).seed(seed).build(),
                options.change().part(options.chosenPart().orElse(DataPart.everything())).build(), observers);
    }

    public Submission resume(Path folder, RunOptions options, Placement placement, Observer... observers) {
        Experiment experiment = saved.get(folder).results().experiment().change()
                .trials(options.totalTrials().orElseThrow()).build();
        return submit(experiment,
                RunOptions.builder().folder(folder).otherBundles(options.otherBundles()).build(), observers);
    }

    public SavedRun merge(List<Path> shards, Path into) {
        merged.put(into, shards);
        return saved.get(shards.get(0));
    }

    public SavedRun open(Path folder) {
        if (!saved.containsKey(folder)) {
            throw new IllegalArgumentException("a run folder must hold experiment.json; " + folder + " has none");
        }
        return saved.get(folder);
    }

    public List<Path> savedRuns(Path folder) {
        return saved.keySet().stream().filter(each -> each.startsWith(folder)).toList();
    }

    public Report report(Results results, Path into) {
        return report;
    }

    public Dataset load(Stage dataset, long seed, Path base) throws IOException {
        Dataset found = datasets.get(dataset.toString());
        if (found == null) {
            throw new IOException("cannot read " + dataset);
        }
        return found;
    }

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
