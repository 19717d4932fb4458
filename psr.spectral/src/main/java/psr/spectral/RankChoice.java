package psr.spectral;

import java.util.function.IntFunction;

import psr.api.data.Sequences;
import psr.api.data.Symbols;
import psr.api.learn.LearningException;
import psr.api.learn.Run;
import psr.api.model.Model;
import psr.api.model.SymbolFilter;
import psr.math.LogLoss;

/** Chooses a rank by the log loss on a held-out part of the training data. */
final class RankChoice {

    /** The same fraction as the gradient refiners hold out, so that both compare models on the same kind of part. */
    private static final double SHARE = .15;

    /** Larger states than this never paid off on data that fit on one machine, and fitting them takes minutes. */
    static final int LARGEST = 160;

    /** Every so many steps, less one, there is a checkpoint: a bit mask. */
    private static final int OFTEN = (1 << 12) - 1;

    private RankChoice() {}

    /** Splits training data into a part for fitting and a part for comparing models. */
    static Sequences.Parts<Symbols> parts(Symbols data) {
        try {
            return data.holdOut(SHARE);
        } catch (IllegalArgumentException e) {
            throw new LearningException("rank=auto needs a held-out part of the data, which cannot be made: "
                    + e.getMessage(), e);
        }
    }

    /**
     * The rank with the least held-out loss; the smallest if several are equal.
     *
     * @param largest the largest rank to try, at least 1
     * @param model makes the model of a rank from the part for fitting
     */
    static int best(int largest, IntFunction<? extends Model> model, Symbols heldOut, Run run) {
        int best = 1;
        double least = Double.POSITIVE_INFINITY;
        for (int rank = 1; rank > 0; rank = next(rank, largest)) {
            double loss = loss(model.apply(rank), heldOut, run);
            if (loss < least) {
                least = loss;
                best = rank;
            }
        }
        return best;
    }

    /** 1 … 10 one by one, then about a fifth more each time, and finally the largest; 0 after that. */
    static int next(int rank, int largest) {
        return rank >= largest ? 0 : Math.min(largest, rank + Math.max(1, rank / 5));
    }

    /** The mean log loss of the observed symbols, as in the metric pnll. */
    static double loss(Model model, Symbols sequences, Run run) {
        SymbolFilter filter = SymbolFilter.of(model);
        double[] scores = new double[model.space().size()];
        double sum = 0;
        for (int i = 0; i < sequences.count(); i++) {
            filter.reset();
            for (int t = 0; t < sequences.length(i); t++) {
                if ((t & OFTEN) == 0) {
                    run.checkpoint();
                }
                filter.scores(1, scores);
                int symbol = sequences.symbol(i, t);
                sum += LogLoss.ABSOLUTE.of(scores, symbol);
                filter.update(symbol);
            }
        }
        return sum / Math.max(1, sequences.total());
    }
}
