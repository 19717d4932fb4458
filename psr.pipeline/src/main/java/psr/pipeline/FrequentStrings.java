package psr.pipeline;

import java.util.OptionalInt;

import org.osgi.service.component.annotations.Component;

import psr.api.data.Sequences;
import psr.api.data.Symbols;
import psr.api.learn.Learner;
import psr.api.learn.LearningException;
import psr.api.learn.Run;
import psr.api.linear.LinearPsr;
import psr.api.settings.Option;
import psr.api.settings.PsrService;

/**
 * Spectral learning from the most frequent strings of the past and of the future, whitened: H = Σ x_t f_tᵀ ≈ U S Vᵀ with
 * columns of weight (count + 1)^−½, and A_o = Σ_{x_t=o} S⁻¹Uᵀx_t (Vᵀf_{t+1})ᵀ. One decomposition serves every rank.
 */
@Component
@PsrService(name = "spectral", summary = "spectral learning from frequent strings of any length",
        paper = "Balle, Carreras, Luque, Quattoni 2014; Denis, Gybels, Habrard 2016")
public final class FrequentStrings implements Learner<FrequentStrings.Settings> {

    private static final double SHARE = .1;

    public record Settings(
            @Option(value = "auto", min = 1,
                    help = "size of the predictive state; auto chooses one on held-out data") OptionalInt rank,
            @Option(value = "auto", min = 1, max = 20,
                    help = "length of the longest strings of the past; auto is 6, for text 4") OptionalInt history,
            @Option(value = "auto", min = 1, max = 20,
                    help = "length of the longest strings of the future; auto is 6, for text 4, less for short sequences without an end") OptionalInt future,
            @Option(value = "auto", min = 1,
                    help = "number of strings of each, the most frequent ones; auto is 1000, for text 2000") OptionalInt strings,
            @Option(value = "auto", min = 1,
                    help = "smallest number of occurrences of a string; auto is 5, for text 3") OptionalInt least,
            @Option(value = "0.002", min = 0,
                    help = "forget the past if the score of a symbol is below this fraction of its frequency") double guard) {

        private Shape shape(Corpus data) {
            Shape auto = Shape.of(data);
            return new Shape(history.orElse(auto.historyLength()), future.orElse(auto.futureLength()),
                    strings.orElse(auto.strings()), least.orElse(auto.least()), auto.largestRank(), 1, false, true, auto.wide());
        }
    }

    @Override
    public LinearPsr learn(Sequences sequences, Settings settings, Run run) {
        Symbols data = sequences.as(Symbols.class);
        Corpus all = new Corpus(data, run::checkpoint);
        if (all.total() == 0) {
            throw new LearningException("spectral needs at least one symbol to learn from; found " + data);
        }
        Shape shape = settings.shape(all);
        int rank;
        if (settings.rank.isPresent()) {
            rank = settings.rank.getAsInt();
        } else {
            rank = chosen(data, shape, settings.guard, run);
            run.count("rank " + rank + " chosen", 1);
        }
        run.progress(.7, "decomposing");
        Basis basis = Basis.of(all, shape, rank, run.random("svd"));
        if (settings.rank.isPresent() && basis.rank < rank) {
            throw new IllegalArgumentException("rank must be 1.." + basis.rank
                    + ", the number of directions that past and future strings have in common; rank=" + rank + " (spectral)");
        }
        run.decomposed(basis.singularValues(basis.rank));
        return Exchange.model(basis.operators(all, Pipeline.guard(all, settings.guard)), data.alphabet());
    }

    /** The rank with the least loss on held-out data. */
    private static int chosen(Symbols data, Shape shape, double guard, Run run) {
        Sequences.Parts<Symbols> parts;
        try {
            parts = data.holdOut(SHARE);
        } catch (IllegalArgumentException e) {
            throw new LearningException("rank=auto needs a held-out part of the data, which cannot be made: "
                    + e.getMessage(), e);
        }
        Corpus train = new Corpus(parts.rest(), run::checkpoint);
        Corpus held = new Corpus(parts.heldOut(), run::checkpoint);
        run.progress(0, "decomposing");
        Operators whole = Basis.of(train, shape, shape.largestRank(), run.random("svd"))
                .operators(train, Pipeline.guard(train, guard));
        int best = 1;
        double least = Double.POSITIVE_INFINITY;
        for (int rank : Pipeline.ranks(whole.d)) {
            run.progress(.3 + .4 * rank / whole.d, "trying rank " + rank);
            double loss = MixtureWeights.loss(new double[] {1}, StringFilter.probabilities(whole.leading(rank), held));
            if (loss < least) {
                least = loss;
                best = rank;
            }
            if (run.cancelled()) {
                break;
            }
        }
        return best;
    }
}
