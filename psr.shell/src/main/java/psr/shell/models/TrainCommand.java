package psr.shell.models;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;

import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

import psr.api.data.Space;
import psr.api.lab.Catalog;
import psr.api.lab.DataPart;
import psr.api.lab.Laboratory;
import psr.api.lab.LearnedModel;
import psr.api.lab.ModelDescription;
import psr.api.lab.ModelStore;
import psr.api.lab.Observer;
import psr.api.lab.Recipe;
import psr.api.lab.RunOptions;
import psr.api.lab.Stage;
import psr.api.lab.Submission;
import psr.api.lab.TrialResult;
import psr.launcher.spi.ExperimentLimits;
import psr.launcher.spi.ModelQuality;
import psr.launcher.spi.Sweep;
import psr.shell.command.Arguments;
import psr.shell.command.CommandFailedException;
import psr.shell.command.DatasetArgument;
import psr.shell.command.Invocation;
import psr.shell.command.Output;
import psr.shell.command.RunAwaiter;
import psr.shell.command.ShellCommand;

/** {@code train}: learns a model and saves it. */
@Component(service = ShellCommand.class, property = {"osgi.command.scope=psr", "osgi.command.function=train"})
public final class TrainCommand extends ShellCommand {

    /** The data do not determine more numbers than this per symbol. */
    private static final int MANY = 10;

    /** The part of the data to learn from. */
    private enum On {
        /** Training and test part. */
        ALL,
        /** The training part. */
        TRAINING
    }

    private final Laboratory laboratory;
    private final Catalog catalogue;
    private final ModelStore store;

    @Activate
    public TrainCommand(@Reference Laboratory laboratory, @Reference Catalog catalogue, @Reference ModelStore store) {
        super("train");
        this.laboratory = laboratory;
        this.catalogue = catalogue;
        this.store = store;
    }

    /** Collects the result of the trial. */
    private static final class TrainingObserver implements Observer {

        private final Output output;
        private LearnedModel model;
        private TrialResult result;

        private TrainingObserver(Output output) {
            this.output = output;
        }

        @Override
        public void loaded(int trial, String origin) {
            output.progress("learning from " + origin);
        }

        @Override
        public void iterated(int trial, String label, int iteration) {
            output.progress("learning, iteration " + iteration);
        }

        @Override
        public void progressed(int trial, String label, double share, String doing) {
            output.progress(doing);
        }

        @Override
        public void finished(TrialResult finished, int done, int total) {
            result = finished.isTrueModel() ? result : finished;
        }
    }

    @Override
    public void run(Invocation call) throws IOException {
        Arguments arguments = call.arguments();
        List<String> words = arguments.words(2, arguments.flag("choose") ? Integer.MAX_VALUE : 2,
                "a data set and one recipe, for example: train lines:file=chords.txt 2sr --model chords.json");
        Path file = call.path(arguments.text("model").orElseThrow(() -> new IllegalArgumentException(
                "train needs --model FILE, the file for the model")));
        ModelStore.Encoding encoding = arguments.choice("format", file.toString().endsWith(".npz")
                ? ModelStore.Encoding.NPZ : ModelStore.Encoding.JSON);
        checkPlace(file);
        boolean replaced = Files.exists(file);
        Stage dataset = DatasetArgument.parse(words.get(0));
        List<Recipe> recipes = recipes(words.subList(1, words.size()), arguments.flag("choose"));
        recipes.forEach(this::checkFormat);
        RunOptions.Builder options = RunOptions.builder().base(call.folder());
        if (arguments.text("on").isPresent()) {
            options.part(arguments.choice("on", On.ALL) == On.ALL ? DataPart.everything() : DataPart.asGiven());
        }
        arguments.limit().ifPresent(options::limit);
        TrainingObserver listener = new TrainingObserver(call.output());
        On on;
        try (Submission run = recipes.size() == 1
                ? laboratory.learn(dataset, recipes.get(0), arguments.seed(), options.build(), listener)
                : laboratory.learn(dataset, recipes, arguments.seed(), options.build(), listener)) {
            on = run.options().part().equals(DataPart.everything()) ? On.ALL : On.TRAINING;
            RunAwaiter.await(run, call.output());
            listener.model = run.model().orElse(null);
        } finally {
            call.output().progress("");
        }
        listener.result.failure().ifPresent(failure -> {
            throw failure.isRefusal() ? new IllegalArgumentException(failure.reason())
                    : new CommandFailedException(failure.reason());
        });
        store.save(file, listener.model.change().provenance(LearnedModel.CREATED_BY, "train").build(), encoding);
        tell(listener, on, call.output());
        warn(listener.model, store.describe(file), call.output());
        call.output().print(List.of("written to " + file + " (" + encoding.name().toLowerCase(Locale.ROOT) + ", "
                + (Files.size(file) + 1023) / 1024 + " KiB)" + (replaced ? ", replacing the old file" : "")));
    }

    private static List<Recipe> recipes(List<String> words, boolean choose) {
        List<Sweep> sweeps = words.stream().map(ExperimentLimits::sweep).toList();
        if (!choose && sweeps.get(0).isSweep()) {
            throw new IllegalArgumentException("train learns one model; '" + words.get(0) + "' has "
                    + Sweep.count(sweeps) + " recipes: --choose selects one by cross-validation on the training data");
        }
        List<Recipe> recipes = Sweep.all(sweeps, ExperimentLimits.RECIPES).stream()
                .map(combination -> ExperimentLimits.recipe(combination.text())).toList();
        if (choose && recipes.size() < 2) {
            throw new IllegalArgumentException("--choose needs at least two recipes, for example '2sr:rank={5,10,20}'; found "
                    + recipes.get(0).text());
        }
        return recipes;
    }

    /** Checks before learning that models of the last stage's class can be saved, if it declares the class. */
    private void checkFormat(Recipe recipe) {
        catalogue.models(recipe).filter(type -> !store.hasFormat(type)).ifPresent(type -> {
            throw new CommandFailedException("train needs models that can be saved; "
                    + recipe.stages().get(recipe.stages().size() - 1).name() + " makes " + type.getName()
                    + ", for which no bundle has a ModelFormat; known kinds: " + String.join(", ", store.kinds()));
        });
    }

    /** Checks the file before learning. */
    private void checkPlace(Path file) {
        Path folder = file.toAbsolutePath().getParent();
        if (folder == null || !Files.isDirectory(folder) || Files.isDirectory(file)) {
            throw new IllegalArgumentException(Files.isDirectory(file) ? "--model must be a file; " + file + " is a folder"
                    : "--model must be in an existing folder; " + folder + " does not exist");
        }
        try {
            store.checkPlace(file);
        } catch (IOException e) {
            throw new IllegalArgumentException("--model must be a writable file; " + e.getMessage(), e);
        }
    }

    /**
     * Warns if the model has more numbers than the data determine. Mixtures are excluded: held-out data have weighted
     * their large parts.
     */
    private static void warn(LearnedModel model, ModelDescription description, Output output) {
        long numbers = description.shapes().values().stream().mapToLong(shape -> Arrays.stream(shape).asLongStream()
                .reduce(1, (a, b) -> a * b)).sum();
        model.trainingSize().filter(size -> !description.kind().equals("mixture") && numbers > MANY * size.observations())
                .ifPresent(size -> output.print(List.of("warning: " + numbers + " numbers were learned from "
                        + size.observations()
                        + (model.model().space().kind() == Space.Kind.SYMBOLS ? " symbols" : " rows")
                        + ": the model may generalize poorly; use more data or a smaller model")));
    }

    private static void tell(TrainingObserver listener, On on, Output output) {
        TrialResult result = listener.result;
        double seconds = result.stages().stream().mapToDouble(TrialResult.StageTime::seconds).sum();
        int iteration = result.curve().isEmpty() ? 0 : result.curve().get(result.curve().size() - 1).iteration();
        Map<String, String> provenance = listener.model.provenance();
        output.print(List.of("learned " + listener.model.recipe()
                + listener.model.trainingSize().map(size -> " from " + size).orElse("")
                + (provenance.containsKey(LearnedModel.ORIGIN) ? " (" + provenance.get(LearnedModel.ORIGIN) + "; "
                        + (on == On.ALL ? "both parts together" : "the training part") + ")" : "")
                + (listener.model.model().space().kind() == Space.Kind.SYMBOLS ? " over an alphabet of " : " over ")
                + listener.model.model().space()
                + listener.model.model().inputs().map(inputs -> ", with inputs, " + inputs).orElse("")
                + (iteration > 0 ? ", " + iteration + " iterations" : "")
                + String.format(Locale.ROOT, ", in %.1f s", seconds)));
        output.print(ModelQuality.of(result.last(), on == On.ALL
                ? "on the training data (evaluate estimates the quality on new data)" : "on the test part"));
        result.counts().forEach((counter, count) -> {
            if (!counter.equals("repaired states")) {
                output.print(List.of(count + " × " + counter));
            }
        });
    }
}
