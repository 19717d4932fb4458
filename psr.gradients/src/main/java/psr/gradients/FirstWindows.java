package psr.gradients;

import psr.math.Kernels;

/**
 * The first windows of all sequences of a minibatch, with horizon 1. Windows of the same symbol have the same states and
 * differ only in their targets, in which the gradient is linear: m of them count as one window, with ∂L/∂B_o = a q_1ᵀ, a
 * = (g − b∞ (qᵀg)) / s and g = m q − Σ U⁺ψ; see {@link Windows}. Not thread-safe.
 */
final class FirstWindows {

    private final Psr psr;
    private final Rollout rollout;
    /** For each symbol: how many sequences begin with it, and the sum of their targets. */
    private final int[] count;
    private final double[][] targets;
    /** The symbols that sequences begin with; the first {@link #different}. */
    private final int[] symbols;
    private int different;

    FirstWindows(Psr psr, Rollout rollout) {
        this.psr = psr;
        this.rollout = rollout;
        count = new int[psr.n];
        targets = new double[psr.n][psr.d];
        symbols = new int[psr.n];
    }

    /** Adds a sequence that begins with a symbol. */
    void add(int o, double[] target) {
        if (count[o]++ == 0) {
            symbols[different++] = o;
            System.arraycopy(target, 0, targets[o], 0, psr.d);
        } else {
            Kernels.add(1, target, psr.d, targets[o]);
        }
    }

    /** Ends a minibatch: adds its gradient. */
    void end(Descent into) {
        for (int k = 0; k < different; k++) {
            int o = symbols[k];
            Windows.error(psr.d, count[o], rollout.second(o), targets[o], psr.normaliser, rollout.secondInverse(o), into.left());
            into.add(o, psr.initial);
            count[o] = 0;
        }
        different = 0;
    }
}
