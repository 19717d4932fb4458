package psr.bench;

import java.util.concurrent.TimeUnit;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

import psr.api.data.Symbols;
import psr.api.linear.Hmm;
import psr.api.linear.LinearPsr;

/** All metrics of the ring preset in one pass over test data, d=20 and |O|=20, as in the laboratory. */
@State(Scope.Benchmark)
@Fork(1)
@Warmup(iterations = 3, time = 700, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 25, time = 60, timeUnit = TimeUnit.MILLISECONDS)
public class Metrics {

    private static final int SEQUENCES = 1000;
    private static final int STEPS = 10 * SEQUENCES;

    private LinearPsr psr;
    private PresetMetrics metrics;

    /** Makes the data. */
    @Setup
    public void prepare() {
        Hmm hmm = Samples.hmm(20, 20);
        Symbols data = Samples.draw(hmm, SEQUENCES, 10);
        psr = Samples.psr(hmm, data);
        metrics = new PresetMetrics(data, data);
    }

    /** One pass with new meters. */
    @Benchmark
    @OperationsPerInvocation(STEPS)
    public double walkWithAllMetrics() {
        return metrics.measure(psr);
    }
}
