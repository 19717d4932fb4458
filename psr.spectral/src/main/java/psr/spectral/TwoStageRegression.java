package psr.spectral;

import java.util.Optional;
import java.util.OptionalDouble;

import org.osgi.service.component.annotations.Component;

import psr.api.data.Sequences;
import psr.api.data.Symbols;
import psr.api.learn.Learner;
import psr.api.learn.Run;
import psr.api.linear.Features;
import psr.api.linear.LinearPsr;
import psr.api.settings.Option;
import psr.api.settings.PsrService;
import psr.api.settings.Size;
import psr.math.moments.History;
import psr.math.moments.Moments;

/**
 * Two-stage regression: expected futures from histories, then the operators between the expected futures of one step
 * and the next (Downey, Hefny, Gordon 2017, equations 1 to 3; Hefny, Downey, Gordon 2015).
 *
 * <p>Unlike the paper, by default: a ridge instead of the truncated pseudo-inverse, the first steps of every sequence
 * count too, and there is a guard. The paper's method is {@code method=pinv,history=complete,guard=off}.
 */
@Component
@PsrService(name = "2sr", summary = "predictive state representation by two-stage regression",
        paper = "Downey, Hefny, Gordon 2017; Hefny, Downey, Gordon 2015")
public final class TwoStageRegression implements Learner<TwoStageRegression.Settings> {

    /** How the regressions are regularized. */
    public enum Method {

        /** By cutting the singular values of C0 to the rank, as in the paper. */
        PINV,

        /** By ridges. */
        RIDGE
    }

    public record Settings(
            @Option(value = "at-most-20", min = 1,
                    help = "size of the predictive state; auto chooses one on held-out data") Optional<Size> rank,
            @Option(value = "ridge",
                    help = "pinv truncates the singular values as in the paper, ridge uses ridge regression") Method method,
            @Option(value = "1e-3", min = 0, help = "ridge of the first regression, futures on histories, above 0") double ridge,
            @Option(value = "auto", min = 0,
                    help = "ridge of the second regression, states on states; auto is 1e-5, or 1e-4 from rank 40") OptionalDouble ridge2,
            @Option(value = "short",
                    help = "complete: only steps with a complete past; short: also the first steps of a sequence") History history,
            @Option(value = "auto",
                    help = "initial state: mean future at the starts or at all steps; auto is all for a single sequence") Start start,
            @Option(value = "on",
                    help = "forget the past if the normalizer vanishes; frequency: relative to the symbol's frequency") GuardMode guard,
            @Option(value = "auto", min = 0,
                    help = "threshold of the guard; auto is 3e-3, or 0.002 of the frequency with guard=frequency") OptionalDouble guardLevel,
            @Option(value = "2", min = 1, max = 8, help = "length of the longest feature strings; 2 in the paper") int length) {

        public Settings {
            if (method == Method.RIDGE && !(ridge > 0)) {
                throw new IllegalArgumentException("ridge must be above 0 with method=ridge; ridge=" + ridge);
            }
        }

        /** λ₂ for a rank; the values were found on the ring (rank 20) and on text (40 and more). */
        double ridge2(int d) {
            return method == Method.PINV ? 0 : ridge2.orElse(d < 40 ? 1e-5 : 1e-4);
        }
    }

    @Override
    public LinearPsr learn(Sequences sequences, Settings settings, Run run) {
        Symbols data = sequences.as(Symbols.class);
        Moments moments = moments(data, settings, run);
        int features = moments.features().count();
        Size requested = settings.rank.orElseGet(() -> Size.atMost(chosen(data, settings, run)));
        if (requested.within(features) > features) {
            throw new IllegalArgumentException("rank must be 1.." + features + ", the number of features; rank=" + requested
                    + "; " + Regression.HINT + " (2sr)");
        }
        Regression regression =
                fit(moments, requested.within(Math.max(1, Math.min(features, moments.histories()))), settings, run);
        int rank = requested.within(Math.max(1, regression.carried()));
        if (settings.rank.isEmpty()) {
            run.count("rank " + rank + " chosen", 1);
        } else if (rank < requested.number()) {
            run.count("rank cut to " + rank, 1);
        }
        LinearPsr model = model(regression, moments, data, rank, settings);
        run.decomposed(regression.singularValues(rank));
        return model;
    }

    private static int chosen(Symbols data, Settings settings, Run run) {
        Sequences.Parts<Symbols> parts = RankChoice.parts(data);
        Moments moments = moments(parts.rest(), settings, run);
        int largest = Math.min(RankChoice.LARGEST, Math.min(moments.features().count(), moments.histories()));
        Regression regression = fit(moments, largest, settings, run);
        return RankChoice.best(regression.carried(), rank -> model(regression, moments, data, rank, settings),
                parts.heldOut(), run);
    }

    private static Moments moments(Symbols data, Settings settings, Run run) {
        return Moments.count(data, Features.seenIn(data, settings.length), settings.history, run);
    }

    private static Regression fit(Moments moments, int rank, Settings settings, Run run) {
        return switch (settings.method) {
            case PINV -> Regression.pinv(moments, rank, run);
            case RIDGE -> Regression.ridge(moments, rank, settings.ridge, run);
        };
    }

    private static LinearPsr model(Regression regression, Moments moments, Symbols data, int rank,
            Settings settings) {
        return regression.model(rank, settings.ridge2(rank), settings.start.mean(moments, data), settings.guard,
                settings.guardLevel);
    }
}
