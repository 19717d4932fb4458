package psr.pipeline;

import org.osgi.service.component.annotations.Component;

import psr.api.store.ModelFormat;
import psr.api.store.ModelFormats;
import psr.api.store.StoredModel;
import psr.math.ngram.ContextTree;
import psr.math.ngram.ContextTreeTensors;

/**
 * The n-grams of this room; the arrays are those of {@link ContextTreeTensors}. A kind of its own: bundles have their own
 * copies of psr.math, so {@code ngram} of another room does not know these models.
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
        return StoredModel.builder(kind(), model.alphabet()).tensors(ContextTreeTensors.of(model)).build();
    }

    @Override
    public ContextTree restore(StoredModel stored, ModelFormats formats) {
        return ContextTreeTensors.tree(stored.alphabet(), stored::tensor);
    }
}
