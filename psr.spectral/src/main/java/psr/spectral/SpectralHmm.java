package psr.spectral;

import java.util.OptionalDouble;
import java.util.OptionalInt;

import org.osgi.service.component.annotations.Component;

import psr.api.data.Sequences;
import psr.api.data.Symbols;
import psr.api.learn.Learner;
import psr.api.learn.Run;
import psr.api.linear.Features;
import psr.api.linear.LinearPsr;
import psr.api.settings.Option;
import psr.api.settings.PsrService;
import psr.math.moments.History;
import psr.math.moments.Moments;

/**
 * The spectral algorithm for hidden Markov models (Hsu, Kakade, Zhang 2009): from the moments of one, two and three
 * neighboring symbols, P_1, P_21 and P_3x1, with U the left singular vectors of P_21:
 * b_1 = UᵀP_1, b∞ = (P_21ᵀU)⁺P_1, B_x = (UᵀP_3x1)(UᵀP_21)⁺.
 *
 * <p>P_21 = C0 and P_3x1 = C_x if futures and histories are single symbols, and with C0 = U S Vᵀ cut to the rank
 * (UᵀP_21)⁺ = V S⁻¹, so this is the pseudo-inverse method of {@link Regression} on strings of length 1.
 *
 * <p>Unlike the paper, by default: triples from all steps count, and there is a guard. The algorithm of the paper, which
 * draws one triple from the start of each sequence, is {@code triples=first,guard=off}.
 */
@Component
@PsrService(name = "hkz", summary = "spectral learning of hidden Markov models, as observable operators",
        paper = "Hsu, Kakade, Zhang 2009")
public final class SpectralHmm implements Learner<SpectralHmm.Settings> {

    /** Which three neighboring symbols count. */
    public enum Triples {

        /** Those at every step. */
        ALL,

        /** The first three of each sequence, as in the paper. */
        FIRST
    }

    public record Settings(
            @Option(value = "auto", min = 1,
                    help = "number m of hidden states, at most that of symbols; auto chooses one on held-out data") OptionalInt rank,
            @Option(value = "all", help = "which triples of symbols count: all, or the first of each sequence") Triples triples,
            @Option(value = "auto",
                    help = "symbols counted for P_1: first of each sequence or all; auto is all for a single sequence") Start start,
            @Option(value = "on",
                    help = "forget the past if the normalizer vanishes; frequency: relative to the symbol's frequency") GuardMode guard,
            @Option(value = "auto", min = 0,
                    help = "threshold of the guard; auto is 3e-3, or 0.002 of the frequency with guard=frequency") OptionalDouble guardLevel) {}

    @Override
    public LinearPsr learn(Sequences sequences, Settings settings, Run run) {
        Symbols data = sequences.as(Symbols.class);
        Moments moments = moments(data, settings, run);
        int symbols = data.alphabet().size();
        if (settings.rank.isPresent() && settings.rank.getAsInt() > symbols) {
            throw new IllegalArgumentException("rank must be 1.." + symbols + ", the number of symbols; rank="
                    + settings.rank.getAsInt() + "; " + Regression.HINT + " (hkz)");
        }
        int rank = settings.rank.orElseGet(() -> chosen(data, settings, run));
        Regression regression = Regression.pinv(moments, rank, run);
        LinearPsr model = model(regression, moments, data, rank, settings);
        run.decomposed(regression.singularValues(rank));
        return model;
    }

    private static int chosen(Symbols data, Settings settings, Run run) {
        Sequences.Parts<Symbols> parts = RankChoice.parts(data);
        Moments moments = moments(parts.rest(), settings, run);
        int largest = Math.min(RankChoice.LARGEST, Math.min(moments.features().count(), moments.histories()));
        Regression regression = Regression.pinv(moments, largest, run);
        int rank = RankChoice.best(regression.carried(), m -> model(regression, moments, data, m, settings),
                parts.heldOut(), run);
        run.count("rank " + rank + " chosen", 1);
        return rank;
    }

    private static Moments moments(Symbols data, Settings settings, Run run) {
        // The triple around step t is o_{t−1}, o_t, o_{t+1}; the first has t = 1.
        int lastStep = settings.triples == Triples.FIRST ? 1 : Integer.MAX_VALUE;
        return Moments.count(data, Features.seenIn(data, 1), History.COMPLETE, lastStep, run);
    }

    private static LinearPsr model(Regression regression, Moments moments, Symbols data, int rank,
            Settings settings) {
        return regression.model(rank, 0, settings.start.mean(moments, data), settings.guard, settings.guardLevel);
    }
}
