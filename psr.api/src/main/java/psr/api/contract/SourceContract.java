package psr.api.contract;

import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CancellationException;

import psr.api.data.Alphabet;
import psr.api.data.DataKind;
import psr.api.data.Sequences;
import psr.api.learn.SeededRun;
import psr.api.source.Dataset;
import psr.api.source.DatasetSource;
import psr.api.text.Notation;
import psr.api.text.Unknown;

/** The contract of data set sources. */
final class SourceContract {

    private SourceContract() {}

    /** Checks a source. */
    static <S extends Record> List<String> check(DatasetSource<S> source, S settings) {
        ContractAssertions assertions = new ContractAssertions();
        SettingsContract.check(source, assertions);
        Dataset first =
                assertions.attempt("load() must make a data set", () -> source.load(settings, new SeededRun(Contracts.SEED)));
        Dataset again = assertions.attempt("load() must work twice", () -> source.load(settings, new SeededRun(Contracts.SEED)));
        Dataset other =
                assertions.attempt("load() must work with any seed", () -> source.load(settings, new SeededRun(-Contracts.SEED)));
        if (first == null || again == null || other == null) {
            return assertions.broken();
        }
        boolean same = first.sha256().equals(again.sha256());
        assertions.check(same, "the same seed must give the same data");
        for (Dataset meanwhile : assertions.atOnce("load()", () -> source.load(settings, new SeededRun(Contracts.SEED)))) {
            assertions.check(!same || first.sha256().equals(meanwhile.sha256()),
                    "the same seed must give the same data, also on two threads at once");
        }
        assertions.check(first.training().total() > 0, "the training part must not be empty");
        assertions.check(!first.origin().isBlank(), "the origin must say where the data are from");
        first.trueModel().ifPresent(truth -> ModelContract.check(truth, first.test(), assertions));
        assertions.check(source.kind(settings).equals(DataKind.of(first.training())), "kind() must be that of the data, "
                + DataKind.of(first.training()) + "; it is " + source.kind(settings));
        // The data set itself rejects an invalid continuation; here it must also be suitable for learning.
        Sequences all = first.together();
        assertions.check(all.total() == first.training().total() + first.test().total(),
                "both parts together must have the observations of both");
        first.notation().ifPresent(notation -> readable(notation, first.training().space().as(Alphabet.class), assertions));
        SeededRun cancelled = new SeededRun(Contracts.SEED).watchedBy((iteration, model) -> false);
        cancelled.iterated(0, () -> null);
        try {
            source.load(settings, cancelled);
        } catch (CancellationException e) {
            // One of the two ways to stop; the other is to complete the data set.
        } catch (Exception e) {
            assertions.check(false, "if cancelled, load() must return the data or throw CancellationException; it threw " + e);
        }
        return assertions.broken();
    }

    /** Checks that every written name is read back as itself. White space is skipped: it can be read only between other symbols. */
    private static void readable(Notation notation, Alphabet alphabet, ContractAssertions assertions) {
        for (int symbol = 0; symbol < alphabet.size(); symbol++) {
            String name = alphabet.name(symbol);
            if (symbol != alphabet.end().orElse(-1) && !name.equals(notation.rare())
                    && !List.of(Notation.BLANK, Notation.TAB, Notation.LINE).contains(name)) {
                int[] one = {symbol};
                int[] read = assertions.attempt("the notation must read what it writes; '" + name + "'",
                        () -> notation.read(notation.write(one, alphabet), alphabet, Unknown.ANY));
                assertions.check(read == null || Arrays.equals(one, read), "the notation must read what it writes; '" + name
                        + "' is read as " + Arrays.toString(read));
            }
        }
    }
}
