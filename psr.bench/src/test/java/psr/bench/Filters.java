package psr.bench;

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
import psr.api.linear.Hmm;
import psr.api.linear.LinearPsr;
import psr.api.model.SymbolFilter;

/** Steps of the public filters, in sequences of ten as on the ring. */
@State(Scope.Benchmark)
@Fork(1)
@Warmup(iterations = 3, time = 700, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 25, time = 60, timeUnit = TimeUnit.MILLISECONDS)
public class Filters {

    private static final int STEPS = 10_000;

    /** State and alphabet. */
    @Param({"20x20", "50x20", "100x20", "200x20", "20x50", "20x200", "50x200", "200x200"})
    public String size;

    private int[][] sequences;
    private SymbolFilter psr;
    private SymbolFilter hmm;
    private double[] scores;

    /** Makes the models. */
    @Setup
    public void prepare() {
        int d = Integer.parseInt(size.substring(0, size.indexOf('x')));
        int n = Integer.parseInt(size.substring(size.indexOf('x') + 1));
        Hmm model = Samples.hmm(d, n);
        Symbols data = Samples.draw(model, STEPS / 10, 10);
        LinearPsr linear = Samples.psr(model, data);
        sequences = new int[STEPS / 10][];
        for (int i = 0; i < sequences.length; i++) {
            sequences[i] = data.copy(i);
        }
        psr = linear.filter();
        hmm = model.filter();
        scores = new double[n];
    }

    private static long walk(int[][] sequences, SymbolFilter filter) {
        for (int[] sequence : sequences) {
            filter.reset();
            for (int symbol : sequence) {
                filter.update(symbol);
            }
        }
        return filter.repairs();
    }

    private static double walk(int[][] sequences, SymbolFilter filter, int ahead, double[] scores) {
        double sum = 0;
        for (int[] sequence : sequences) {
            filter.reset();
            for (int symbol : sequence) {
                filter.scores(ahead, scores);
                sum += scores[symbol];
                filter.update(symbol);
            }
        }
        return sum;
    }

    /** Updates of a linear PSR. */
    @Benchmark
    @OperationsPerInvocation(STEPS)
    public long psrUpdate() {
        return walk(sequences, psr);
    }

    /** Updates and scores of a linear PSR. */
    @Benchmark
    @OperationsPerInvocation(STEPS)
    public double psrUpdateAndScores() {
        return walk(sequences, psr, 1, scores);
    }

    /** Updates and scores three steps ahead of a linear PSR. */
    @Benchmark
    @OperationsPerInvocation(STEPS)
    public double psrUpdateAndScoresAhead3() {
        return walk(sequences, psr, 3, scores);
    }

    /** Updates of a hidden Markov model. */
    @Benchmark
    @OperationsPerInvocation(STEPS)
    public long hmmUpdate() {
        return walk(sequences, hmm);
    }

    /** Updates and scores of a hidden Markov model. */
    @Benchmark
    @OperationsPerInvocation(STEPS)
    public double hmmUpdateAndScores() {
        return walk(sequences, hmm, 1, scores);
    }
}
