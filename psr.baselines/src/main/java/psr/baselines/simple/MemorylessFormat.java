package psr.baselines.simple;

import java.util.Map;

import org.osgi.service.component.annotations.Component;

import psr.api.store.ModelFormat;
import psr.api.store.StoredModel;
import psr.api.store.Tensor;

/** Models without memory ({@code uniform}, {@code unigram}): {@code distribution} (|O|). */
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
    public StoredModel store(Memoryless model) {
        return new StoredModel(kind(), model.alphabet(), Map.of(),
                Map.of("distribution", Tensor.vector(model.distribution())));
    }

    @Override
    public Memoryless restore(StoredModel stored) {
        return new Memoryless(stored.alphabet(), stored.tensor("distribution").values());
    }
}
