package psr.bench;

import java.util.Map;
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
import psr.api.learn.SeededRun;
import psr.api.linear.LinearPsr;
import psr.api.model.Model;
import psr.gradients.InferenceGradients;
import psr.spectral.TwoStageRegression;

/** Inference gradients on as many sequences as limit.cpp has, in as many passes as the paper, so that the passes dominate. */
@State(Scope.Benchmark)
@Fork(1)
@Warmup(iterations = 3, time = 700, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 25, time = 60, timeUnit = TimeUnit.MILLISECONDS)
public class RingRefiners {

    private static final int SEQUENCES = 5000;
    private static final int PASSES = 10;
    /** Steps with a complete window after them, which is how limit.cpp counts. */
    private static final int WINDOWS = 8 * SEQUENCES * PASSES;

    private Symbols data;
    private LinearPsr start;

    /** Makes the data and learns the models to refine from them, as users do. */
    @Setup
    public void prepare() {
        data = Samples.draw(Samples.hmm(20, 20), SEQUENCES, 10);
        start = (LinearPsr) new TwoStageRegression().learn(data, Map.of("rank", "20"), new SeededRun(1));
    }

    private Model refine(String horizon, String shuffle) {
        return new InferenceGradients().refine(start, data, Map.of("passes", Integer.toString(PASSES), "batch", "20", "rate",
                "1e-6", "horizon", horizon, "shuffle", shuffle), new SeededRun(1));
    }

    /** Horizon 1, sequences in the order of the data: the work of limit.cpp. */
    @Benchmark
    @OperationsPerInvocation(WINDOWS)
    public Model ig1() {
        return refine("1", "off");
    }

    /** Horizon 1, shuffled before each pass: the default. */
    @Benchmark
    @OperationsPerInvocation(WINDOWS)
    public Model ig1Shuffled() {
        return refine("1", "on");
    }

    /** Horizon 5, sequences in the order of the data. */
    @Benchmark
    @OperationsPerInvocation(WINDOWS)
    public Model ig5() {
        return refine("5", "off");
    }

    /** Horizon 5, shuffled before each pass. */
    @Benchmark
    @OperationsPerInvocation(WINDOWS)
    public Model ig5Shuffled() {
        return refine("5", "on");
    }
}
