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
import psr.api.learn.Refiner;
import psr.api.learn.SeededRun;
import psr.api.linear.Hmm;
import psr.api.linear.LinearPsr;
import psr.api.model.Model;
import psr.api.settings.Schema;
import psr.gradients.BackpropagationThroughTime;
import psr.gradients.InferenceGradients;

/** Time steps of the gradient refiners, including the work before and after a pass. */
@State(Scope.Benchmark)
@Fork(1)
@Warmup(iterations = 3, time = 700, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 25, time = 60, timeUnit = TimeUnit.MILLISECONDS)
public class Refiners {

    private static final int SEQUENCES = 1000;
    private static final int PASSES = 5;
    /** Steps with a complete window after them. */
    private static final int WINDOWS = 8 * SEQUENCES * PASSES;
    private static final int STEPS = 10 * SEQUENCES * PASSES;

    /** d; the alphabet has 20 symbols. */
    @Param({"20", "50", "100", "200"})
    public int d;

    private Symbols data;
    private LinearPsr start;

    /** Makes the data. */
    @Setup
    public void prepare() {
        Hmm hmm = Samples.hmm(d, 20);
        data = Samples.draw(hmm, SEQUENCES, 10);
        start = Samples.psr(hmm, data);
    }

    private <S extends Record> Model refine(Refiner<S> refiner, Map<String, String> settings) {
        S parsed = Schema.of(refiner.settings()).parse(settings, "bench");
        return refiner.refine(start, data, parsed, new SeededRun(1));
    }

    private static final Map<String, String> BRIEF =
            Map.of("passes", Integer.toString(PASSES), "batch", "20", "rate", "1e-6");

    /** Inference gradients, horizon 1. */
    @Benchmark
    @OperationsPerInvocation(WINDOWS)
    public Model ig1() {
        return refine(new InferenceGradients(), BRIEF);
    }

    /** Inference gradients, horizon 5. */
    @Benchmark
    @OperationsPerInvocation(WINDOWS)
    public Model ig5() {
        return refine(new InferenceGradients(),
                Map.of("passes", Integer.toString(PASSES), "batch", "20", "rate", "1e-6", "horizon", "5"));
    }

    /** Back-propagation through time on the log loss, its validation included. */
    @Benchmark
    @OperationsPerInvocation(STEPS)
    public Model bptt() {
        return refine(new BackpropagationThroughTime(),
                Map.of("epochs", Integer.toString(PASSES), "cuts", Integer.toString(PASSES), "rate", "1e-6"));
    }
}
