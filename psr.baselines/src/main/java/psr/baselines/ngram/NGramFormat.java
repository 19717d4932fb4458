package psr.baselines.ngram;

import org.osgi.service.component.annotations.Component;

import psr.api.data.Alphabet;
import psr.api.store.ModelFormat;
import psr.api.store.ModelFormats;
import psr.api.store.StoredModel;
import psr.math.ngram.ContextTree;
import psr.math.ngram.ContextTreeTensors;

/** n-gram models of every smoothing; the arrays are those of {@link ContextTreeTensors}. */
@Component(service = ModelFormat.class)
public final class NGramFormat implements ModelFormat<ContextTree> {

    @Override
    public String kind() {
        return "ngram";
    }

    @Override
    public Class<ContextTree> type() {
        return ContextTree.class;
    }

    @Override
    public StoredModel store(ContextTree model, ModelFormats formats) {
        return StoredModel.builder(kind(), model.space()).tensors(ContextTreeTensors.of(model)).build();
    }

    @Override
    public ContextTree restore(StoredModel stored, ModelFormats formats) {
        return ContextTreeTensors.tree(stored.space().as(Alphabet.class), stored::tensor);
    }
}
