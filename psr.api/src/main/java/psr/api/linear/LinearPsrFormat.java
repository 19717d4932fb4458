package psr.api.linear;

import psr.api.data.Alphabet;
import psr.api.store.ModelFormat;
import psr.api.store.ModelFormats;
import psr.api.store.StoredModel;
import psr.api.store.Tensor;

/**
 * Linear PSRs: {@code initial} (d), {@code normaliser} (d), {@code operators} (|O|×d×d), {@code map} (D×d), {@code features}
 * (D×longest, shorter strings padded with −1), {@code guard-levels} (none if the guard is off, else one for all or one
 * per symbol), {@code mean-state} (d).
 */
public final class LinearPsrFormat implements ModelFormat<LinearPsr> {

    @Override
    public String kind() {
        return "linear-psr";
    }

    @Override
    public Class<LinearPsr> type() {
        return LinearPsr.class;
    }

    @Override
    public StoredModel store(LinearPsr psr, ModelFormats formats) {
        int d = psr.dimension();
        int n = psr.alphabet().size();
        LinearPsr.Parameters parameters = psr.parameters();
        double[] operators = new double[size(n, d)];
        for (int o = 0; o < n; o++) {
            System.arraycopy(parameters.operators()[o], 0, operators, o * d * d, d * d);
        }
        return StoredModel.builder(kind(), psr.alphabet())
                .tensor("initial", Tensor.vector(parameters.initial()))
                .tensor("normaliser", Tensor.vector(parameters.normaliser()))
                .tensor("operators", Tensor.of(operators, n, d, d))
                .tensor("map", Tensor.of(psr.map(), psr.features().count(), d))
                .tensor("features", FeatureStrings.store(psr.features()))
                .tensor("guard-levels", Tensor.vector(psr.guard().levels()))
                .tensor("mean-state", Tensor.vector(psr.guard().meanState()))
                .build();
    }

    @Override
    public LinearPsr restore(StoredModel stored, ModelFormats formats) {
        double[] initial = stored.tensor("initial").values();
        int d = initial.length;
        int n = stored.space().size();
        double[] all = stored.tensor("operators").values();
        if (all.length != size(n, d)) {
            throw new IllegalArgumentException("the operators must be " + n + "×" + d + "×" + d + "; found "
                    + stored.tensor("operators"));
        }
        double[][] operators = new double[n][d * d];
        for (int o = 0; o < n; o++) {
            System.arraycopy(all, o * d * d, operators[o], 0, d * d);
        }
        double[] levels = stored.tensor("guard-levels").values();
        double[] mean = stored.tensor("mean-state").values();
        Guard guard = levels.length == 0 ? Guard.off(mean) : Guard.below(levels, mean);
        return new LinearPsr(FeatureStrings.restore(stored.space().as(Alphabet.class), stored.tensor("features")),
                stored.tensor("map").values(),
                new LinearPsr.Parameters(initial, operators, stored.tensor("normaliser").values()), guard);
    }

    /** |O|·d². */
    private static int size(int n, int d) {
        long size = (long) n * d * d;
        if (size > Integer.MAX_VALUE) {
            throw new IllegalArgumentException("the operators of a stored model must have at most "
                    + Integer.MAX_VALUE + " numbers; " + n + " symbols and " + d + " dimensions make " + size);
        }
        return (int) size;
    }
}
