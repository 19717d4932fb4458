package psr.baselines.vectors;

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
import psr.math.channels.ForecastModel;
import psr.math.channels.RunProgress;
import psr.math.vectors.Iterations;
import psr.math.vectors.KalmanEm;
import psr.math.vectors.Progress;

/** Learns a linear Gaussian model by expectation maximization, started from subspace identification. */
@Component
@PsrService(name = "kalman", summary = "linear Gaussian model of numbers by expectation maximization",
        paper = "Shumway, Stoffer 1982", observations = Space.Kind.VECTORS, inputs = Space.Kind.VECTORS)
public final class LinearKalman implements Learner<LinearKalman.Settings> {

    /** The maximum number of iterations while candidates for the rank are compared. */
    private static final int BRIEF = 20;

    /** The maximum number of states: the time of a filter step is cubic in it. */
    private static final int MOST_CHANNELS = 1000;

    public record Settings(
            @Option(value = "auto", min = 1, max = 200,
                    help = "size of the state; auto chooses 2, 4 or 8 on held-out data") OptionalInt rank,
            @Option(value = "auto", min = 1, max = 10_000,
                    help = "rows of past and future in the initial subspace identification; auto is 10, or less for short sequences") OptionalInt window,
            @Option(value = "100", min = 0, max = 100_000, help = "largest number of iterations") int iterations,
            @Option(value = "1e-6", min = 0, max = 1,
                    help = "stop when the log-likelihood per row increases by less than this") double tolerance) {}

    @Override
    public Optional<ValidationError> objection(Sequences data, Settings settings) {
        int window = Candidates.fitting(settings.window, 10, data);
        int d = data.space().size();
        int m = data.inputs().map(inputs -> inputs.space().size()).orElse(0);
        return Candidates.tooWide("kalman", data, MOST_CHANNELS).or(() -> Candidates.objection("kalman", data, "window", window,
                2 * window + 1, (long) window * (d + m) + (long) window * m + 1, (long) window * d));
    }

    @Override
    public Model learn(Sequences data, Settings settings, Run run) {
        objection(data, settings).ifPresent(error -> {
            throw new IllegalArgumentException(error.message());
        });
        Candidates candidates = new Candidates("kalman", data);
        Progress progress = RunProgress.of(run);
        int window = Candidates.fitting(settings.window, 10, data);
        for (int rank : Candidates.values(settings.rank, 2, 4, 8)) {
            KalmanEm.Settings candidate = new KalmanEm.Settings(rank, window, BRIEF, settings.tolerance);
            candidates.add(Integer.toString(rank), (rows, random) -> KalmanEm.learn(rows, candidate, progress));
        }
        int rank = settings.rank.orElseGet(() -> Integer.parseInt(candidates.chosen(run)));
        if (settings.rank.isEmpty()) {
            run.count("rank " + rank + " chosen", 1);
        }
        Iterations iterations = (iteration, model) -> run.iterated(iteration, () -> ForecastModel.of(data, model.get()));
        KalmanEm.Settings last = new KalmanEm.Settings(rank, window, settings.iterations, settings.tolerance);
        return candidates.only(data, random -> KalmanEm.learn(candidates.rows(), last, iterations, progress), run);
    }
}
