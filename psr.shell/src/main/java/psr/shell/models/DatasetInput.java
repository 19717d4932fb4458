package psr.shell.models;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

import psr.api.data.Alphabet;
import psr.api.data.Symbols;
import psr.api.source.Dataset;
import psr.api.text.Notation;
import psr.launcher.spi.EvaluationData;

/** The sequences of a data set, with symbols mapped by name to the alphabet of the model. */
final class DatasetInput extends SequenceInput {

    private final String name;
    private final Symbols sequences;
    private final Alphabet theirs;
    private final Alphabet ours;
    private final OptionalInt rare;
    private final String hint;
    private final Optional<List<String>> names;
    private int next;

    /**
     * The test part, or everything if the test part continues the training part.
     *
     * @param name of the data, for messages
     * @param hint what to do about a rejected symbol
     */
    DatasetInput(Dataset dataset, String name, Alphabet alphabet, UnknownChoice unknown, String hint) {
        super(unknown);
        this.name = name;
        this.sequences = EvaluationData.sequences(dataset).as(Symbols.class);
        this.theirs = sequences.alphabet();
        this.ours = alphabet;
        this.rare = alphabet.symbol(dataset.notation().orElseThrow().rare());
        this.hint = hint;
        this.names = dataset.continues() ? Optional.empty() : dataset.testNames();
    }

    @Override
    boolean next() {
        return next++ < sequences.count();
    }

    @Override
    int[] named() {
        int[] symbols = sequences.copy(next - 1);
        int count = 0;
        for (int symbol : symbols) {
            if (symbol == theirs.end().orElse(-1)) {
                continue; // it is predicted, not given
            }
            OptionalInt known = ours.symbol(theirs.name(symbol));
            if (known.isPresent() && known.equals(ours.end())) {
                throw wrong(
                        "the end of a sequence must not be written because it is predicted; found '" + theirs.name(symbol) + "'");
            }
            known = known.isPresent() ? known : rare;
            if (known.isEmpty() && refuses()) {
                throw wrong("symbol '" + theirs.name(symbol) + "' is not in the alphabet of the model (" + ours
                        + "); " + hint);
            }
            symbols[count++] = known.orElse(Notation.ANYTHING);
        }
        return Arrays.copyOf(symbols, count);
    }

    @Override
    int number() {
        return next;
    }

    @Override
    Object name() {
        return names.isPresent() ? names.get().get(next - 1) : number();
    }

    @Override
    boolean driven() {
        return false;
    }

    @Override
    IllegalArgumentException wrong(String what) {
        return new IllegalArgumentException("sequence " + next + " of " + name + ": " + what);
    }

    @Override
    public void close() {}
}
