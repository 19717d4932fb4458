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
import psr.api.learn.Learner;
import psr.api.learn.SeededRun;
import psr.api.linear.Hmm;
import psr.api.model.Model;
import psr.api.settings.Schema;
import psr.baselines.hmm.BaumWelch;
import psr.spectral.TwoStageRegression;

import smile.math.matrix.Matrix;
import smile.sequence.HMM;

/** Learning from scratch. */
@State(Scope.Benchmark)
@Fork(1)
@Warmup(iterations = 3, time = 700, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 25, time = 60, timeUnit = TimeUnit.MILLISECONDS)
public class Learners {

    private static final int SEQUENCES = 1000;
    private static final int ITERATIONS = 10;
    /** Symbols times E steps; our implementation has an additional E step before the first iteration. */
    private static final int OURS = 10 * SEQUENCES * (ITERATIONS + 1);
    private static final int THEIRS = 10 * SEQUENCES * ITERATIONS;

    private static final Map<String, String> PAPER = Map.of("rank", "20", "method", "pinv", "history", "complete", "guard",
            "off");

    private Symbols ring;
    private Symbols text;
    private Symbols words;
    private int[][] sequences;
    private Hmm start;

    /** Makes the data. */
    @Setup
    public void prepare() {
        start = Samples.hmm(20, 20);
        ring = Samples.draw(start, SEQUENCES, 10);
        text = Samples.text();
        words = Samples.zipf(6722, 100_000);
        sequences = new int[SEQUENCES][];
        for (int i = 0; i < SEQUENCES; i++) {
            sequences[i] = ring.copy(i);
        }
    }

    private static <S extends Record> Model learn(Learner<S> learner, Symbols data, Map<String, String> settings) {
        return learner.learn(data, Schema.of(learner.settings()).parse(settings, "bench"), new SeededRun(1));
    }

    /** Baum–Welch, 20 states. */
    @Benchmark
    @OperationsPerInvocation(OURS)
    public Model em() {
        return learn(new BaumWelch(), ring, Map.of("states", "20", "restarts", "1", "iterations",
                Integer.toString(ITERATIONS), "tolerance", "0"));
    }

    /** Smile's Baum–Welch, 20 states. */
    @Benchmark
    @OperationsPerInvocation(THEIRS)
    public HMM smile() {
        HMM hmm = new HMM(start.initial(), Matrix.of(start.transition()), Matrix.of(start.emission()));
        hmm.update(sequences, ITERATIONS);
        return hmm;
    }

    /** Two-stage regression of rank 20 on sequences of ten. */
    @Benchmark
    public Model twoStageRing() {
        return learn(new TwoStageRegression(), ring, Map.of("rank", "20"));
    }

    /** Two-stage regression of rank 20 on 50,000 symbols of 50. */
    @Benchmark
    public Model twoStageText() {
        return learn(new TwoStageRegression(), text, Map.of("rank", "20"));
    }

    /** Two-stage regression as in the paper, on sequences of ten. */
    @Benchmark
    public Model twoStageRingPaper() {
        return learn(new TwoStageRegression(), ring, PAPER);
    }

    /** Two-stage regression as in the paper, on 50,000 symbols of 50. */
    @Benchmark
    public Model twoStageTextPaper() {
        return learn(new TwoStageRegression(), text, PAPER);
    }

    /** Two-stage regression on 50,000 symbols of 50, with the rank chosen. */
    @Benchmark
    @Warmup(iterations = 1)
    @Measurement(iterations = 3)
    public Model twoStageTextAuto() {
        return learn(new TwoStageRegression(), text, Map.of("rank", "auto"));
    }

    /** Two-stage regression of rank 20 on 100,000 symbols of 6722. */
    @Benchmark
    @Warmup(iterations = 1)
    @Measurement(iterations = 3)
    public Model twoStageWords() {
        return learn(new TwoStageRegression(), words, Map.of("rank", "20"));
    }
}
