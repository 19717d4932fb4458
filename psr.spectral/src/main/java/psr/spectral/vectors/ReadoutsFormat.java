package psr.spectral.vectors;

import org.osgi.service.component.annotations.Component;

import psr.api.store.ModelFormat;
import psr.api.store.ModelFormats;
import psr.api.store.StoredModel;
import psr.math.channels.ForecastModel;
import psr.math.channels.ForecastTensors;

/**
 * States with readouts: of {@code rff}, {@code n4sid}, their refiners, and learners of other bundles with the same form,
 * whose models store themselves.
 */
@Component(service = ModelFormat.class)
public final class ReadoutsFormat implements ModelFormat<ForecastModel> {

    @Override
    public String kind() {
        return ForecastTensors.READOUTS;
    }

    @Override
    public Class<ForecastModel> type() {
        return ForecastModel.class;
    }

    @Override
    public StoredModel store(ForecastModel model, ModelFormats formats) {
        return model.stored();
    }

    @Override
    public ForecastModel restore(StoredModel stored, ModelFormats formats) {
        return ForecastTensors.restore(stored);
    }
}
