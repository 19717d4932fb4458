package psr.baselines.vectors;

import org.osgi.service.component.annotations.Component;

import psr.api.store.ModelFormat;
import psr.api.store.ModelFormats;
import psr.api.store.StoredModel;
import psr.math.channels.ForecastModel;
import psr.math.channels.ForecastTensors;

/** Stores models that forecast the mean row. */
@Component(service = ModelFormat.class)
public final class MeanRowFormat implements ModelFormat<ForecastModel> {

    @Override
    public String kind() {
        return ForecastTensors.MEAN;
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
