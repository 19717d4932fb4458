package psr.pipeline;

import psr.api.data.Alphabet;

import org.osgi.service.component.annotations.Component;

import psr.api.store.ModelFormat;
import psr.api.store.ModelFormats;
import psr.api.store.StoredModel;
import psr.math.gibbs.AutomatonEnsemble;
import psr.math.gibbs.AutomatonEnsembleTensors;

/**
 * The automata of this module; the arrays are those of {@link AutomatonEnsembleTensors}. It is a separate kind because every
 * bundle has its own copy of psr.math, so the {@code automata} format of another module does not accept these models.
 */
@Component(service = ModelFormat.class)
public final class AutomataPartFormat implements ModelFormat<AutomatonEnsemble> {

    @Override
    public String kind() {
        return "automata-part";
    }

    @Override
    public Class<AutomatonEnsemble> type() {
        return AutomatonEnsemble.class;
    }

    @Override
    public StoredModel store(AutomatonEnsemble model, ModelFormats formats) {
        return StoredModel.builder(kind(), model.space().as(Alphabet.class)).tensors(AutomatonEnsembleTensors.of(model)).build();
    }

    @Override
    public AutomatonEnsemble restore(StoredModel stored, ModelFormats formats) {
        return AutomatonEnsembleTensors.ensemble(stored.space().as(Alphabet.class), stored::tensor);
    }
}
