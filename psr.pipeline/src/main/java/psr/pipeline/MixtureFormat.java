package psr.pipeline;

import java.util.ArrayList;
import java.util.List;

import org.osgi.service.component.annotations.Component;

import psr.api.model.Model;
import psr.api.store.ModelFormat;
import psr.api.store.ModelFormats;
import psr.api.store.StoredModel;
import psr.api.store.Tensor;

/** Mixtures: {@code weights}, and the parts as nested models, {@code 1}, {@code 2}, … */
@Component(service = ModelFormat.class)
public final class MixtureFormat implements ModelFormat<Mixture> {

    @Override
    public String kind() {
        return "mixture";
    }

    @Override
    public Class<Mixture> type() {
        return Mixture.class;
    }

    @Override
    public StoredModel store(Mixture model, ModelFormats formats) {
        StoredModel.Builder stored = StoredModel.builder(kind(), model.space())
                .tensor("weights", Tensor.vector(model.weights()));
        for (int k = 0; k < model.parts().size(); k++) {
            stored.part(Integer.toString(k + 1), formats.store(model.parts().get(k)));
        }
        return stored.build();
    }

    @Override
    public Mixture restore(StoredModel stored, ModelFormats formats) {
        double[] weights = stored.tensor("weights").values();
        List<Model> parts = new ArrayList<>();
        for (int k = 0; k < weights.length; k++) {
            parts.add(formats.restore(stored.part(Integer.toString(k + 1))));
        }
        return new Mixture(parts, weights);
    }
}
