package psr.pipeline.vectors;

import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

import org.osgi.service.component.annotations.Component;

import psr.api.data.Sequences;
import psr.api.data.Space;
import psr.api.learn.Learner;
import psr.api.learn.Run;
import psr.api.model.Model;
import psr.api.settings.Option;
import psr.api.settings.PsrService;
import psr.api.settings.ValidationError;
import psr.math.channels.Candidates;
import psr.math.channels.ChannelRows;
import psr.math.channels.ForecastModel;
import psr.math.channels.RunProgress;
import psr.math.vectors.Automatic;
import psr.math.vectors.TwoStage;

/**
 * The recommended learner of rows: chooses rank, window, ridge and features of two-stage regression by held-out error,
 * refines the best filter by back-propagation, and falls back to linear models or autoregression if their errors are smaller.
 */
@Component
@PsrService(name = "psr", summary = "the recommended learner of numbers: chooses features, rank, window and refinement",
        paper = "Hefny, Downey, Gordon 2018; Downey et al. 2017", observations = Space.Kind.VECTORS,
        inputs = Space.Kind.VECTORS)
public final class RecommendedVectors implements Learner<RecommendedVectors.Settings> {

    public record Settings(
            @Option(value = "auto", min = 1, max = 1000,
                    help = "size of the state; auto tries 5, 10, 20 and, if the data support it, more") OptionalInt rank,
            @Option(value = "auto", min = 1, max = 10_000,
                    help = "rows of the past and of the future; auto tries 10, 20 and 40") OptionalInt window,
            @Option(value = "auto", min = 1, max = 1000,
                    help = "number of rows ahead that have their own regressions; auto is 10, or less for short sequences") OptionalInt horizon,
            @Option(value = "on", help = "whether the best filter of each rank is refined by back-propagation") boolean refine) {}

    @Override
    public Optional<ValidationError> objection(Sequences data, Settings settings) {
        int d = data.space().size();
        int m = data.inputs().map(inputs -> inputs.space().size()).orElse(0);
        int window = Math.min(Candidates.fitting(settings.window, 10, data), Automatic.widest(d, m));
        int horizon = Math.min(Candidates.fitting(settings.horizon, 10, data), Math.max(1, 5_000 / Math.max(1, d)));
        return Candidates.objection("psr", data, "window", window, Math.max(2 * window + 1, window + horizon),
                (long) window * (d + 2L * m) + 2L * TwoStage.Settings.usual().pastFeatures() + 1,
                (long) Math.max(window, horizon) * d);
    }

    @Override
    public Model learn(Sequences data, Settings settings, Run run) {
        objection(data, settings).ifPresent(error -> {
            throw new IllegalArgumentException(error.message());
        });
        Automatic.Settings usual = Automatic.Settings.usual();
        TwoStage.Settings base = usual.base().withHorizon(Candidates.fitting(settings.horizon, 10, data));
        List<Integer> ranks = settings.rank.isPresent() ? List.of(settings.rank.getAsInt()) : usual.ranks();
        List<Integer> windows = settings.window.isPresent() ? List.of(settings.window.getAsInt()) : usual.windows();
        try {
            Automatic.Result result = Automatic.learn(ChannelRows.of(data),
                    new Automatic.Settings(base, ranks, usual.bandwidths(), usual.ridges(), windows, settings.refine),
                    run.random("candidates"), RunProgress.of(run));
            run.count(result.name() + " chosen", 1);
            return ForecastModel.of(data, result.model());
        } catch (ArithmeticException e) {
            throw Candidates.undetermined("psr", e);
        }
    }
}
