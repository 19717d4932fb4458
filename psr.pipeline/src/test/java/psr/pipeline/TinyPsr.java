package psr.pipeline;

import java.util.Arrays;
import java.util.random.RandomGenerator;

/** Small operators for tests. */
final class TinyPsr {

    private TinyPsr() {}

    /** Random numbers between 0.1 and 1, one of each operator negative; the guard never acts. */
    static Operators random(int d, int n, int end, RandomGenerator random) {
        double[] never = new double[n];
        Arrays.fill(never, -Double.MAX_VALUE);
        Operators psr = new Operators(d, n, end, never);
        for (int i = 0; i < d; i++) {
            psr.initial[i] = random.nextDouble(.1, 1);
            psr.mean[i] = random.nextDouble(.1, 1);
            psr.normaliser[i] = random.nextDouble(.1, 1);
            psr.ending[i] = end < 0 ? 0 : random.nextDouble(.1, 1);
        }
        Operators.unit(psr.initial);
        Operators.unit(psr.mean);
        for (int o = 0; o < n; o++) {
            if (o != end) {
                psr.a[o] = new double[d][d];
                for (int i = 0; i < d; i++) {
                    for (int j = 0; j < d; j++) {
                        psr.a[o][i][j] = random.nextDouble(.1, 1);
                    }
                }
                psr.a[o][0][d - 1] = -.2;
            }
        }
        return psr;
    }
}
