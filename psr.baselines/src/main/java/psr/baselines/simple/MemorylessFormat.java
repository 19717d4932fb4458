package psr.baselines.simple;

import org.osgi.service.component.annotations.Component;

import psr.api.data.Alphabet;
import psr.api.store.ModelFormat;
import psr.api.store.ModelFormats;
import psr.api.store.StoredModel;
import psr.api.store.Tensor;

/** Memoryless models ({@code uniform}, {@code unigram}): {@code distribution} (|O|). */
@Component(service = ModelFormat.class)
public final class MemorylessFormat implements ModelFormat<Memoryless> {

    @Override
    public String kind() {
        return "memoryless";
    }

    @Override
    public Class<Memoryless> type() {
        return Memoryless.class;
    }

    @Override
    public StoredModel store(Memoryless model, ModelFormats formats) {
        return StoredModel.builder(kind(), model.space())
                .tensor("distribution", Tensor.vector(model.distribution())).build();
    }

    @Override
    public Memoryless restore(StoredModel stored, ModelFormats formats) {
        return new Memoryless(stored.space().as(Alphabet.class), stored.tensor("distribution").values());
    }
}
