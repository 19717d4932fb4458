package psr.baselines.vectors;

import java.util.Optional;
import java.util.OptionalDouble;
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
import psr.math.channels.RunProgress;
import psr.math.vectors.DaggerRegression;
import psr.math.vectors.Progress;
import psr.math.vectors.TwoStage;

/** Predictive state inference machines of rows: a filter learned on the states that it reaches itself (DAgger). */
@Component
@PsrService(name = "psim", summary = "predictive state inference machine of numbers by DAgger",
        paper = "Sun, Venkatraman, Boots, Bagnell 2016", observations = Space.Kind.VECTORS, inputs = Space.Kind.VECTORS)
public final class VectorPsim implements Learner<VectorPsim.Settings> {

    public record Settings(
            @Option(value = "auto", min = 1, max = 1000,
                    help = "size of the state; auto chooses 5, 10 or 20 on held-out data") OptionalInt rank,
            @Option(value = "auto", min = 1, max = 10_000,
                    help = "rows of the past and of the future; auto is 10, or less for short sequences") OptionalInt window,
            @Option(value = "4", min = 0, max = 1000, help = "rounds of data set aggregation") int rounds,
            @Option(value = "auto", min = 1e-12, max = 1e3,
                    help = "ridge relative to the features' mean square; auto chooses 1e-3 or 1e-4 on held-out data") OptionalDouble ridge,
            @Option(value = "auto", min = 1e-3, max = 1e3,
                    help = "width of the kernels in median distances; auto chooses 0.5 or 1 on held-out data") OptionalDouble bandwidth,
            @Option(value = "auto", min = 1, max = 1000,
                    help = "number of rows ahead that have their own regressions; auto is 10, or less for short sequences") OptionalInt horizon) {}

    @Override
    public Optional<ValidationError> objection(Sequences data, Settings settings) {
        int window = Candidates.fitting(settings.window, 10, data);
        int horizon = Candidates.fitting(settings.horizon, 10, data);
        int d = data.space().size();
        int m = data.inputs().map(inputs -> inputs.space().size()).orElse(0);
        return Candidates.objection("psim", data, "window", window, Math.max(2 * window + 1, window + horizon),
                (long) window * (d + 2L * m) + 2L * TwoStage.Settings.usual().pastFeatures() + 1,
                (long) Math.max(window, horizon) * d);
    }

    @Override
    public Model learn(Sequences data, Settings settings, Run run) {
        objection(data, settings).ifPresent(error -> {
            throw new IllegalArgumentException(error.message());
        });
        Candidates candidates = new Candidates("psim", data);
        Progress progress = RunProgress.of(run);
        TwoStage.Settings base = TwoStage.Settings.usual().withWindow(Candidates.fitting(settings.window, 10, data))
                .withHorizon(Candidates.fitting(settings.horizon, 10, data));
        for (int rank : Candidates.values(settings.rank, 5, 10, 20)) {
            for (double bandwidth : Candidates.values(settings.bandwidth, .5, 1.)) {
                for (double ridge : Candidates.values(settings.ridge, 1e-3, 1e-4)) {
                    TwoStage.Settings candidate = base.withRank(rank).withBandwidth(bandwidth).withRidge(ridge);
                    candidates.add("rank " + rank + ", bandwidth " + bandwidth + ", ridge " + ridge,
                            (rows, random) -> DaggerRegression.learn(rows, candidate, settings.rounds, random, progress));
                }
            }
        }
        return candidates.best(data, true, run);
    }
}
