package psr.datasets;

import java.util.Optional;
import java.util.stream.IntStream;

import org.osgi.service.component.annotations.Component;

import psr.api.data.Channels;
import psr.api.data.DataKind;
import psr.api.data.Space;
import psr.api.learn.Run;
import psr.api.settings.Option;
import psr.api.settings.PsrService;
import psr.api.source.Dataset;
import psr.api.source.DatasetSource;
import psr.math.channels.ForecastModel;
import psr.math.vectors.LinearSystem;

/**
 * A random linear Gaussian system: damped rotations in a random basis, half as much observation noise as signal; its inputs are
 * white noise. The true model is its Kalman filter. The system and the sequences are drawn with the seed of the trial.
 */
@Component(service = DatasetSource.class)
@PsrService(name = "linear", summary = "a random linear Gaussian system, with inputs=on driven; includes its true model",
        observations = Space.Kind.VECTORS, inputs = Space.Kind.VECTORS)
public final class Linear implements DatasetSource<Linear.Settings> {

    public record Settings(
            @Option(value = "off", help = "whether a random input drives it") boolean inputs,
            @Option(value = "4", help = "length of the state, an even number", min = 2, max = 100) int states,
            @Option(value = "2", help = "observed channels", min = 1, max = 100) int channels,
            @Option(value = "20", help = "training sequences", min = 1) int sequences,
            @Option(value = "250", help = "rows of a training sequence", min = 1) int length,
            @Option(value = "30", help = "test sequences", min = 1) int test,
            @Option(value = "300", help = "rows of a test sequence", min = 1) int testLength) {

        public Settings {
            new GeneratedRows(sequences, length, test, testLength);
            if (states % 2 != 0) {
                throw new IllegalArgumentException("states must be even, two for each rotation; states=" + states);
            }
        }

        private GeneratedRows sizes() {
            return new GeneratedRows(sequences, length, test, testLength);
        }
    }

    @Override
    public DataKind kind(Settings settings) {
        DataKind observed = DataKind.of(Space.Kind.VECTORS);
        return settings.inputs ? observed.withInputs(Space.Kind.VECTORS) : observed;
    }

    @Override
    public Dataset load(Settings settings, Run run) {
        LinearSystem system = LinearSystem.draw(settings.states, settings.inputs ? 1 : 0, settings.channels,
                run.random("linear system"));
        Channels channels =
                Channels.of(IntStream.rangeClosed(1, settings.channels).mapToObj(c -> "y" + c).toArray(String[]::new));
        Optional<Channels> inputs = settings.inputs ? Optional.of(Channels.of("u")) : Optional.empty();
        return settings.sizes().draw("linear", channels, inputs, system::sample, run)
                .trueModel(new ForecastModel(channels, inputs.orElse(null), system.model().model())).build();
    }
}
