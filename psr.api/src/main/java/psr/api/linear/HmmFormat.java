package psr.api.linear;

import psr.api.data.Alphabet;
import psr.api.store.ModelFormat;
import psr.api.store.ModelFormats;
import psr.api.store.StoredModel;
import psr.api.store.Tensor;

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
    public StoredModel store(Hmm hmm, ModelFormats formats) {
        return StoredModel.builder(kind(), hmm.alphabet())
                .tensor("initial", Tensor.vector(hmm.initial()))
                .tensor("transition", Tensor.matrix(hmm.transition(), hmm.states()))
                .tensor("emission", Tensor.matrix(hmm.emission(), hmm.alphabet().size()))
                .build();
    }

    @Override
    public Hmm restore(StoredModel stored, ModelFormats formats) {
        return new Hmm(stored.space().as(Alphabet.class), stored.tensor("initial").values(), stored.tensor("transition").rows(),
                stored.tensor("emission").rows());
    }
}
