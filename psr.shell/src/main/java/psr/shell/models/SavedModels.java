package psr.shell.models;

import java.io.IOException;
import java.nio.file.Files;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

import psr.api.data.Alphabet;
import psr.api.lab.Catalog;
import psr.api.lab.Laboratory;
import psr.api.lab.LearnedModel;
import psr.api.lab.ModelStore;
import psr.api.lab.ServiceKind;
import psr.api.lab.Stage;
import psr.launcher.spi.EvaluationData;
import psr.math.text.NumberedLines;
import psr.shell.command.Arguments;
import psr.shell.command.Invocation;
import psr.shell.models.SequenceInput.UnknownChoice;

/** Loads the model and opens the sequences for commands that apply a model. A service of this bundle. */
@Component(service = SavedModels.class)
public final class SavedModels {

    private final ModelStore store;
    private final Catalog catalogue;
    private final Laboratory laboratory;

    @Activate
    public SavedModels(@Reference ModelStore store, @Reference Catalog catalogue, @Reference Laboratory laboratory) {
        this.store = store;
        this.catalogue = catalogue;
        this.laboratory = laboratory;
    }

    /** Whether the text can only be a model file, not a data set. */
    public static boolean isModelFile(String typed) {
        return typed.indexOf('=') < 0 && (typed.endsWith(".json") || typed.endsWith(".npz"));
    }

    /**
     * Loads a model.
     *
     * @throws IllegalArgumentException if the file is not a readable model
     */
    LearnedModel load(Invocation call, String file) {
        try {
            return store.load(call.path(file));
        } catch (IOException e) {
            throw new IllegalArgumentException(e.getMessage(), e);
        }
    }

    /**
     * The sequences for the model: lines of a file or of standard input, or a data set.
     *
     * @throws IllegalArgumentException if the arguments are wrong
     */
    SequenceInput input(Invocation call, LearnedModel model) throws IOException {
        Arguments arguments = call.arguments();
        UnknownChoice unknown = arguments.choice("unknown", UnknownChoice.ERROR);
        Optional<String> separator = arguments.text("separator");
        if (arguments.words().size() < 2 || arguments.words().get(1).equals("-")) {
            return new LineInput(NumberedLines.of("standard input", call.in()), true, model, separator, unknown);
        }
        String typed = arguments.words().get(1);
        Optional<Stage> dataset = dataset(call, typed);
        if (dataset.isPresent()) {
            separator.ifPresent(text -> {
                throw new IllegalArgumentException("--separator is for lines; " + dataset.get().name()
                        + " defines its own notation");
            });
            return new DatasetInput(EvaluationData.load(dataset.get(), catalogue, laboratory, call.folder()), typed,
                    model.model().space().as(Alphabet.class), unknown,
                    "--unknown skip leaves it out, --unknown any allows any symbol in its place");
        }
        try {
            return new LineInput(NumberedLines.open(call.path(typed)), false, model, separator, unknown);
        } catch (IOException e) {
            throw new IllegalArgumentException(e.getMessage(), e);
        }
    }

    /** Checks the number of words before the model is read, which may take a while. */
    static void check(String command, Arguments arguments) {
        arguments.words(1, 2, "a model file and at most one file of lines, for example: " + command + " model.json new.txt");
    }

    /** Rejects a data set where a model of numbers reads a table. */
    void checkTable(Invocation call) {
        List<String> words = call.arguments().words();
        if (words.size() > 1) {
            dataset(call, words.get(1)).ifPresent(dataset -> {
                throw new IllegalArgumentException("a model of numbers reads a table, whose columns it finds by their names, for"
                        + " example " + dataset.settings().getOrDefault("file", "new.csv") + "; found the data set '"
                        + words.get(1) + "'");
            });
        }
    }

    /** The data set that the text names, unless a file has this name. */
    private Optional<Stage> dataset(Invocation call, String typed) {
        String name = typed.replaceFirst(":.*", "");
        boolean known = catalogue.named(name).stream().anyMatch(service -> service.kind() == ServiceKind.DATASET);
        return known && !Files.exists(call.path(typed)) ? Optional.of(Stage.parse(typed)) : Optional.empty();
    }

    /**
     * Measures a saved model on the sequences of a data set.
     *
     * @return the values by the full name of the measure
     * @throws IllegalArgumentException if the data set has unknown symbols and {@code --unknown skip} was not given
     */
    public Map<String, Double> measure(Invocation call, String file, String typed, List<Stage> metrics) throws IOException {
        LearnedModel model = load(call, file);
        Stage dataset = dataset(call, typed).orElseThrow(() -> new IllegalArgumentException("a saved model is evaluated on a"
                + " data set, for example lines:file=" + typed + "; found '" + typed + "'"));
        UnknownChoice unknown = call.arguments().choice("unknown", UnknownChoice.ERROR);
        EvaluationData known =
                EvaluationData.of(model.model(), EvaluationData.load(dataset, catalogue, laboratory, call.folder()),
                        typed, unknown == UnknownChoice.SKIP, "--unknown skip leaves it out");
        if (known.leftOut() > 0) {
            call.output().remark(known.leftOut() + (known.leftOut() == 1 ? " symbol" : " symbols")
                    + " unknown to the model left out");
        }
        return new LinkedHashMap<>(laboratory.measure(model.model(), known.data(), metrics));
    }
}
