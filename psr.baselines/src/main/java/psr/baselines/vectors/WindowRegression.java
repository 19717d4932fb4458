package psr.baselines.vectors;

import java.util.Arrays;
import java.util.List;
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
import psr.math.vectors.Autoregression;
import psr.math.vectors.Progress;

/** Autoregression: ridge regressions of future rows on a window of rows and inputs, optionally with random features. */
@Component
@PsrService(name = "ar", summary = "autoregression of numbers by ridge regression, with features=rff nonlinear",
        paper = "Rahimi, Recht 2007", observations = Space.Kind.VECTORS, inputs = Space.Kind.VECTORS)
public final class WindowRegression implements Learner<WindowRegression.Settings> {

    /** The features of the regressions. */
    public enum Features {

        /** Linear features only. */
        LINEAR,

        /** Linear and random Fourier features. */
        RFF
    }

    public record Settings(
            @Option(value = "auto", min = 1, max = 100_000,
                    help = "rows of the window; auto chooses 10, 20 or 40 on held-out data, with features=rff 10") OptionalInt window,
            @Option(value = "auto", min = 1e-12, max = 1e3,
                    help = "ridge relative to the features' mean square; auto chooses 1e-6 to 1e-3 on held-out data") OptionalDouble ridge,
            @Option(value = "linear", help = "linear: only linear features; rff: random Fourier features, too") Features features,
            @Option(value = "250", min = 1, max = 3000,
                    help = "number of frequencies of the random features; each gives a cosine and a sine") int frequencies,
            @Option(value = "auto", min = 1e-3, max = 1e3,
                    help = "width of the kernel in median distances; auto chooses 0.5 to 4 on held-out data") OptionalDouble bandwidth,
            @Option(value = "auto", min = 1, max = 1000,
                    help = "number of rows ahead that have their own regressions; auto is 10, or less for short sequences") OptionalInt horizon) {}

    private static List<Integer> windows(Sequences data, Settings settings) {
        int[] usual = settings.features == Features.RFF ? new int[] {10} : new int[] {10, 20, 40};
        return Arrays.stream(usual).map(window -> Candidates.fitting(settings.window, window, data)).distinct().boxed().toList();
    }

    @Override
    public Optional<ValidationError> objection(Sequences data, Settings settings) {
        int window = windows(data, settings).get(0);
        int horizon = Candidates.fitting(settings.horizon, 10, data);
        int d = data.space().size();
        int m = data.inputs().map(inputs -> inputs.space().size()).orElse(0);
        return Candidates.objection("ar", data, "window", window, window + horizon,
                (long) window * (d + m) + (long) horizon * m
                        + (settings.features == Features.LINEAR ? 1 : 2L * settings.frequencies + 1),
                m == 0 ? (long) horizon * d : d);
    }

    @Override
    public Model learn(Sequences data, Settings settings, Run run) {
        objection(data, settings).ifPresent(error -> {
            throw new IllegalArgumentException(error.message());
        });
        Candidates candidates = new Candidates("ar", data);
        Progress progress = RunProgress.of(run);
        boolean linear = settings.features == Features.LINEAR;
        int horizon = Candidates.fitting(settings.horizon, 10, data);
        for (int window : windows(data, settings)) {
            for (double bandwidth : linear ? Candidates.values(OptionalDouble.of(1))
                    : Candidates.values(settings.bandwidth, .5, 1., 2., 4.)) {
                for (double ridge : Candidates.values(settings.ridge, 1e-6, 1e-5, 1e-4, 1e-3)) {
                    Autoregression.Settings candidate = new Autoregression.Settings(window, ridge,
                            linear ? 0 : settings.frequencies, bandwidth, horizon, 100_000);
                    candidates.add("window " + window + (linear ? "" : ", bandwidth " + bandwidth) + ", ridge " + ridge,
                            (rows, random) -> Autoregression.learn(rows, candidate, random, progress));
                }
            }
        }
        return candidates.best(data, false, run);
    }
}
