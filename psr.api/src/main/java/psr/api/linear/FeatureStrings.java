package psr.api.linear;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

import psr.api.data.Alphabet;
import psr.api.store.Tensor;

/** Converts the strings of {@link Features} to numbers, for formats of models that have features. */
public final class FeatureStrings {

    private FeatureStrings() {}

    /** The strings as a matrix: one row each, shorter ones padded with −1. */
    public static Tensor store(Features features) {
        double[][] rows = new double[features.count()][features.longest()];
        for (int f = 0; f < rows.length; f++) {
            int[] string = features.string(f);
            for (int k = 0; k < rows[f].length; k++) {
                rows[f][k] = k < string.length ? string[k] : -1;
            }
        }
        return Tensor.matrix(rows, features.longest());
    }

    /**
     * Restores the features.
     *
     * @throws IllegalArgumentException if the numbers are not strings over the alphabet
     */
    public static Features restore(Alphabet alphabet, Tensor strings) {
        int[] symbols = strings.integers();
        int longest = strings.rows().length == 0 ? 1 : strings.shape()[1];
        List<int[]> list = new ArrayList<>();
        for (int from = 0; from < symbols.length; from += longest) {
            int length = 0;
            while (length < longest && symbols[from + length] >= 0) {
                length++;
            }
            list.add(Arrays.copyOfRange(symbols, from, from + length));
        }
        return Features.ofStrings(alphabet, list);
    }
}
