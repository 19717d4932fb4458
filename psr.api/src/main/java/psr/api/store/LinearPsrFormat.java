package psr.api.store;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import psr.api.data.Alphabet;
import psr.api.model.Features;
import psr.api.model.Guard;
import psr.api.model.LinearPsr;

/**
 * Linear PSRs: {@code initial} (d), {@code normaliser} (d), {@code operators} (|O|×d×d), {@code map} (D×d), {@code features}
 * (D×longest, −1 behind the end of a shorter string), {@code guard-levels} (none if the guard is off, else one for all or
 * one per symbol), {@code mean-state} (d).
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
    public StoredModel store(LinearPsr psr) {
        int d = psr.dimension();
        int n = psr.alphabet().size();
        LinearPsr.Parameters parameters = psr.parameters();
        double[] operators = new double[size(n, d)];
        for (int o = 0; o < n; o++) {
            System.arraycopy(parameters.operators()[o], 0, operators, o * d * d, d * d);
        }
        Map<String, Tensor> tensors = new LinkedHashMap<>();
        tensors.put("initial", Tensor.vector(parameters.initial()));
        tensors.put("normaliser", Tensor.vector(parameters.normaliser()));
        tensors.put("operators", Tensor.of(operators, n, d, d));
        tensors.put("map", Tensor.of(psr.map(), psr.features().count(), d));
        tensors.put("features", strings(psr.features()));
        tensors.put("guard-levels", Tensor.vector(psr.guard().levels()));
        tensors.put("mean-state", Tensor.vector(psr.guard().meanState()));
        return new StoredModel(kind(), psr.alphabet(), Map.of(), tensors);
    }

    @Override
    public LinearPsr restore(StoredModel stored) {
        double[] initial = stored.tensor("initial").values();
        int d = initial.length;
        int n = stored.alphabet().size();
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
        return new LinearPsr(features(stored.alphabet(), stored.tensor("features")), stored.tensor("map").values(),
                new LinearPsr.Parameters(initial, operators, stored.tensor("normaliser").values()), guard);
    }

    /** |O|·d². */
    private static int size(int n, int d) {
        long size = (long) n * d * d;
        if (size > Integer.MAX_VALUE) {
            throw new IllegalArgumentException("the operators of a model that is stored must have at most "
                    + Integer.MAX_VALUE + " numbers; " + n + " symbols and " + d + " dimensions make " + size);
        }
        return (int) size;
    }

    /** The strings of features as a matrix: one row each, −1 behind the end of a shorter one. */
    public static Tensor strings(Features features) {
        double[][] rows = new double[features.count()][features.longest()];
        for (int f = 0; f < rows.length; f++) {
            int[] string = features.string(f);
            for (int k = 0; k < rows[f].length; k++) {
                rows[f][k] = k < string.length ? string[k] : -1;
            }
        }
        return Tensor.matrix(rows, features.longest());
    }

    /** The features of {@link #strings}. */
    public static Features features(Alphabet alphabet, Tensor strings) {
        int[] symbols = strings.integers();
        int longest = strings.rows().length == 0 ? 1 : strings.shape()[1];
        List<int[]> list = new ArrayList<>();
        for (int from = 0; from < symbols.length; from += longest) {
            int length = 0;
            while (length < longest && symbols[from + length] >= 0) {
                length++;
            }
            list.add(java.util.Arrays.copyOfRange(symbols, from, from + length));
        }
        return Features.ofStrings(alphabet, list);
    }
}
