package psr.spectral.vectors;

import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.random.RandomGenerator;

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
import psr.math.vectors.KernelBayes;
import psr.math.vectors.Progress;
import psr.math.vectors.RowModel;
import psr.math.vectors.Rows;
import psr.math.vectors.TwoStage;

/**
 * Two-stage regression of rows, with or without random Fourier features: first expected futures from pasts, then states from
 * these, then the filter that maps a state and a row to the next state. Settings that are not given are chosen by held-out error.
 */
@Component
@PsrService(name = "rff", summary = "predictive state representation of numbers by two-stage regression",
        paper = "Hefny, Downey, Gordon 2015; Hefny, Downey, Gordon 2018; Rahimi, Recht 2007",
        observations = Space.Kind.VECTORS, inputs = Space.Kind.VECTORS)
public final class FeatureRegression implements Learner<FeatureRegression.Settings> {

    /** The features of the regressions. */
    public enum Features {

        /** Linear and random Fourier features. */
        RFF,

        /** Linear features only. */
        LINEAR
    }

    /** How an observed row updates the state. */
    public enum Filter {

        /** By regression. */
        REGRESSION,

        /** By the kernel Bayes rule. */
        KERNEL_BAYES
    }

    public record Settings(
            @Option(value = "auto", min = 1, max = 1000,
                    help = "size of the state; auto chooses 5, 10 or 20 on held-out data") OptionalInt rank,
            @Option(value = "auto", min = 1, max = 10_000,
                    help = "rows of the past and of the future; auto is 10, or less for short sequences") OptionalInt window,
            @Option(value = "auto", min = 1e-12, max = 1e3,
                    help = "ridge relative to the features' mean square; auto chooses 1e-3 or 1e-4 on held-out data") OptionalDouble ridge,
            @Option(value = "rff",
                    help = "rff: random Fourier features beside the linear ones; linear: only those") Features features,
            @Option(value = "auto", min = 1e-3, max = 1e3,
                    help = "width of the kernels in median distances; auto chooses 0.5 or 1 on held-out data") OptionalDouble bandwidth,
            @Option(value = "150", min = 1, max = 3000,
                    help = "number of frequencies of the filter's random features; each gives a cosine and a sine") int frequencies,
            @Option(value = "250", min = 1, max = 3000,
                    help = "number of frequencies of the random features of the past") int pastFrequencies,
            @Option(value = "50", min = 1, max = 3000,
                    help = "number of frequencies of the random features of forecasts") int readoutFrequencies,
            @Option(value = "regression",
                    help = "how a row updates the state: by a regression or by the kernel Bayes rule") Filter filter,
            @Option(value = "5", min = 1, max = 100,
                    help = "kernel-bayes: principal components of the features of a row") int components,
            @Option(value = "0.1", min = 1e-9, max = 1e3, help = "kernel-bayes: ridge of the rule, relative") double conditioning,
            @Option(value = "auto", min = 1, max = 1000,
                    help = "number of rows ahead that have their own regressions; auto is 10, or less for short sequences") OptionalInt horizon,
            @Option(value = "on",
                    help = "whether the errors that intervals show are measured on held-out data; off, with all other settings given, learns once") boolean heldOut) {}

    @Override
    public Optional<ValidationError> objection(Sequences data, Settings settings) {
        int window = Candidates.fitting(settings.window, 10, data);
        int horizon = Candidates.fitting(settings.horizon, 10, data);
        int d = data.space().size();
        int m = data.inputs().map(inputs -> inputs.space().size()).orElse(0);
        long features = (long) window * (d + m) + (long) window * m
                + (settings.features == Features.LINEAR ? 1 : 2L * settings.pastFrequencies + 1);
        return Candidates.objection("rff", data, "window", window, Math.max(2 * window + 1, window + horizon), features,
                (long) Math.max(window, horizon) * d);
    }

    @Override
    public Model learn(Sequences data, Settings settings, Run run) {
        objection(data, settings).ifPresent(error -> {
            throw new IllegalArgumentException(error.message());
        });
        Candidates candidates = new Candidates("rff", data);
        Progress progress = RunProgress.of(run);
        int window = Candidates.fitting(settings.window, 10, data);
        boolean linear = settings.features == Features.LINEAR;
        TwoStage.Settings base = new TwoStage.Settings(10, window, window, 1e-3, 1, linear, settings.pastFrequencies,
                settings.frequencies, settings.readoutFrequencies, Candidates.fitting(settings.horizon, 10, data),
                TwoStage.Settings.usual().positions());
        if (!settings.heldOut && settings.rank.isPresent() && settings.ridge.isPresent()
                && (linear || settings.bandwidth.isPresent())) {
            TwoStage.Settings only = base.withRank(settings.rank.getAsInt()).withRidge(settings.ridge.getAsDouble())
                    .withBandwidth(settings.bandwidth.orElse(1));
            return candidates.only(data, random -> model(candidates.rows(), only, settings, random, progress), run);
        }
        for (int rank : Candidates.values(settings.rank, 5, 10, 20)) {
            for (double bandwidth : linear ? Candidates.values(OptionalDouble.of(1))
                    : Candidates.values(settings.bandwidth, .5, 1.)) {
                for (double ridge : Candidates.values(settings.ridge, 1e-3, 1e-4)) {
                    TwoStage.Settings candidate = base.withRank(rank).withBandwidth(bandwidth).withRidge(ridge);
                    candidates.add("rank " + rank + (linear ? "" : ", bandwidth " + bandwidth) + ", ridge " + ridge,
                            (rows, random) -> model(rows, candidate, settings, random, progress));
                }
            }
        }
        return candidates.best(data, true, run);
    }

    private static RowModel model(Rows rows, TwoStage.Settings regression, Settings settings,
            RandomGenerator random, Progress progress) {
        return settings.filter == Filter.REGRESSION ? TwoStage.learn(rows, regression, random, progress)
                : KernelBayes.learn(rows, regression, settings.components, settings.conditioning, random, progress);
    }
}
