package psr.bench;

import java.util.Map;
import java.util.concurrent.TimeUnit;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

import psr.api.data.Symbols;
import psr.api.learn.SeededRun;
import psr.api.linear.Hmm;
import psr.api.linear.LinearPsr;
import psr.api.model.Model;
import psr.api.settings.Schema;
import psr.gradients.ContrastiveDivergence;

/** Time steps of contrastive divergence, one sweep each. Every step multiplies all operators, so sizes stay small. */
@State(Scope.Benchmark)
@Fork(1)
@Warmup(iterations = 3, time = 700, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 25, time = 60, timeUnit = TimeUnit.MILLISECONDS)
public class Sweeps {

    private static final int SEQUENCES = 1000;
    private static final int PASSES = 5;
    private static final int STEPS = 10 * SEQUENCES * PASSES;

    /** d; the alphabet has 20 symbols. */
    @Param({"20", "50"})
    public int d;

    private Symbols data;
    private LinearPsr start;
    private ContrastiveDivergence.Settings settings;

    /** Makes the data. */
    @Setup
    public void prepare() {
        Hmm hmm = Samples.hmm(d, 20);
        data = Samples.draw(hmm, SEQUENCES, 10);
        start = Samples.psr(hmm, data);
        settings = Schema.of(ContrastiveDivergence.Settings.class).parse(
                Map.of("passes", Integer.toString(PASSES), "batch", "20", "rate", "1e-6"), "cd");
    }

    /** Contrastive divergence with one sweep. */
    @Benchmark
    @OperationsPerInvocation(STEPS)
    public Model cd() {
        return new ContrastiveDivergence().refine(start, data, settings, new SeededRun(1));
    }
}
