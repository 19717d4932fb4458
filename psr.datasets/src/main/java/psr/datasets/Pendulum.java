package psr.datasets;

import java.util.Optional;

import org.osgi.service.component.annotations.Component;

import psr.api.data.Channels;
import psr.api.data.DataKind;
import psr.api.data.Space;
import psr.api.learn.Run;
import psr.api.settings.Option;
import psr.api.settings.PsrService;
import psr.api.source.Dataset;
import psr.api.source.DatasetSource;
import psr.math.vectors.Systems;

/**
 * A damped pendulum driven by white noise: sine and cosine of its angle every .1 s, with noise of deviation .1. With inputs, a
 * torque that changes at random acts on it.
 */
@Component(service = DatasetSource.class)
@PsrService(name = "pendulum", summary = "a noisy pendulum, with inputs=on driven by a torque",
        observations = Space.Kind.VECTORS, inputs = Space.Kind.VECTORS)
public final class Pendulum implements DatasetSource<Pendulum.Settings> {

    public record Settings(
            @Option(value = "off", help = "whether a random torque drives it, which is an input") boolean inputs,
            @Option(value = "20", help = "training sequences", min = 1) int sequences,
            @Option(value = "250", help = "rows of a training sequence", min = 1) int length,
            @Option(value = "30", help = "test sequences", min = 1) int test,
            @Option(value = "300", help = "rows of a test sequence", min = 1) int testLength) {

        public Settings {
            new GeneratedRows(sequences, length, test, testLength);
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
        Optional<Channels> torque = settings.inputs ? Optional.of(Channels.of("torque")) : Optional.empty();
        return settings.sizes().draw("pendulum", Channels.of("sin", "cos"), torque,
                (count, rows, random) -> Systems.pendulum(count, rows, settings.inputs, random), run).build();
    }
}
