package psr.launcher.lab;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CancellationException;

import psr.api.data.Seeds;
import psr.api.data.TrainingData;
import psr.api.lab.Experiment;
import psr.api.lab.TrialResult;
import psr.api.learn.LearningException;
import psr.api.model.Model;
import psr.api.source.Dataset;

/**
 * One trial: loads its data, computes the tree of stages, each once, and measures where a recipe ends. Used by one
 * thread.
 */
final class Trial {

    /** What a stage left behind. A failed stage has a failure and no model. */
    private static final class Outcome {
        private final Outcome before;
        private final Model model;
        private final Map<String, Long> counts;
        private final double seconds;
        private final TreeMap<Integer, Walk.Measurement> curve;
        private final Failure failure;
        /** Of the model; made when first needed. */
        private Walk.Measurement measurement;

        Outcome(Outcome before, Model model, StageRun run, Failure failure) {
            this.before = before;
            this.model = model;
            this.counts = run == null ? Map.of() : run.counts();
            this.seconds = run == null ? 0 : run.seconds();
            this.curve = run == null ? new TreeMap<>() : run.curve();
            this.failure = failure;
            this.measurement = failure == null && !curve.isEmpty() ? curve.lastEntry().getValue() : null;
        }

        Walk.Measurement measurement(Walk walk) {
            if (measurement == null) {
                measurement = walk.measure(model);
            }
            return measurement;
        }
    }

    /** Why a stage has no model, in one line, and whether the user asked for something that cannot be. */
    private record Failure(String reason, boolean refused) {}

    /** What takes as long as it takes. */
    private static final Leash.Collar UNLIMITED = new Leash.Collar() {
        @Override
        public String overdue() {
            return null;
        }

        @Override
        public void stop() {}

        @Override
        public void abandon() {}
    };

    private final Experiment experiment;
    private final Binding binding;
    private final Scope scope;
    private final int number;
    private final Progress progress;
    private final long seed;
    private final Map<BoundRecipe.Key, Outcome> outcomes = new HashMap<>();
    private final Map<List<Double>, TrainingData> parts = new HashMap<>();
    private Dataset dataset;
    private Walk walk;

    /** What a trial tells while it runs. */
    interface Progress {

        /** Whether to stop. */
        boolean cancelled();

        /** Data are there. */
        void loaded(Dataset dataset);

        /** An iteration of the last stage of a recipe is done. */
        void iterated(String recipe, int iteration);

        /** A stage threw what no user can read; for the log. */
        void broke(String stage, Throwable e);

        /** A recipe has made its model. */
        void learned(String recipe, Model model);

        /** A recipe is done. refused: the user asked for something that cannot be. */
        void finished(TrialResult result, boolean refused);
    }

    /** A trial. */
    Trial(Experiment experiment, Binding binding, Scope scope, int number, Progress progress) {
        this.experiment = experiment;
        this.binding = binding;
        this.scope = scope;
        this.number = number;
        this.progress = progress;
        this.seed = seed(experiment, number);
    }

    /** The seed of a trial: the data are drawn with it. */
    static long seed(Experiment experiment, int number) {
        return Seeds.derive(experiment.seed(), "trial " + number);
    }

    /**
     * Runs the trial.
     *
     * @throws IOException if the data cannot be loaded
     * @throws CancelledException if it was told to stop
     */
    void run() throws IOException {
        dataset = load();
        walk = new Walk(binding.metrics(), dataset, progress::cancelled);
        progress.loaded(dataset);
        for (BoundRecipe recipe : binding.recipes()) {
            if (progress.cancelled()) {
                throw new CancelledException();
            }
            finish(recipe);
        }
        if (dataset.oracle().isPresent()) {
            oracle(dataset.oracle().get());
        }
    }

    private Dataset load() throws IOException {
        try {
            return Leash.call(Thread.currentThread().getName() + "-data",
                    () -> scope.data(binding.source().loader(), experiment, number, progress::cancelled), UNLIMITED,
                    progress::cancelled);
        } catch (CancellationException e) {
            throw new CancelledException();
        } catch (IOException | RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new BrokenServiceException("the data set '" + experiment.dataset().name() + "' fails: " + e, e);
        }
    }

    private void finish(BoundRecipe recipe) {
        if (recipe.broken().isPresent()) {
            progress.finished(new TrialResult(number, recipe.label(), List.of(), Map.of(), Map.of(), recipe.broken()),
                    false);
            return;
        }
        int last = recipe.stages().size() - 1;
        Outcome outcome = outcome(recipe, last);
        List<Outcome> chain = new ArrayList<>();
        for (Outcome link = outcome; link != null; link = link.before) {
            chain.add(0, link);
        }
        Map<String, Long> counts = new TreeMap<>();
        Map<String, Double> seconds = new LinkedHashMap<>();
        for (int i = 0; i < chain.size(); i++) {
            chain.get(i).counts.forEach((counter, count) -> counts.merge(counter, count, Long::sum));
            String text = recipe.stages().get(i).typed().toString();
            seconds.put(seconds.containsKey(text) ? text + " (stage " + (i + 1) + ")" : text, chain.get(i).seconds);
        }
        boolean ended = chain.size() == recipe.stages().size();
        List<TrialResult.Point> curve = new ArrayList<>();
        if (ended) {
            outcome.curve.forEach((iteration, measured) ->
                    curve.add(new TrialResult.Point(iteration, measured.values())));
            if (!outcome.curve.isEmpty()) {
                count(counts, outcome.curve.lastEntry().getValue());
            }
        }
        Optional<String> reason = Optional.ofNullable(outcome.failure).map(Failure::reason);
        if (reason.isEmpty()) {
            progress.learned(recipe.label(), outcome.model);
        }
        progress.finished(new TrialResult(number, recipe.label(), curve, counts, seconds, reason),
                outcome.failure != null && outcome.failure.refused());
    }

    private static void count(Map<String, Long> counts, Walk.Measurement measured) {
        if (measured.repairs() > 0) {
            counts.merge("repaired states", measured.repairs(), Long::sum);
        }
    }

    private Outcome outcome(BoundRecipe recipe, int i) {
        BoundRecipe.Key key = recipe.keys().get(i);
        Outcome known = outcomes.get(key);
        if (known == null) {
            Outcome before = i == 0 ? null : outcome(recipe, i - 1);
            known = before != null && before.failure != null ? before
                    : compute(recipe.stages().get(i), key, before);
            outcomes.put(key, known);
        }
        return known;
    }

    private Outcome compute(BoundStage stage, BoundRecipe.Key key, Outcome before) {
        List<String> labels = binding.labels().getOrDefault(key, List.of());
        StageRun run = new StageRun(Seeds.derive(seed, key.prefix()), labels.isEmpty() ? null : walk,
                experiment.every(), iteration -> labels.forEach(label -> progress.iterated(label, iteration)),
                progress::cancelled, scope.limit());
        try {
            TrainingData data = part(key.shares());
            Model model = Leash.call(Thread.currentThread().getName() + "-" + stage.typed().name(),
                    () -> make(stage, before, data, run), run, progress::cancelled);
            return new Outcome(before, model, run, null);
        } catch (CancelledException e) {
            throw e;
        } catch (Leash.OverdueException e) {
            // Its thread may still be writing to the run: nothing of it is looked at.
            return new Outcome(before, null, null, new Failure(stage.typed().name() + " " + e.getMessage(), false));
        } catch (Throwable e) {
            survive(e);
            run.end();
            return new Outcome(before, null, run, failure(stage.typed().name(), e));
        }
    }

    /** On a thread of its own. */
    private Model make(BoundStage stage, Outcome before, TrainingData data, StageRun run) {
        Model start = before == null ? null : before.model;
        if (start != null) {
            Optional<String> objection = stage.objection().apply(start);
            if (objection.isPresent()) {
                throw new IllegalArgumentException(objection.get());
            }
            if (run.measures()) {
                run.startedFrom(() -> before.measurement(walk));
            }
        }
        run.begin();
        Model model = stage.work().make(start, data, run);
        run.end();
        if (run.cancelled()) {
            throw new CancelledException();
        }
        walk.check(model);
        run.returned(model, model == start, start != null);
        return model;
    }

    /** The training data without what later stages hold out. */
    private TrainingData part(List<Double> shares) {
        TrainingData part = parts.get(shares);
        if (part == null) {
            part = shares.isEmpty() ? dataset.training()
                    : part(shares.subList(0, shares.size() - 1)).holdOut(shares.get(shares.size() - 1)).rest();
            parts.put(shares, part);
        }
        return part;
    }

    /** What a stage throws costs its recipes only, unless the machine itself is at its end. */
    private void survive(Throwable e) {
        if (e instanceof VirtualMachineError fatal && !(e instanceof StackOverflowError)) {
            throw fatal;
        }
        if (progress.cancelled()) {
            throw new CancelledException();
        }
    }

    private Failure failure(String stage, Throwable e) {
        boolean inWords = e instanceof IllegalArgumentException || e instanceof LearningException
                || e instanceof BrokenServiceException;
        if (!inWords || e.getCause() != null) {
            progress.broke(stage, e);
        }
        String reason = inWords && e.getMessage() != null ? e.getMessage() : stage + " failed: " + e;
        reason = reason.replaceAll("\\s*\\R\\s*", " ");
        return new Failure(reason.contains(stage) ? reason : reason + " (" + stage + ")",
                e instanceof IllegalArgumentException);
    }

    private void oracle(Model oracle) {
        Map<String, Long> counts = new TreeMap<>();
        List<TrialResult.Point> curve = List.of();
        Optional<String> reason = Optional.empty();
        try {
            Walk.Measurement measured = walk.measure(oracle);
            count(counts, measured);
            curve = List.of(new TrialResult.Point(0, measured.values()));
        } catch (CancelledException e) {
            throw e;
        } catch (Throwable e) {
            survive(e);
            reason = Optional.of(failure(Experiment.ORACLE, e).reason());
        }
        progress.finished(new TrialResult(number, Experiment.ORACLE, curve, counts, Map.of(), reason), false);
    }
}
