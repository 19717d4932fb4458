package psr.math.moments;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import psr.api.contract.Contracts;
import psr.api.data.Symbols;
import psr.api.learn.SeededRun;
import psr.api.linear.Features;
import psr.math.linear.Matrices;

class StringMomentTest {

    private static final double EXACT = 1e-12;

    private static final int K = 3;

    private Symbols data;
    private Features features;
    private Moments moments;
    private int d;
    private int histories;

    @BeforeEach
    void count() {
        data = Contracts.sample(40, 9);
        // Some of the strings have no feature.
        features = Features.seenIn(Contracts.sample(3, 9), 3);
        moments = Moments.count(data, features, History.SHORT, new SeededRun(1));
        d = features.count();
        histories = moments.histories();
    }

    /** The joint moment by definition, string by string. */
    private double[] plain() {
        double[] plain = new double[d * histories];
        int[] window = new int[3];
        int[] past = new int[3];
        int begin = data.alphabet().size();
        Map<List<Integer>, Integer> numbers = new HashMap<>();
        for (int i = 0; i < data.count(); i++) {
            int[] x = data.copy(i);
            for (int t = 0; t + 4 <= x.length; t++) {
                List<Integer> string = new ArrayList<>();
                for (int l = 0; l < 3; l++) {
                    string.add(t - 1 - l >= 0 ? x[t - 1 - l] : begin);
                    past[l] = numbers.computeIfAbsent(List.copyOf(string), s -> numbers.size());
                }
                features.window(x, x.length, t, window);
                for (int f : window) {
                    for (int h : past) {
                        if (f != Features.UNSEEN) {
                            plain[f * histories + h] += 1 / moments.windows();
                        }
                    }
                }
            }
        }
        return plain;
    }

    @Test
    void theLongestStringsStandForAllOthers() {
        assertArrayEquals(plain(), moments.joint().toDense(), EXACT);
        assertEquals(d, moments.joint().rows());
        assertEquals(histories, moments.joint().cols());
    }

    @Test
    void productsAreThoseOfTheWholeMatrix() {
        SplittableRandom random = new SplittableRandom(1);
        double[] u = random.doubles((long) d * K).toArray();
        double[] x = random.doubles((long) histories * K).toArray();
        double[][] uRows = Matrices.rows(u, d, K);
        double[][] xRows = Matrices.rows(x, histories, K);
        double[] dense = moments.joint().toDense();
        assertArrayEquals(Matrices.multiply(dense, d, histories, x, K), Matrices.flat(moments.joint().multiply(xRows, K), K),
                EXACT);
        assertArrayEquals(Matrices.multiplyTransposed(dense, d, histories, u, K),
                Matrices.flat(moments.joint().multiplyTransposed(uRows, K), K), EXACT);
        int[] checked = {0};
        double[][] products = moments.between(uRows, xRows, K, () -> checked[0]++);
        assertEquals(products.length, checked[0]);
        for (int o = 0; o < products.length; o++) {
            double[] right = Matrices.multiply(moments.joint(o).toDense(), d, histories, x, K);
            assertArrayEquals(Matrices.multiplyTransposed(u, d, K, right, K), products[o], EXACT, "symbol " + o);
        }
        assertArrayEquals(u, Matrices.flat(uRows, K), "arguments are not modified");
        assertArrayEquals(x, Matrices.flat(xRows, K), "arguments are not modified");
    }
}
