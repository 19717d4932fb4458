package psr.baselines;


import org.osgi.service.component.annotations.Component;

import psr.api.store.ModelFormat;
import psr.api.store.ModelFormats;
import psr.api.store.StoredModel;
import psr.api.store.Tensor;

/** Models without memory ({@code uniform}, {@code unigram}): {@code distribution} (|O|). */
@Component(service = ModelFormat.class)
public final class MemorylessFormat implements ModelFormat<Memoryless> {

    /** How far the sum may be from one: rounding of a sum of many terms. */
    private static final double SUM_TOLERANCE = 1e-9;

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
        return StoredModel.builder(kind(), model.alphabet())
                .tensor("distribution", Tensor.vector(model.distribution())).build();
    }

    @Override
    public Memoryless restore(StoredModel stored, ModelFormats formats) {
        double[] distribution = stored.tensor("distribution").values();
        if (distribution.length != stored.alphabet().size()) {
            throw new IllegalArgumentException("the distribution must have one probability for each of the "
                    + stored.alphabet().size() + " symbols; found " + distribution.length);
        }
        double sum = 0;
        for (double probability : distribution) {
            if (!(probability >= 0)) {
                throw new IllegalArgumentException("a probability must not be negative; found " + probability);
            }
            sum += probability;
        }
        if (!(Math.abs(sum - 1) <= SUM_TOLERANCE)) {
            throw new IllegalArgumentException("the distribution must sum to 1; found " + sum);
        }
        return new Memoryless(stored.alphabet(), distribution);
    }
}
