package psr.pipeline;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Adam (Kingma, Ba 2015) on blocks of parameters, each with its own scale, with decay toward their initial values. */
final class BlockAdam {

    private static final double FIRST = .9;
    private static final double SECOND = .99;
    private static final double EPSILON = 1e-8;

    private record ParameterBlock(double[][] numbers, double[][] start, double scale, double[][] first, double[][] second) {}

    private final List<ParameterBlock> blocks = new ArrayList<>();
    private int steps;

    /** Adds a block: parameters to optimize in place, their initial values, and the unit of a step. */
    void add(double[][] numbers, double[][] start, double scale) {
        int length = numbers.length == 0 ? 0 : numbers[0].length;
        double[][] copy = new double[start.length][];
        Arrays.setAll(copy, i -> start[i].clone());
        blocks.add(new ParameterBlock(numbers, copy, scale, new double[numbers.length][length],
                new double[numbers.length][length]));
    }

    int size() {
        return blocks.size();
    }

    /** Resets the moments of the gradients. */
    void reset() {
        steps = 0;
        for (ParameterBlock block : blocks) {
            for (double[] row : block.first) {
                Arrays.fill(row, 0);
            }
            for (double[] row : block.second) {
                Arrays.fill(row, 0);
            }
        }
    }

    /** Takes a step against {@code factor} times the gradient, which has a matrix for each block. */
    void step(double[][][] gradient, double factor, double rate, double decay) {
        steps++;
        double spread = 1 / (1 - Math.pow(SECOND, steps));
        for (int k = 0; k < blocks.size(); k++) {
            ParameterBlock block = blocks.get(k);
            double unbiased = rate * block.scale / (1 - Math.pow(FIRST, steps));
            for (int i = 0; i < block.numbers.length; i++) {
                step(block.numbers[i].length, gradient[k][i], factor, unbiased, spread, rate * decay, block.start[i],
                        block.first[i], block.second[i], block.numbers[i]);
            }
        }
    }

    private static void step(int n, double[] g, double factor, double rate, double spread, double pull, double[] start,
            double[] m, double[] v, double[] x) {
        for (int i = 0; i < n; i++) {
            double gi = factor * g[i];
            m[i] = FIRST * m[i] + (1 - FIRST) * gi;
            v[i] = SECOND * v[i] + (1 - SECOND) * gi * gi;
            x[i] -= rate * m[i] / (Math.sqrt(v[i] * spread) + EPSILON) + pull * (x[i] - start[i]);
        }
    }
}
