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

/** x of Lorenz's system every .05 time units, divided by its deviation, with noise of deviation .1. */
@Component(service = DatasetSource.class)
@PsrService(name = "lorenz", summary = "Lorenz's chaotic system, one coordinate with noise", observations = Space.Kind.VECTORS)
public final class Lorenz implements DatasetSource<Lorenz.Settings> {

    public record Settings(
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
        return DataKind.of(Space.Kind.VECTORS);
    }

    @Override
    public Dataset load(Settings settings, Run run) {
        return settings.sizes().draw("lorenz", Channels.of("x"), Optional.empty(), Systems::lorenz, run).build();
    }
}
