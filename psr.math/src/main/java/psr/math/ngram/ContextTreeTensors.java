package psr.math.ngram;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;

import psr.api.data.Alphabet;
import psr.api.store.Tensor;

/**
 * n-gram models as arrays. {@code contexts} has a row for each context but the empty one: its parent and its oldest
 * symbol (|O| is the start of a sequence). {@code weights} has a number for each context. {@code followers} has a row for
 * each context and symbol that followed it, and {@code shares} a number.
 */
public final class ContextTreeTensors {

    private static final int COLUMNS = 2;

    private ContextTreeTensors() {}

    /** The arrays of a model, by name. */
    public static Map<String, Tensor> of(ContextTree tree) {
        Map<String, Tensor> tensors = new LinkedHashMap<>();
        tensors.put("contexts", table(tree.contextTable(), 1));
        tensors.put("weights", Tensor.vector(tree.weights()));
        tensors.put("followers", table(tree.followerTable(), 0));
        tensors.put("shares", Tensor.vector(tree.shares()));
        return tensors;
    }

    private static Tensor table(int[][] rows, int from) {
        double[] values = new double[COLUMNS * (rows.length - from)];
        for (int i = 0; i < values.length; i++) {
            values[i] = rows[from + i / COLUMNS][i % COLUMNS];
        }
        return Tensor.of(values, rows.length - from, COLUMNS);
    }

    /**
     * Restores the model.
     *
     * @param tensors returns an array by name, or throws
     * @throws IllegalArgumentException if the arrays do not make a model
     */
    public static ContextTree tree(Alphabet alphabet, Function<String, Tensor> tensors) {
        return new ContextTree(alphabet, rows(tensors.apply("contexts"), "contexts", 1),
                tensors.apply("weights").values(), rows(tensors.apply("followers"), "followers", 0),
                tensors.apply("shares").values());
    }

    private static int[][] rows(Tensor tensor, String name, int from) {
        int[] shape = tensor.shape();
        if (shape.length != 2 || shape[1] != COLUMNS) {
            throw new IllegalArgumentException(name + " must have " + COLUMNS + " columns; found " + tensor);
        }
        int[] values = tensor.integers();
        int[][] rows = new int[from + shape[0]][COLUMNS];
        for (int i = 0; i < values.length; i++) {
            rows[from + i / COLUMNS][i % COLUMNS] = values[i];
        }
        return rows;
    }
}
