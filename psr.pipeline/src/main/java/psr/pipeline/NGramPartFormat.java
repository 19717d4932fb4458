package psr.pipeline;

import org.osgi.service.component.annotations.Component;

import psr.api.data.Alphabet;
import psr.api.store.ModelFormat;
import psr.api.store.ModelFormats;
import psr.api.store.StoredModel;
import psr.math.ngram.ContextTree;
import psr.math.ngram.ContextTreeTensors;

/**
 * The n-grams of this module; the arrays are those of {@link ContextTreeTensors}. It is a separate kind because every
 * bundle has its own copy of psr.math, so the {@code ngram} format of another module does not accept these models.
 */
@Component(service = ModelFormat.class)
public final class NGramPartFormat implements ModelFormat<ContextTree> {

    @Override
    public String kind() {
        return "ngram-part";
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
