package psr.baselines.vectors;

import java.util.Optional;

import org.osgi.service.component.annotations.Component;

import psr.api.data.Sequences;
import psr.api.data.Space;
import psr.api.learn.Learner;
import psr.api.learn.Run;
import psr.api.model.Model;
import psr.api.settings.NoSettings;
import psr.api.settings.PsrService;
import psr.api.settings.ValidationError;
import psr.math.channels.ChannelRows;
import psr.math.channels.ForecastModel;
import psr.math.vectors.ConstantModel;

/** Forecasts the mean of the training data. */
@Component
@PsrService(name = "mean", summary = "the mean of the training data, independent of the past", observations = Space.Kind.VECTORS,
        inputs = Space.Kind.VECTORS)
public final class MeanRow implements Learner<NoSettings> {

    @Override
    public Optional<ValidationError> objection(Sequences data, NoSettings settings) {
        return data.total() > 0 ? Optional.empty()
                : Optional.of(ValidationError.of("mean needs at least one row; there are none"));
    }

    @Override
    public Model learn(Sequences data, NoSettings settings, Run run) {
        objection(data, settings).ifPresent(error -> {
            throw new IllegalArgumentException(error.message());
        });
        return ForecastModel.of(data, ConstantModel.learn(ChannelRows.of(data)));
    }
}
