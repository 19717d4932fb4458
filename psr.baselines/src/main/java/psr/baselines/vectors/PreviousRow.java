package psr.baselines.vectors;

import java.util.Optional;

import org.osgi.service.component.annotations.Component;

import psr.api.data.Sequences;
import psr.api.data.Space;
import psr.api.learn.Learner;
import psr.api.learn.Run;
import psr.api.model.Model;
import psr.api.settings.Option;
import psr.api.settings.PsrService;
import psr.api.settings.ValidationError;
import psr.math.channels.ChannelRows;
import psr.math.channels.ForecastModel;
import psr.math.channels.RunProgress;
import psr.math.vectors.LastModel;

/** Forecasts the last row, or the row one season before. */
@Component
@PsrService(name = "last", summary = "the last row, or with lag=24 that of the day before in hourly data",
        observations = Space.Kind.VECTORS, inputs = Space.Kind.VECTORS)
public final class PreviousRow implements Learner<PreviousRow.Settings> {

    public record Settings(
            @Option(value = "1", min = 1, max = 1_000_000, help = "rows of a season, for example 24 for a day of hours") int lag,
            @Option(value = "10", min = 1, max = 1000, help = "rows ahead whose errors are measured") int horizon) {}

    @Override
    public Optional<ValidationError> objection(Sequences data, Settings settings) {
        return data.longest() > settings.lag() ? Optional.empty()
                : Optional.of(ValidationError.of("last", "lag", "must be less than the rows of the longest sequence, "
                        + data.longest(), Integer.toString(settings.lag())));
    }

    @Override
    public Model learn(Sequences data, Settings settings, Run run) {
        objection(data, settings).ifPresent(error -> {
            throw new IllegalArgumentException(error.message());
        });
        return ForecastModel.of(data,
                LastModel.learn(ChannelRows.of(data), settings.lag(), settings.horizon(), RunProgress.of(run)));
    }
}
