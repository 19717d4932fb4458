package psr.bench;

import java.util.SplittableRandom;
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
import psr.math.gibbs.AutomatonChain;

/** Sites (positions of strings) that collapsed Gibbs sampling resamples, on the data of limit.cpp. */
@State(Scope.Benchmark)
@Fork(1)
@Warmup(iterations = 3, time = 700, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 25, time = 60, timeUnit = TimeUnit.MILLISECONDS)
public class Gibbs {

    private static final int STRINGS = 5000;
    private static final int LENGTH = 10;
    private static final int SITES = STRINGS * LENGTH;

    /** As many as gibbs.cpp does before it measures. */
    private static final int BURN_IN = 20;

    /** N; the alphabet has 20 symbols. */
    @Param({"20", "40", "60"})
    public int states;

    private AutomatonChain chain;

    /** Makes a chain that has left its start. */
    @Setup
    public void prepare() {
        Symbols data = Samples.draw(Samples.hmm(20, 20), STRINGS, LENGTH);
        int[][] strings = new int[STRINGS][];
        for (int s = 0; s < STRINGS; s++) {
            strings[s] = data.copy(s);
        }
        chain = new AutomatonChain(states, 20, true, .3, .05, strings, new SplittableRandom(1));
        for (int k = 0; k < BURN_IN; k++) {
            chain.sweepBlocks();
        }
    }

    /** Whole strings. */
    @Benchmark
    @OperationsPerInvocation(SITES)
    public double blocks() {
        chain.sweepBlocks();
        return chain.rejected();
    }

    /** One position at a time. */
    @Benchmark
    @OperationsPerInvocation(SITES)
    public double sites() {
        chain.sweepSites();
        return chain.rejected();
    }
}
