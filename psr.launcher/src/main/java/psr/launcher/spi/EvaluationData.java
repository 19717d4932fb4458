package psr.launcher.spi;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

import psr.api.data.Alphabet;
import psr.api.data.Sequences;
import psr.api.data.Space;
import psr.api.data.Symbols;
import psr.api.lab.Catalog;
import psr.api.lab.Laboratory;
import psr.api.lab.ServiceInfo;
import psr.api.lab.ServiceKind;
import psr.api.lab.Stage;
import psr.api.model.Model;
import psr.api.settings.Setting;
import psr.api.source.Dataset;

/**
 * The data on which a learned model is evaluated: the sequences of a data set, all of them unless a setting names a test part.
 *
 * @param data the sequences as test data, over the space of the model
 * @param leftOut the number of symbols that the model does not know
 */
public record EvaluationData(Dataset data, long leftOut) {

    /** The seed for data sets that generate their sequences. */
    private static final long SEED = 1;
    private static final String RARE = "min-count";

    /**
     * Loads the sequences of a data set to which a model is applied: the test part if one is given, otherwise all, in the order of
     * the file. Rare words are not merged: the model determines which symbols are known.
     *
     * @param base the folder against which relative paths in settings are resolved
     * @throws IOException if a file cannot be read
     */
    public static Dataset load(Stage typed, Catalog catalog, Laboratory laboratory, Path base) throws IOException {
        Stage dataset = typed;
        Optional<ServiceInfo> service = catalog.named(typed.name()).stream().filter(each -> each.kind() == ServiceKind.DATASET)
                .findFirst();
        List<Setting> settings = service.map(catalog::settings).orElse(List.of());
        Optional<String> file = settings.stream().filter(each -> each.kind() == Setting.Kind.FILE).map(Setting::name)
                .filter(typed.settings()::containsKey).findFirst();
        Optional<String> test = settings.stream().filter(Setting::isTestData).map(Setting::name).findFirst();
        if (test.isPresent() && !typed.settings().containsKey(test.get()) && file.isPresent()) {
            // Without a test file, the data set would divide its sequences at random.
            dataset = dataset.with(test.get(), typed.settings().get(file.get()));
        }
        if (settings.stream().anyMatch(each -> each.name().equals(RARE)) && !typed.settings().containsKey(RARE)) {
            dataset = dataset.with(RARE, "1");
        }
        return laboratory.load(dataset, SEED, base);
    }

    /** The sequences to which a model is applied: the test part, or everything if the test part continues the training part. */
    public static Sequences sequences(Dataset data) {
        return data.continues() ? data.together() : data.test();
    }

    /**
     * Maps the sequences of a data set to the space of a model: symbols by name.
     *
     * @param name of the data, for messages
     * @param skip whether symbols that the model does not know are left out; otherwise they are rejected
     * @param hint what to do about a rejected symbol
     * @throws IllegalArgumentException if a symbol is rejected, or the data are not of the model's kind
     */
    public static EvaluationData of(Model model, Dataset data, String name, boolean skip, String hint) {
        Sequences given = sequences(data);
        if (model.space().kind() != given.space().kind()) {
            throw new IllegalArgumentException("the data must be " + words(model.space()) + ", as those the model learned from; "
                    + name + " has " + words(given.space()));
        }
        Optional<Space> inputs = given.inputs().map(Sequences::space);
        if (model.inputs().isPresent() && !inputs.equals(model.inputs())) {
            throw new IllegalArgumentException(
                    "the data must have the inputs of the model (" + model.inputs().get() + "); " + name
                            + " has " + inputs.map(Space::toString).orElse("none"));
        }
        if (!(model.space() instanceof Alphabet alphabet) || model.inputs().isPresent()) {
            if (!given.space().equals(model.space())) {
                throw new IllegalArgumentException("the data must be over the space of the model (" + model.space() + "); " + name
                        + " has " + given.space());
            }
            return new EvaluationData(Dataset.builder(given).test(given).origin(data.origin()).build(), 0);
        }
        Symbols symbols = given.as(Symbols.class);
        OptionalInt rare = data.notation().map(notation -> alphabet.symbol(notation.rare())).orElse(OptionalInt.empty());
        Symbols.Builder known = new Symbols.Builder();
        long leftOut = 0;
        for (int i = 0; i < symbols.count(); i++) {
            int[] mapped = new int[symbols.length(i) + 1];
            int count = 0;
            for (int symbol : symbols.copy(i)) {
                if (symbol == symbols.alphabet().end().orElse(-1)) {
                    continue; // the end is predicted, not part of the input
                }
                String text = symbols.alphabet().name(symbol);
                OptionalInt found = alphabet.symbol(text);
                if (found.isPresent() && found.equals(alphabet.end())) {
                    throw wrong(i, name,
                            "the end of a sequence must not be written because it is predicted; found '" + text + "'");
                }
                found = found.isPresent() ? found : rare;
                if (found.isPresent()) {
                    mapped[count++] = found.getAsInt();
                } else if (skip) {
                    leftOut++;
                } else {
                    throw wrong(i, name,
                            "symbol '" + text + "' is not in the alphabet of the model (" + alphabet + "); " + hint);
                }
            }
            if (alphabet.end().isPresent()) {
                mapped[count++] = alphabet.end().getAsInt();
            }
            known.add(Arrays.copyOf(mapped, count));
        }
        Symbols all = known.build(alphabet);
        return new EvaluationData(Dataset.builder(all).test(all).notation(data.notation()).origin(data.origin()).build(),
                leftOut);
    }

    private static IllegalArgumentException wrong(int sequence, String name, String what) {
        return new IllegalArgumentException("sequence " + (sequence + 1) + " of " + name + ": " + what);
    }

    private static String words(Space space) {
        return space.kind() == Space.Kind.SYMBOLS ? "symbols" : "numbers (" + space + ")";
    }
}
