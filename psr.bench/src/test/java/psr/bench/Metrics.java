package psr.bench;

import java.util.List;
import java.util.concurrent.TimeUnit;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

import psr.api.data.Sequences;
import psr.api.data.TrainingData;
import psr.api.eval.Evaluation;
import psr.api.eval.EvaluationContext;
import psr.api.eval.Meter;
import psr.api.model.Filter;
import psr.api.model.Hmm;
import psr.api.model.LinearPsr;
import psr.api.settings.NoSettings;
import psr.api.settings.Schema;
import psr.eval.FeatureError;
import psr.eval.OneStepAccuracy;
import psr.eval.ProxyLogLoss;
import psr.eval.ScoreHealth;

/** A walk with all metrics of the ring preset, d=20 and |O|=20, as the laboratory does it. */
@State(Scope.Benchmark)
@Fork(1)
@Warmup(iterations = 3, time = 700, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 25, time = 60, timeUnit = TimeUnit.MILLISECONDS)
public class Metrics {

    private static final int SEQUENCES = 1000;
    private static final int STEPS = 10 * SEQUENCES;

    private TrainingData data;
    private LinearPsr psr;
    private List<Evaluation> evaluations;
    private double[] scores;
    private int[] sequence;

    /** Makes the data. */
    @Setup
    public void prepare() {
        Hmm hmm = Samples.hmm(20, 20);
        data = Samples.draw(hmm, SEQUENCES, 10);
        psr = Samples.psr(hmm, data);
        EvaluationContext context = EvaluationContext.of(data, data.sequences());
        NoSettings none = new NoSettings();
        evaluations = List.of(new ProxyLogLoss().prepare(context, none), new OneStepAccuracy().prepare(context, none),
                new FeatureError().prepare(context, Schema.of(FeatureError.Settings.class).defaults()),
                new ScoreHealth().prepare(context, none));
        scores = new double[20];
        sequence = new int[10];
    }

    /** One walk, the meters made anew. */
    @Benchmark
    @OperationsPerInvocation(STEPS)
    public double walkWithAllMetrics() {
        List<Meter> meters = evaluations.stream().map(evaluation -> evaluation.meter(psr)).toList();
        Sequences test = data.sequences();
        Filter filter = psr.filter();
        for (int i = 0; i < test.count(); i++) {
            int length = test.copy(i, sequence);
            filter.reset();
            for (Meter meter : meters) {
                meter.start(sequence, length);
            }
            for (int t = 0; t < length; t++) {
                filter.scores(1, scores);
                for (Meter meter : meters) {
                    meter.step(t, filter, scores);
                }
                filter.update(sequence[t]);
            }
        }
        double sum = 0;
        for (Meter meter : meters) {
            sum += meter.values()[0];
        }
        return sum;
    }
}
