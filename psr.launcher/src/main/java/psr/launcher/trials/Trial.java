package psr.launcher.trials;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CancellationException;
import java.util.function.BooleanSupplier;

import psr.api.data.Sequences;
import psr.api.data.Symbols;
import psr.api.lab.DataPart;
import psr.api.lab.Experiment;
import psr.api.lab.Observer;
import psr.api.lab.Recipe;
import psr.api.lab.TrialResult;
import psr.api.learn.LearningException;
import psr.api.learn.SeededRun;
import psr.api.model.Model;
import psr.api.model.SingularValues;
import psr.api.settings.ValidationError;
import psr.api.settings.ValidationException;
import psr.api.source.Dataset;
import psr.launcher.experiments.Scores;
import psr.launcher.services.BrokenServiceException;
import psr.launcher.services.CancelledException;
import psr.launcher.services.Deadline;
import psr.launcher.spi.NamedFiles;
import psr.launcher.spi.TrialOutcome;
import psr.math.statistics.RunningMean;

/**
 * One trial: loads its data, computes the tree of stages, each once, and measures the last stages of recipes. Not thread-safe.
 */
public final class Trial {

    /** The outcome of a stage. A failed stage has a failure and no model. */
    private static final class StageOutcome {
        private final List<TrialResult.StageTime> times;
        private final Map<String, Long> counts;
        private final NavigableMap<Integer, Evaluator.Measurement> curve;
        private final TrialResult.Failure failure;
        /** Those of the stage, or of the first preceding stage that has some. */
        private final Optional<SingularValues> singularValues;
        /** Null when it is no longer needed. */
        private Model model;
        /** The measurement of the model; computed when first needed. */
        private Evaluator.Measurement measurement;

        StageOutcome(List<StageOutcome> before, BoundStage stage, Model model, StageRun run, TrialResult.Failure failure) {
            this.times = new ArrayList<>();
            this.counts = new TreeMap<>();
            before.forEach(each -> {
                times.addAll(each.times);
                each.counts.forEach((counter, count) -> counts.merge(counter, count, Long::sum));
            });
            if (run != null) {
                times.add(new TrialResult.StageTime(text(stage), run.seconds()));
                run.counts().forEach((counter, count) -> counts.merge(counter, count, Long::sum));
            }
            this.model = model;
            this.curve = run == null ? new TreeMap<>() : run.curve();
            this.failure = failure;
            this.singularValues = Optional.ofNullable(run).flatMap(StageRun::singularValues)
                    .or(() -> before.stream().flatMap(each -> each.singularValues.stream()).findFirst());
            this.measurement = failure == null && !curve.isEmpty() ? curve.lastEntry().getValue() : null;
        }

        /** The stage without the recipes of its parts, which have times of their own. */
        private static String text(BoundStage stage) {
            return stage.typed().combining(List.of()).toString();
        }

        Evaluator.Measurement measurement(Evaluator evaluator) {
            if (measurement == null) {
                measurement = evaluator.measure(model);
            }
            return measurement;
        }
    }

    private final BoundExperiment bound;
    private final Experiment experiment;
    private final int number;
    private final DataPart part;
    private final Optional<Duration> limit;
    private final NamedFiles files;
    private final TrialProgress progress;
    private long seed;
    /** The recipe that a choice selected. */
    private Optional<String> chosen = Optional.empty();
    private final Map<BoundRecipe.Key, StageOutcome> outcomes = new HashMap<>();
    /** How many recipes and stages still need an outcome. */
    private final Map<BoundRecipe.Key, Integer> uses = new HashMap<>();
    private final Set<BoundRecipe.Key> planned = new HashSet<>();
    private final Map<Part, Sequences> parts = new HashMap<>();

    /** A part of the training data: what is left without some shares, with inputs and observations joined or not. */
    private record Part(List<Double> shares, boolean joint) {}

    private final List<TrialResult> results = new ArrayList<>();
    private Dataset dataset;
    private String dataSha256;
    private Evaluator evaluator;

    /**
     * A trial.
     *
     * @param number from 0
     * @param limit the time limit of a stage, and of one measurement
     * @param files resolves the files that settings name
     */
    public Trial(BoundExperiment bound, int number, DataPart part, Optional<Duration> limit, NamedFiles files,
            TrialProgress progress) {
        this.bound = bound;
        this.experiment = bound.experiment();
        this.number = number;
        this.part = part;
        this.limit = limit;
        this.files = files;
        this.progress = progress;
        this.seed = DataParts.seed(experiment, number);
    }

    /** The seed of a trial, with which its data are sampled. */
    public static long seed(Experiment experiment, int number) {
        return DataParts.seed(experiment, number);
    }

    /**
     * Loads the data of a trial.
     *
     * @throws IOException if they cannot be loaded
     */
    public static Dataset data(BoundExperiment bound, int number, DataPart part, NamedFiles files, BooleanSupplier cancelled)
            throws IOException {
        return DataParts.load(bound, number, part, dataSeed -> new FileRun(dataSeed, files, cancelled));
    }

    /**
     * Runs the trial.
     *
     * @throws IOException if the data cannot be loaded
     * @throws CancelledException if it is cancelled
     */
    public TrialOutcome run() throws IOException {
        load();
        return bound.candidates().isPresent() ? choose(bound.candidates().get()) : compute();
    }

    /** Selects a candidate by cross-validation on the training data; it then learns from all of them. */
    private TrialOutcome choose(BoundExperiment candidates) throws IOException {
        Scores scores = new Scores(experiment.search(), bound.measures());
        int folds = dataset.training().count() < experiment.search().folds() ? 1 : experiment.search().folds();
        Observer quiet = new Observer() {};
        for (int fold = 0; fold < folds; fold++) {
            progress.progressed(experiment.recipes().get(0).label(), (double) fold / folds, "selecting, fold " + (fold + 1));
            Trial inner = new Trial(candidates, fold, part, limit, files, new TrialProgress(number, quiet, progress::cancelled));
            inner.adopt(DataParts.withinTraining(dataset, fold, folds, seed), SeededRun.derive(seed, "choice " + fold));
            inner.compute().results().forEach(scores::add);
        }
        Recipe best = scores.best(experiment.search().candidates(), 1).get(0);
        Trial last = new Trial(bound.chosen(best), number, part, limit, files, progress);
        last.adopt(dataset, seed);
        last.chosen = Optional.of(best.text());
        progress.chosen(last.bound, tried(scores, experiment.search().candidates(), folds));
        return last.compute();
    }

    /** The score of each candidate as text, best first. */
    private static Map<String, String> tried(Scores scores, List<Recipe> recipes, int folds) {
        Map<String, String> tried = new LinkedHashMap<>();
        List<Recipe> left = new ArrayList<>(recipes);
        while (!left.isEmpty()) {
            Recipe best = scores.best(left, 1).get(0);
            left.remove(best);
            RunningMean mean = scores.mean(best.label());
            tried.put(best.label(), !scores.succeeded(best.label()) ? "failed" : String.format(Locale.ROOT, "%s %.5g",
                    scores.measure(),
                    mean.mean())
                    + (folds == 1 ? " on the last part of the training data" : String.format(Locale.ROOT, " ± %.2g in %d folds",
                            mean.standardError(), folds)));
        }
        return tried;
    }

    /** Uses data that have already been loaded. */
    private void adopt(Dataset loaded, long chosenSeed) {
        dataset = loaded;
        dataSha256 = dataset.sha256();
        evaluator = new Evaluator(bound.metrics(), dataset, progress::cancelled);
        seed = chosenSeed;
    }

    private TrialOutcome compute() throws IOException {
        bound.recipes().forEach(this::plan);
        bound.recipes().forEach(this::object);
        for (BoundRecipe recipe : bound.recipes()) {
            if (progress.cancelled()) {
                throw new CancelledException();
            }
            finish(recipe);
        }
        if (dataset.trueModel().isPresent()) {
            trueModel(dataset.trueModel().get());
        }
        return new TrialOutcome(number, results, dataSha256);
    }

    private void load() throws IOException {
        FileRun[] used = new FileRun[1];
        try {
            dataset = Deadline.call(Thread.currentThread().getName() + "-data", () -> DataParts.load(bound, number, part,
                    dataSeed -> used[0] = new FileRun(dataSeed, files, progress::cancelled)), Deadline.unlimited(),
                    progress::cancelled);
        } catch (CancellationException e) {
            throw new CancelledException();
        } catch (IOException | RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new BrokenServiceException("the data set '" + experiment.dataset().name() + "' failed: " + e, e);
        }
        dataSha256 = dataset.sha256();
        evaluator = new Evaluator(bound.metrics(), dataset, progress::cancelled);
        progress.loaded(dataset, used[0] == null ? List.of() : used[0].files());
    }

    /** Counts the uses of each outcome: each is computed once, and uses the preceding outcomes once. */
    private void plan(BoundRecipe recipe) {
        recipe.last().ifPresent(this::use);
        for (int i = 0; i < recipe.stages().size(); i++) {
            if (planned.add(recipe.keys().get(i))) {
                if (i > 0) {
                    use(recipe.keys().get(i - 1));
                }
                for (BoundRecipe each : recipe.stages().get(i).parts()) {
                    plan(each.afterHoldingOut(recipe.sharesBefore(i)));
                }
            }
        }
    }

    /** Fails a recipe whose learner objects to the data, before any stage is computed. */
    private void object(BoundRecipe recipe) {
        if (recipe.stages().isEmpty() || !recipe.stages().get(0).parts().isEmpty()) {
            return;
        }
        BoundStage stage = recipe.stages().get(0);
        BoundRecipe.Key key = recipe.keys().get(0);
        try {
            stage.objection().to(List.of(), part(new Part(key.shares(), key.joint())))
                    .ifPresent(error -> outcomes.putIfAbsent(key,
                            new StageOutcome(List.of(), stage, null, null,
                                    failure(stage.typed().name(), new ValidationException(error)))));
        } catch (RuntimeException | LinkageError | StackOverflowError e) {
            progress.broke(stage.typed().name(), e);
        }
    }

    private void use(BoundRecipe.Key key) {
        uses.merge(key, 1, Integer::sum);
    }

    private void finish(BoundRecipe recipe) throws IOException {
        if (recipe.broken().isPresent()) {
            report(TrialResult.of(number, recipe.label()).failure(TrialResult.Failure.of(recipe.broken().get())).build());
            return;
        }
        int last = recipe.stages().size() - 1;
        StageOutcome outcome = outcome(recipe, last);
        Map<String, Long> counts = new TreeMap<>(outcome.counts);
        List<TrialResult.Point> curve = new ArrayList<>();
        Map<String, String> unmeasured = new LinkedHashMap<>();
        outcome.curve.forEach((iteration, measured) -> {
            curve.add(new TrialResult.Point(iteration, measured.values()));
            measured.unmeasured().forEach(unmeasured::putIfAbsent);
        });
        if (!outcome.curve.isEmpty()) {
            count(counts, outcome.curve.lastEntry().getValue());
        }
        if (outcome.failure == null) {
            progress.learned(recipe.label(), evaluator.conditional(outcome.model), outcome.singularValues, dataset);
        }
        chosen.ifPresent(text -> counts.put("chose " + text, 1L));
        release(recipe.keys().get(last));
        report(TrialResult.of(number, recipe.label()).curve(outcome.failure == null ? curve : List.of()).counts(counts)
                .stages(outcome.times).unmeasured(unmeasured).failure(outcome.failure).build());
    }

    private void report(TrialResult result) {
        results.add(result);
        progress.finished(result);
    }

    private static void count(Map<String, Long> counts, Evaluator.Measurement measured) {
        if (measured.repairs() > 0) {
            counts.merge("repaired states", measured.repairs(), Long::sum);
        }
    }

    private StageOutcome outcome(BoundRecipe recipe, int i) throws IOException {
        BoundRecipe.Key key = recipe.keys().get(i);
        StageOutcome known = outcomes.get(key);
        if (known == null) {
            BoundStage stage = recipe.stages().get(i);
            List<StageOutcome> before = new ArrayList<>();
            List<BoundRecipe.Key> used = new ArrayList<>();
            if (i > 0) {
                before.add(outcome(recipe, i - 1));
                used.add(recipe.keys().get(i - 1));
            }
            for (BoundRecipe each : stage.parts()) {
                BoundRecipe input = each.afterHoldingOut(recipe.sharesBefore(i));
                before.add(outcome(input, input.stages().size() - 1));
                used.add(input.last().orElseThrow());
            }
            Optional<StageOutcome> failed = before.stream().filter(each -> each.failure != null).findFirst();
            known = failed.isPresent() ? failed.get() : compute(stage, key, before);
            outcomes.put(key, known);
            used.forEach(this::release);
        }
        return known;
    }

    /** Drops the model of an outcome that is no longer needed: models may be large, and there may be many recipes. */
    private void release(BoundRecipe.Key key) {
        if (uses.merge(key, -1, Integer::sum) <= 0) {
            StageOutcome outcome = outcomes.get(key);
            if (outcome != null) {
                outcome.model = null;
            }
        }
    }

    private StageOutcome compute(BoundStage stage, BoundRecipe.Key key, List<StageOutcome> before) throws IOException {
        List<String> labels = bound.labels(key);
        StageRun run = new StageRun(SeededRun.derive(seed, key.prefix()), files, labels.isEmpty() ? null : evaluator,
                experiment.every(), new StageRun.StageListener() {
                    @Override
                    public boolean cancelled() {
                        return progress.cancelled();
                    }

                    @Override
                    public void iterated(int iteration) {
                        labels.forEach(label -> progress.iterated(label, iteration));
                    }

                    @Override
                    public void progressed(double share, String doing) {
                        labels.forEach(label -> progress.progressed(label, share, doing));
                    }
                }, limit);
        String name = stage.typed().name();
        try {
            Sequences data = part(new Part(key.shares(), key.joint()));
            Model model = Deadline.call(Thread.currentThread().getName() + "-" + name,
                    () -> computeModel(stage, before, data, run), run, progress::cancelled);
            return new StageOutcome(before, stage, model, run, null);
        } catch (CancelledException e) {
            throw e;
        } catch (Deadline.OverdueException e) {
            // Its thread may still be writing to the run, so the run must not be read.
            return new StageOutcome(before, stage, null, null, TrialResult.Failure.of(name + " " + e.getMessage()));
        } catch (Throwable e) {
            if (progress.cancelled()) {
                throw new CancelledException();
            }
            requireMemory(e);
            run.end();
            return new StageOutcome(before, stage, null, run, failure(name, e));
        }
    }

    /** Computes a model; called on a thread of its own. */
    private Model computeModel(BoundStage stage, List<StageOutcome> before, Sequences data, StageRun run) {
        List<Model> starts = before.stream().map(each -> each.model).toList();
        Model start = starts.isEmpty() || !stage.parts().isEmpty() ? null : starts.get(0);
        Optional<ValidationError> objection = stage.objection().to(starts, data);
        if (objection.isPresent()) {
            throw new IllegalArgumentException(objection.get().message());
        }
        if (start != null && run.measures()) {
            run.startedFrom(() -> before.get(0).measurement(evaluator));
        }
        run.begin();
        Model model = stage.work().compute(starts, data, run);
        run.end();
        if (run.cancelled()) {
            throw new CancelledException();
        }
        evaluator.check(evaluator.conditional(model));
        run.returned(model, model == start, start != null);
        return model;
    }

    /** The training data without the shares that later stages hold out. */
    private Sequences part(Part part) {
        Sequences known = parts.get(part);
        if (known == null) {
            List<Double> shares = part.shares();
            int last = shares.size() - 1;
            known = last >= 0 ? part(new Part(shares.subList(0, last), part.joint())).holdOut(shares.get(last)).rest()
                    : part.joint() ? dataset.training().as(Symbols.class).joint() : dataset.training();
            parts.put(part, known);
        }
        return known;
    }

    /** Lets the trial fail if no memory is left; otherwise only the stage that ran out of memory fails. */
    private static void requireMemory(Throwable thrown) {
        if (thrown instanceof OutOfMemoryError full && !FreeMemory.isAvailable()) {
            throw full;
        }
    }

    /** The failure of the recipes of a stage that threw an exception. */
    private TrialResult.Failure failure(String stage, Throwable e) {
        boolean explained = e instanceof IllegalArgumentException || e instanceof LearningException
                || e instanceof BrokenServiceException;
        if (!explained || e.getCause() != null) {
            progress.broke(stage, e);
        }
        if (e instanceof OutOfMemoryError) {
            // The stage that fails need not be the one that uses most of the memory.
            return TrialResult.Failure.outOfMemory(stage + " needs more memory than this process has ("
                    + Runtime.getRuntime().maxMemory() / (1 << 20)
                    + " MB) for everything that is computed at the same time; --threads 1" + " or PSR_JAVA_OPTS=-Xmx8g may help");
        }
        String reason = explained && e.getMessage() != null ? e.getMessage() : stage + " failed: " + e;
        reason = reason.replaceAll("\\s*\\R\\s*", " ");
        reason = reason.contains(stage) ? reason : reason + " (" + stage + ")";
        return e instanceof IllegalArgumentException ? TrialResult.Failure.refused(reason) : TrialResult.Failure.of(reason);
    }

    private void trueModel(Model model) {
        TrialResult.Builder result = TrialResult.ofTrueModel(number);
        try {
            Evaluator.Measurement measured = Deadline.call(Thread.currentThread().getName() + "-true-model",
                    () -> evaluator.measure(model), Deadline.within(limit, "could not be measured: that took"),
                    progress::cancelled);
            Map<String, Long> counts = new TreeMap<>();
            count(counts, measured);
            result.counts(counts).unmeasured(measured.unmeasured())
                    .curve(List.of(new TrialResult.Point(0, measured.values())));
        } catch (CancelledException e) {
            throw e;
        } catch (Deadline.OverdueException e) {
            result.failure(TrialResult.Failure.of("the true model " + e.getMessage()));
        } catch (Throwable e) {
            if (progress.cancelled()) {
                throw new CancelledException();
            }
            requireMemory(e);
            result.failure(failure("the true model", e));
        }
        report(result.build());
    }
}
