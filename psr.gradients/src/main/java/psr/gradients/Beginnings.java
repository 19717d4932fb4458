package psr.gradients;

import psr.math.Kernels;

/**
 * The first windows of all sequences of a minibatch, with horizon 1. Those of one symbol have the same states and differ in their
 * targets only, in which the gradient is linear: m of them are one window, with ∂L/∂B_o = a q_1ᵀ,
 * a = (g − b∞ (qᵀg)) / s and g = m q − Σ U⁺ψ; see {@link Windows}. Used by one thread.
 */
final class Beginnings {

    private final Psr psr;
    private final Rollout rollout;
    /** For each symbol: how many sequences begin with it, and the sum of their targets. */
    private final int[] count;
    private final double[][] targets;
    /** The symbols that sequences begin with; the first {@link #different}. */
    private final int[] symbols;
    private int different;

    Beginnings(Psr psr, Rollout rollout) {
        this.psr = psr;
        this.rollout = rollout;
        count = new int[psr.n];
        targets = new double[psr.n][psr.d];
        symbols = new int[psr.n];
    }

    /** One more sequence begins with a symbol. */
    void add(int o, double[] target) {
        if (count[o]++ == 0) {
            symbols[different++] = o;
            System.arraycopy(target, 0, targets[o], 0, psr.d);
        } else {
            Kernels.add(1, target, psr.d, targets[o]);
        }
    }

    /** Ends a minibatch: hands its gradient on. */
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
