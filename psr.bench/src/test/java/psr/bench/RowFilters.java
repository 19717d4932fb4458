package psr.bench;

import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

import psr.math.vectors.Progress;
import psr.math.vectors.RowFilter;
import psr.math.vectors.RowModel;
import psr.math.vectors.Rows;
import psr.math.vectors.Systems;
import psr.math.vectors.TwoStage;

/** Learning a model of rows from 5,000 rows, and steps of its filter: the sizes of limit.cpp and two_stage_rows.py. */
@State(Scope.Benchmark)
@Fork(1)
@Warmup(iterations = 3, time = 700, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 25, time = 60, timeUnit = TimeUnit.MILLISECONDS)
public class RowFilters {

    private static final int STEPS = 5_000;

    private Rows rows;
    private RowModel model;
    private double[] row;

    /** Draws a driven pendulum and learns a model: rank 10, 150 frequencies. */
    @Setup
    public void prepare() {
        rows = Systems.pendulum(20, STEPS / 20, true, new SplittableRandom(1));
        model = learning();
        row = new double[2];
    }

    /** Two-stage regression with the usual settings. */
    @Benchmark
    public RowModel learning() {
        return TwoStage.learn(rows, TwoStage.Settings.usual(), new SplittableRandom(1), Progress.NONE);
    }

    /** Updates of the filter. */
    @Benchmark
    @OperationsPerInvocation(STEPS)
    public RowFilter steps() {
        RowFilter filter = model.start();
        for (int i = 0; i < rows.count(); i++) {
            filter.reset();
            for (int t = 0; t < rows.length(i); t++) {
                System.arraycopy(rows.observations(i), 2 * t, row, 0, 2);
                filter.update(row, rows.inputs(i), t);
            }
        }
        return filter;
    }
}
