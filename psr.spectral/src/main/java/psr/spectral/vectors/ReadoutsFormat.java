package psr.spectral.vectors;

import org.osgi.service.component.annotations.Component;

import psr.api.store.ModelFormat;
import psr.api.store.ModelFormats;
import psr.api.store.StoredModel;
import psr.math.channels.ForecastModel;
import psr.math.channels.ForecastTensors;

/**
 * Stores models that consist of a state and readouts: those of {@code rff}, {@code n4sid} and their refiners, and those of
 * other bundles that store themselves in the same form.
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
