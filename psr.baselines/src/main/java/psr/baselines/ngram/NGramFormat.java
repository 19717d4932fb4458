package psr.baselines.ngram;

import java.util.Map;

import org.osgi.service.component.annotations.Component;

import psr.api.store.ModelFormat;
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
    public StoredModel store(ContextTree model) {
        return new StoredModel(kind(), model.alphabet(), Map.of(), ContextTreeTensors.of(model));
    }

    @Override
    public ContextTree restore(StoredModel stored) {
        return ContextTreeTensors.tree(stored.alphabet(), stored::tensor);
    }
}
