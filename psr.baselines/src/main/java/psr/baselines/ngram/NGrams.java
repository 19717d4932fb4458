package psr.baselines.ngram;

import java.util.OptionalInt;

import org.osgi.service.component.annotations.Component;

import psr.api.data.Sequences;
import psr.api.data.Symbols;
import psr.api.learn.Learner;
import psr.api.learn.LearningException;
import psr.api.learn.Run;
import psr.api.model.Model;
import psr.api.settings.Option;
import psr.api.settings.PsrService;
import psr.baselines.Preconditions;
import psr.math.ngram.ContextCounts;
import psr.math.ngram.ContextTree;
import psr.math.ngram.Smoothing;

/**
 * n-grams, interpolated from the longest context down to the uniform distribution.
 *
 * <p>The start of a sequence is a symbol of the contexts (never of the predictions), so the first symbols have their own
 * statistics; backing off drops it first. If the alphabet has an end, it is predicted like any symbol, and only the end
 * follows it.
 */
@Component
@PsrService(name = "ngram", summary = "n-grams of any order, Witten-Bell or Kneser-Ney smoothing",
        paper = "Witten, Bell 1991; Chen, Goodman 1999")
public final class NGrams implements Learner<NGrams.Settings> {

    /** The fraction of the data that order=auto holds out. */
    private static final double SHARE = .1;

    /** The longest contexts that order=auto tries. */
    private static final int DEEPEST = 8;

    public record Settings(
            @Option(value = "3", min = 1,
                    help = "n: a symbol is predicted from the n-1 before it; auto chooses one on held-out data") OptionalInt order,
            @Option(value = "witten-bell", help = "how long and short contexts are combined") Smoothing smoothing) {}

    @Override
    public Model learn(Sequences sequences, Settings settings, Run run) {
        Symbols data = sequences.as(Symbols.class);
        Preconditions.notEmpty(data, "ngram");
        int order = settings.order().isPresent() ? settings.order().getAsInt() : chosen(data, settings.smoothing(), run);
        if (settings.order().isEmpty()) {
            run.count("order " + order + " chosen", 1);
        }
        // A context longer than the longest sequence plus its start never occurs.
        int depth = Math.min(order - 1, data.longest());
        return ContextTree.of(new ContextCounts(data, depth, run::checkpoint), settings.smoothing(), depth);
    }

    /** The order with the smallest loss on held-out data; the smallest order if several are equal. */
    private static int chosen(Symbols data, Smoothing smoothing, Run run) {
        Sequences.Parts<Symbols> parts;
        try {
            parts = data.holdOut(SHARE);
        } catch (IllegalArgumentException e) {
            throw new LearningException("order=auto needs a held-out part of the data, which cannot be made: "
                    + e.getMessage(), e);
        }
        Symbols rest = parts.rest();
        ContextCounts counts = new ContextCounts(rest, Math.min(DEEPEST, rest.longest()), run::checkpoint);
        int best = 0;
        double least = Double.POSITIVE_INFINITY;
        for (int depth = 0; depth <= counts.depth(); depth++) {
            double loss = 0;
            for (double p : counts.probabilities(smoothing, parts.heldOut(), depth)) {
                loss -= Math.log(p);
            }
            if (loss < least) {
                least = loss;
                best = depth;
            }
        }
        return best + 1;
    }
}
