package psr.spectral.vectors;

import java.util.Arrays;
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
import psr.math.channels.RunProgress;
import psr.math.vectors.Progress;
import psr.math.vectors.SubspaceIdentification;

/** Subspace identification of a linear model with its steady Kalman filter. */
@Component
@PsrService(name = "n4sid", summary = "linear state space model of numbers by subspace identification",
        paper = "Van Overschee, De Moor 1994", observations = Space.Kind.VECTORS, inputs = Space.Kind.VECTORS)
public final class Subspace implements Learner<Subspace.Settings> {

    public record Settings(
            @Option(value = "auto", min = 1, max = 1000,
                    help = "size of the state; auto chooses 2 to 10 on held-out data") OptionalInt rank,
            @Option(value = "auto", min = 1, max = 10_000,
                    help = "rows of the past and of the future; auto chooses 10 or 20 on held-out data") OptionalInt window,
            @Option(value = "1e-5", min = 1e-12, max = 1e3, help = "ridge relative to the mean square of the rows") double ridge,
            @Option(value = "auto", min = 1, max = 1000,
                    help = "rows ahead whose errors are measured; auto is 10, or less for short sequences") OptionalInt horizon) {}

    private static List<Integer> windows(Sequences data, Settings settings) {
        int[] usual = {Candidates.fitting(settings.window, 10, data), Candidates.fitting(settings.window, 20, data)};
        return Arrays.stream(usual).distinct().boxed().toList();
    }

    @Override
    public Optional<ValidationError> objection(Sequences data, Settings settings) {
        int window = windows(data, settings).get(0);
        int d = data.space().size();
        int m = data.inputs().map(inputs -> inputs.space().size()).orElse(0);
        return Candidates.objection("n4sid", data, "window", window, 2 * window + 1,
                (long) window * (d + m) + (long) window * m + 1, (long) window * d);
    }

    @Override
    public Model learn(Sequences data, Settings settings, Run run) {
        objection(data, settings).ifPresent(error -> {
            throw new IllegalArgumentException(error.message());
        });
        Candidates candidates = new Candidates("n4sid", data);
        Progress progress = RunProgress.of(run);
        int horizon = Candidates.fitting(settings.horizon, 10, data);
        for (int rank : Candidates.values(settings.rank, 2, 3, 4, 6, 8, 10)) {
            for (int window : windows(data, settings)) {
                SubspaceIdentification.Settings candidate = new SubspaceIdentification.Settings(rank, window, window,
                        settings.ridge, horizon, 100_000);
                candidates.add("rank " + rank + ", window " + window,
                        (rows, random) -> SubspaceIdentification.learn(rows, candidate, progress));
            }
        }
        return candidates.best(data, true, run);
    }
}
