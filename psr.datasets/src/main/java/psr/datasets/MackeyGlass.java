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

/** The delay equation of Mackey and Glass with a delay of 17, every 6 time units, scaled to about unit deviation, with noise of deviation .1. */
@Component(service = DatasetSource.class)
@PsrService(name = "mackey-glass", summary = "the chaotic delay equation of Mackey and Glass, with noise",
        observations = Space.Kind.VECTORS)
public final class MackeyGlass implements DatasetSource<MackeyGlass.Settings> {

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
        return settings.sizes().draw("mackey-glass", Channels.of("x"), Optional.empty(), Systems::mackeyGlass, run).build();
    }
}
