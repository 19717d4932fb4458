package psr.launcher.use;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

import org.osgi.framework.FrameworkUtil;

import psr.api.data.Sequences;
import psr.api.data.TrainingData;
import psr.api.lab.Experiment;
import psr.api.lab.Recipe;
import psr.api.lab.Stage;
import psr.api.lab.TrialResult;
import psr.api.model.Model;
import psr.api.source.Dataset;
import psr.launcher.lab.Catalogue;
import psr.launcher.lab.Lab;
import psr.launcher.lab.Offer;
import psr.launcher.lab.Prepared;
import psr.launcher.lab.Running;
import psr.launcher.lab.Scope;
import psr.launcher.lab.TrialObserver;
import psr.launcher.models.Encoding;
import psr.launcher.models.ModelFile;
import psr.launcher.models.ModelFiles;
import psr.launcher.shell.Arguments;
import psr.launcher.shell.CommandFailedException;
import psr.launcher.shell.Streams;

/** {@code train}: learns a model and keeps it. */
final class TrainCommand {

    static final List<String> HELP = List.of(
            "train DATASET RECIPE --model FILE [--on all|training] [--seed N] [--format json|npz] [--limit SECONDS]",
            "",
            "Learns a model and writes it to a file, for predict, score, sample and inspect.",
            "",
            "  DATASET   for example csv:file=visits.csv,sequence=user,symbol=page or lines:file=chords.txt",
            "  RECIPE    for example 2sr, 2sr:rank=40+ig:horizon=5, ngram:order=3",
            "  --model   the file; one that is there is replaced when the new one is complete",
            "  --on      learn from all the data, or from the training part only and measure on the test part (all; training",
            "            where the data set has a test file of its own, test=F)",
            "  --seed    where all randomness comes from (1)",
            "  --format  json for people, npz for Python (npz where the file ends with .npz, otherwise json)",
            "  --limit   a stage that takes longer fails");
    private static final List<String> OPTIONS = List.of("model", "on", "seed", "format", "limit");
    private static final String CLEAR = "\r\u001b[K";

    /** Which part of the data. */
    private enum On {
        /** Training and test part. */
        ALL,
        /** The training part. */
        TRAINING
    }

    private final Lab lab;
    private final Catalogue catalogue;
    private final ModelFiles files;
    private final Streams streams;

    TrainCommand(Lab lab, Catalogue catalogue, ModelFiles files, Streams streams) {
        this.lab = lab;
        this.catalogue = catalogue;
        this.files = files;
        this.streams = streams;
    }

    /** Listens to the one trial. */
    private final class Ear implements TrialObserver {

        private Dataset dataset;
        private Model model;
        private TrialResult result;

        @Override
        public void loaded(int trial, Dataset loaded) {
            dataset = loaded;
            progress("learning from " + size(loaded.training().sequences()));
        }

        @Override
        public void iterated(int trial, String recipe, int iteration) {
            progress("learning, iteration " + iteration);
        }

        @Override
        public void learned(int trial, String recipe, Model learned) {
            model = learned;
        }

        @Override
        public void finished(TrialResult finished, int done, int total) {
            result = finished.recipe().equals(Experiment.ORACLE) ? result : finished;
        }

        @Override
        public void trialFinished(int trial) {}

        private void progress(String what) {
            if (streams.terminal()) {
                streams.progress(CLEAR + what);
            }
        }
    }

    /**
     * Learns to the end.
     *
     * @throws IllegalArgumentException if something typed is wrong, also where only the data show that
     * @throws CommandFailedException if the recipe failed for another reason
     */
    void run(String[] typed) throws IOException {
        Arguments arguments = Arguments.parse("train", typed, OPTIONS);
        List<String> words = arguments.words();
        if (words.size() != 2) {
            throw new IllegalArgumentException("train needs a data set and one recipe, for example: train"
                    + " lines:file=chords.txt 2sr --model chords.json; found "
                    + (words.isEmpty() ? "nothing" : String.join(" ", words)));
        }
        Path file = Path.of(arguments.text("model").orElseThrow(() -> new IllegalArgumentException(
                "train needs --model FILE, where the model is written to; it is missing")));
        Encoding encoding = Encoding.parse(arguments.text("format").orElse(file.toString().endsWith(".npz") ? "npz" : "json"));
        Path folder = file.toAbsolutePath().getParent();
        if (folder == null || !Files.isDirectory(folder) || Files.isDirectory(file)) {
            throw new IllegalArgumentException(Files.isDirectory(file) ? "--model must be a file; " + file + " is a folder"
                    : "--model must be in a folder that is there; " + folder + " is not");
        }
        Stage dataset = Stage.parse(words.get(0));
        boolean tested = !dataset.settings().getOrDefault("test", "none").equals("none");
        On on = Choice.of(arguments, "on", tested ? On.TRAINING : On.ALL);
        Experiment experiment = new Experiment("train", dataset, List.of(Recipe.parse(words.get(1))), metrics(), 1,
                arguments.whole("seed", 1, Long.MIN_VALUE, Long.MAX_VALUE), Integer.MAX_VALUE);
        Prepared prepared = lab.prepare(experiment);
        List<Offer> services = prepared.services();
        Ear ear = new Ear();
        Scope scope = (on == On.ALL ? Scope.everything() : Scope.ALL).within(arguments.limit());
        Running running = prepared.start(1, ear, scope);
        try {
            Waiting.until(running, streams);
        } finally {
            if (streams.terminal()) {
                streams.progress(CLEAR);
            }
        }
        if (ear.result.failure().isPresent()) {
            String reason = ear.result.failure().get();
            throw running.refused().isEmpty() ? new CommandFailedException(reason) : new IllegalArgumentException(reason);
        }
        TrainingData training = ear.dataset.training();
        Map<String, String> provenance = new LinkedHashMap<>();
        provenance.put(ModelFile.DATASET, dataset.toString());
        provenance.put("origin", ear.dataset.origin());
        provenance.put("learned-from", (on == On.ALL ? "all data: " : "the training part: ") + size(training.sequences()));
        provenance.put(ModelFile.DATA_SHA256, training.sequences().sha256());
        provenance.put(ModelFile.SEED, Long.toString(experiment.seed()));
        provenance.put(ModelFile.LAB, version());
        provenance.put(ModelFile.BUNDLES, services.stream().filter(offer -> !offer.kind().word().equals("metric"))
                .map(Offer::by).distinct().sorted().collect(Collectors.joining(", ")));
        provenance.putAll(ModelAndLines.provenance(ear.dataset.notation()));
        provenance.put(ModelFile.CREATED_BY, "train");
        files.save(file, ear.model, experiment.recipes().get(0).text(), provenance, encoding);
        report(experiment, ear, on, file, encoding);
    }

    /** What is said about the model: how well it predicts and how healthy it is, as far as there are metrics for it. */
    private List<Stage> metrics() {
        List<String> present = catalogue.present(psr.launcher.lab.Kind.METRIC).stream().map(Offer::name).toList();
        List<String> wanted = List.of("perplexity", "health").stream().filter(present::contains).toList();
        return (wanted.isEmpty() ? present.stream().limit(1).toList() : wanted).stream().map(Stage::parse).toList();
    }

    private static String version() {
        var bundle = FrameworkUtil.getBundle(TrainCommand.class);
        return "psr " + (bundle == null ? "outside a framework" : bundle.getVersion());
    }

    private static String size(Sequences sequences) {
        return sequences.count() + (sequences.count() == 1 ? " sequence, " : " sequences, ") + sequences.total() + " symbols";
    }

    private void report(Experiment experiment, Ear ear, On on, Path file, Encoding encoding) throws IOException {
        TrialResult result = ear.result;
        double seconds = result.seconds().values().stream().mapToDouble(Double::doubleValue).sum();
        int iteration = result.curve().get(result.curve().size() - 1).iteration();
        streams.print(List.of("learned " + experiment.recipes().get(0).text() + " from "
                + size(ear.dataset.training().sequences()) + " over an alphabet of " + ear.dataset.training().alphabet()
                + (iteration > 0 ? ", " + iteration + " iterations" : "")
                + String.format(Locale.ROOT, ", in %.1f s", seconds)));
        streams.print(Health.words(result, on == On.ALL ? "on the data it learned from (evaluate says what to expect of new"
                + " data)" : "on the test part, " + size(ear.dataset.test())));
        streams.print(List.of("written to " + file + " (" + encoding.word() + ", " + (Files.size(file) + 1023) / 1024
                + " KiB)"));
    }
}
