package psr.shell.models;

import java.io.IOException;
import java.nio.file.Files;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

import psr.api.data.Alphabet;
import psr.api.data.Symbols;
import psr.api.lab.Catalog;
import psr.api.lab.Laboratory;
import psr.api.lab.LearnedModel;
import psr.api.lab.ModelStore;
import psr.api.lab.ServiceInfo;
import psr.api.lab.ServiceKind;
import psr.api.lab.Stage;
import psr.api.settings.Setting;
import psr.api.source.Dataset;
import psr.math.text.NumberedLines;
import psr.shell.command.Arguments;
import psr.shell.command.Invocation;
import psr.shell.models.SequenceInput.UnknownChoice;

/** Loads the model and opens the sequences for commands that apply a model. A service of this bundle. */
@Component(service = SavedModels.class)
public final class SavedModels {

    /** The seed for data sets that generate their sequences. */
    private static final long SEED = 1;
    private static final String RARE = "min-count";

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
            return new DatasetInput(sequences(call, dataset.get()), typed, model.model().space().as(Alphabet.class), unknown,
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

    /** The data set that the text names, unless a file has this name. */
    private Optional<Stage> dataset(Invocation call, String typed) {
        String name = typed.replaceFirst(":.*", "");
        boolean known = catalogue.named(name).stream().anyMatch(service -> service.kind() == ServiceKind.DATASET);
        return known && !Files.exists(call.path(typed)) ? Optional.of(Stage.parse(typed)) : Optional.empty();
    }

    /**
     * The sequences of a data set to which a model is applied: the test part if one is given, otherwise all, in the
     * order of the file. Rare words are not merged: the model determines which symbols are known.
     */
    private Dataset sequences(Invocation call, Stage typed) throws IOException {
        Stage dataset = typed;
        ServiceInfo service = catalogue.named(typed.name()).stream().filter(each -> each.kind() == ServiceKind.DATASET)
                .findFirst().orElseThrow();
        List<Setting> settings = catalogue.settings(service);
        List<String> files = settings.stream().filter(each -> each.kind() == Setting.Kind.FILE).map(Setting::name).toList();
        Optional<String> file = files.stream().filter(typed.settings()::containsKey).findFirst();
        Optional<String> test = settings.stream().filter(Setting::isTestData).map(Setting::name).findFirst();
        if (test.isPresent() && !typed.settings().containsKey(test.get()) && file.isPresent()) {
            // Without a test file it would be divided at random.
            dataset = dataset.with(test.get(), typed.settings().get(file.get()));
        }
        if (settings.stream().anyMatch(each -> each.name().equals(RARE)) && !typed.settings().containsKey(RARE)) {
            dataset = dataset.with(RARE, "1");
        }
        return laboratory.load(dataset, SEED, call.folder());
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
        Alphabet alphabet = model.model().space().as(Alphabet.class);
        Symbols.Builder known = new Symbols.Builder();
        int leftOut = 0;
        try (SequenceInput input = new DatasetInput(sequences(call, dataset), typed, alphabet, unknown,
                "--unknown skip leaves it out")) {
            while (input.next()) {
                int[] symbols = input.symbols();
                leftOut += input.leftOut();
                int length = symbols.length;
                if (alphabet.end().isPresent()) {
                    symbols = Arrays.copyOf(symbols, length + 1);
                    symbols[length] = alphabet.end().getAsInt();
                }
                known.add(symbols);
            }
        }
        if (leftOut > 0) {
            call.output().remark(leftOut + (leftOut == 1 ? " symbol" : " symbols") + " unknown to the model left out");
        }
        Symbols sequences = known.build(alphabet);
        Dataset data = Dataset.builder(sequences).test(sequences).origin(typed).build();
        return new LinkedHashMap<>(laboratory.measure(model.model(), data, metrics));
    }
}
