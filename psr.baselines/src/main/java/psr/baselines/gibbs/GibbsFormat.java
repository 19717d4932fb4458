package psr.baselines.gibbs;

import org.osgi.service.component.annotations.Component;

import psr.api.data.Alphabet;
import psr.api.store.ModelFormat;
import psr.api.store.ModelFormats;
import psr.api.store.StoredModel;
import psr.math.gibbs.AutomatonEnsemble;
import psr.math.gibbs.AutomatonEnsembleTensors;

/** Means of automata; the arrays are those of {@link AutomatonEnsembleTensors}. */
@Component(service = ModelFormat.class)
public final class GibbsFormat implements ModelFormat<AutomatonEnsemble> {

    @Override
    public String kind() {
        return "automata";
    }

    @Override
    public Class<AutomatonEnsemble> type() {
        return AutomatonEnsemble.class;
    }

    @Override
    public StoredModel store(AutomatonEnsemble model, ModelFormats formats) {
        return StoredModel.builder(kind(), model.space()).tensors(AutomatonEnsembleTensors.of(model)).build();
    }

    @Override
    public AutomatonEnsemble restore(StoredModel stored, ModelFormats formats) {
        return AutomatonEnsembleTensors.ensemble(stored.space().as(Alphabet.class), stored::tensor);
    }
}
