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
import psr.math.vectors.Progress;
import psr.math.vectors.Reservoir;

/** Echo state networks: a random recurrent network whose readouts are learned. */
@Component
@PsrService(name = "esn", summary = "echo state network: random recurrent network with learned readouts", paper = "Jaeger 2001",
        observations = Space.Kind.VECTORS, inputs = Space.Kind.VECTORS)
public final class EchoState implements Learner<EchoState.Settings> {

    public record Settings(
            @Option(value = "300", min = 1, max = 5000, help = "number of units of the network") int units,
            @Option(value = "auto", min = 0, max = 10,
                    help = "spectral radius of the connections; auto chooses 0.5 to 1.1 on held-out data") OptionalDouble radius,
            @Option(value = "auto", min = 1e-3, max = 1,
                    help = "leak rate, the fraction of a unit that each step replaces; auto chooses 0.5 or 1 on held-out data") OptionalDouble leak,
            @Option(value = "0.3", min = 0, max = 100, help = "deviation of the weights of rows and inputs") double inputScale,
            @Option(value = "auto", min = 1e-12, max = 1e3,
                    help = "ridge of the readouts, relative; auto chooses 1e-6 or 1e-4 on held-out data") OptionalDouble ridge,
            @Option(value = "auto", min = 1, max = 1000,
                    help = "number of rows ahead that have their own regressions; auto is 10, or less for short sequences") OptionalInt horizon) {}

    @Override
    public Optional<ValidationError> objection(Sequences data, Settings settings) {
        int horizon = Candidates.fitting(settings.horizon, 10, data);
        int d = data.space().size();
        int m = data.inputs().map(inputs -> inputs.space().size()).orElse(0);
        return Candidates.objection("esn", data, "horizon", horizon, horizon + Candidates.fitting(OptionalInt.empty(), 20, data),
                (long) settings.units + d + (long) (horizon + 1) * m + 1, m == 0 ? (long) horizon * d : d);
    }

    @Override
    public Model learn(Sequences data, Settings settings, Run run) {
        objection(data, settings).ifPresent(error -> {
            throw new IllegalArgumentException(error.message());
        });
        Candidates candidates = new Candidates("esn", data);
        Progress progress = RunProgress.of(run);
        int horizon = Candidates.fitting(settings.horizon, 10, data);
        int skip = Candidates.fitting(OptionalInt.empty(), 20, data);
        for (double radius : Candidates.values(settings.radius, .5, .7, .9, 1.1)) {
            for (double leak : Candidates.values(settings.leak, .5, 1.)) {
                for (double ridge : Candidates.values(settings.ridge, 1e-6, 1e-4)) {
                    Reservoir.Settings candidate = new Reservoir.Settings(settings.units, radius, leak, settings.inputScale,
                            ridge, horizon, skip, 100_000);
                    candidates.add("radius " + radius + ", leak " + leak + ", ridge " + ridge,
                            (rows, random) -> Reservoir.learn(rows, candidate, random, progress));
                }
            }
        }
        return candidates.best(data, false, run);
    }
}
