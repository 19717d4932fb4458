package psr.api.store;

import java.util.LinkedHashMap;
import java.util.Map;

import psr.api.model.Hmm;

/** Hidden Markov models: {@code initial} (m), {@code transition} (m×m), {@code emission} (m×|O|). */
public final class HmmFormat implements ModelFormat<Hmm> {

    @Override
    public String kind() {
        return "hmm";
    }

    @Override
    public Class<Hmm> type() {
        return Hmm.class;
    }

    @Override
    public StoredModel store(Hmm hmm) {
        Map<String, Tensor> tensors = new LinkedHashMap<>();
        tensors.put("initial", Tensor.vector(hmm.initial()));
        tensors.put("transition", Tensor.matrix(hmm.transition(), hmm.states()));
        tensors.put("emission", Tensor.matrix(hmm.emission(), hmm.alphabet().size()));
        return new StoredModel(kind(), hmm.alphabet(), Map.of(), tensors);
    }

    @Override
    public Hmm restore(StoredModel stored) {
        return new Hmm(stored.alphabet(), stored.tensor("initial").values(), stored.tensor("transition").rows(),
                stored.tensor("emission").rows());
    }
}
