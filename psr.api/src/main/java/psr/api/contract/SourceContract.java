package psr.api.contract;

import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CancellationException;

import psr.api.data.Alphabet;
import psr.api.data.Notation;
import psr.api.data.TrainingData;
import psr.api.data.Unknown;
import psr.api.learn.SeededRun;
import psr.api.source.Dataset;
import psr.api.source.DatasetSource;

/** What sources of data sets promise. */
final class SourceContract {

    private SourceContract() {}

    /** Tries a source. */
    static <S extends Record> List<String> check(DatasetSource<S> source, S settings) {
        ContractAssertions promises = new ContractAssertions();
        SettingsContract.check(source, promises);
        Dataset first = promises.make("load() must make a data set", () -> source.load(settings, new SeededRun(Contracts.SEED)));
        Dataset again = promises.make("load() must work twice", () -> source.load(settings, new SeededRun(Contracts.SEED)));
        Dataset other =
                promises.make("load() must work with any seed", () -> source.load(settings, new SeededRun(-Contracts.SEED)));
        if (first == null || again == null || other == null) {
            return promises.broken();
        }
        boolean same = first.sha256().equals(again.sha256());
        promises.keep(same, "the same seed must give the same data");
        for (Dataset meanwhile : promises.atOnce("load()", () -> source.load(settings, new SeededRun(Contracts.SEED)))) {
            promises.keep(!same || first.sha256().equals(meanwhile.sha256()),
                    "the same seed must give the same data, also on two threads at once");
        }
        promises.keep(first.training().sequences().total() > 0, "the training part must not be empty");
        promises.keep(!first.origin().isBlank(), "the origin must say where the data are from");
        first.oracle().ifPresent(oracle -> ModelContract.check(oracle, first.test(), promises));
        // The data set itself refuses a continuation that does not fit; here it must also be one that can be learned from.
        TrainingData all = first.together();
        promises.keep(all.sequences().total() == first.training().sequences().total() + first.test().total(),
                "both parts together must have the symbols of both");
        readable(first, promises);
        SeededRun cancelled = new SeededRun(Contracts.SEED).watchedBy((iteration, model) -> false);
        cancelled.iterated(0, () -> null);
        try {
            source.load(settings, cancelled);
        } catch (CancellationException e) {
            // One of the two ways to stop; the other is to be done.
        } catch (Exception e) {
            promises.keep(false, "told to stop, load() must return the data or throw CancellationException; it threw " + e);
        }
        return promises.broken();
    }

    /** Every name is read as it is written. Characters that lines are made of can only be read among others. */
    private static void readable(Dataset data, ContractAssertions promises) {
        Alphabet alphabet = data.training().alphabet();
        for (int symbol = 0; symbol < alphabet.size(); symbol++) {
            String name = alphabet.name(symbol);
            if (symbol != alphabet.end().orElse(-1) && !name.equals(data.notation().rare())
                    && !List.of(Notation.BLANK, Notation.TAB, Notation.LINE).contains(name)) {
                int[] one = {symbol};
                int[] read = promises.make("the notation must read what it writes; '" + name + "'",
                        () -> data.notation().read(data.notation().write(one, alphabet), alphabet, Unknown.ANY));
                promises.keep(read == null || Arrays.equals(one, read), "the notation must read what it writes; '" + name
                        + "' is read as " + Arrays.toString(read));
            }
        }
    }
}
