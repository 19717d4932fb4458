package psr.gradients;

import java.lang.management.ManagementFactory;
import java.util.OptionalInt;
import java.util.function.LongSupplier;

import psr.api.data.TrainingData;
import psr.api.learn.SeededRun;
import psr.api.model.LinearPsr;
import psr.math.batches.Pieces;

/**
 * How long a time step takes, for README.md. Not a test: run its main. Counts steps as the C++ reference does: those
 * with a complete window after them.
 */
final class Speed {

    private Speed() {}

    /** Prints nanoseconds per step, the best of some passes over the ring's 5000 sequences, CPU time of one thread. */
    public static void main(String[] arguments) {
        TrainingData data = GoldenGradients.sequences("ring-41/ring.train");
        LinearPsr start = GoldenGradients.spectral(data, 20);
        Psr psr = new Psr(start, true);
        Rollout rollout = new Rollout(psr, 10);
        report("filter d=20", () -> {
            for (int i = 0; i < data.sequences().count(); i++) {
                rollout.run(data.sequences().copy(i), 0, 10, psr.initial);
            }
            return data.sequences().total();
        });
        for (int horizon : new int[] {1, 5}) {
            InferenceGradients.Settings settings = new InferenceGradients.Settings(horizon, 1e-6, 20,
                    OptionalInt.of(20), 100, false, InferenceGradients.Unit.MINIBATCH, InferenceGradients.Norm.L1);
            report("ig horizon=" + horizon + " d=20", () -> {
                new InferenceGradients().refine(start, data, settings, new SeededRun(1));
                return 20L * 8 * data.sequences().count();
            });
        }
        Pieces pieces = new Pieces(data.sequences(), 100, 20);
        Backpropagation bptt = new Backpropagation(psr, Loss.LOG, pieces, null);
        report("bptt d=20 |O|=20", () -> {
            bptt.begin();
            for (int p = 0; p < pieces.count(); p++) {
                bptt.forward(p);
                bptt.backward(p);
            }
            return data.sequences().total();
        });
        ContrastiveDivergence.Settings once = new ContrastiveDivergence.Settings(1, 1e-6, 1, OptionalInt.of(20), 100,
                false);
        report("cd d=20 |O|=20", () -> {
            new ContrastiveDivergence().refine(start, data, once, new SeededRun(1));
            return data.sequences().total();
        });
    }

    private static void report(String name, LongSupplier pass) {
        double best = Double.POSITIVE_INFINITY;
        for (int repeat = 0; repeat < 15; repeat++) {
            long begin = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
            long steps = pass.getAsLong();
            long end = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
            best = Math.min(best, (double) (end - begin) / steps);
        }
        System.out.printf("%-28s %8.1f ns/step%n", name, best);
    }
}
