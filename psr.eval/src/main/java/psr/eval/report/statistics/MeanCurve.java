package psr.eval.report.statistics;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

import psr.math.statistics.RunningMean;

/**
 * The mean of one measure over trials, against iterations, from trials that come one by one and are not kept.
 *
 * <p>A trial that stopped early keeps its last value: its model stays what it is, and a mean over the trials that
 * happened to go on would drift without any of them changing. So when a trial goes on further than all before it, what
 * those have there is known: their last values, whose mean is kept as well.
 */
public final class MeanCurve {

    /**
     * A place on the curve.
     *
     * @param iteration where
     * @param mean over trials
     */
    public record MeanPoint(int iteration, RunningMean mean) {}

    private final int every;
    /** By iteration, at multiples of {@code every}. */
    private final TreeMap<Integer, RunningMean> regular = new TreeMap<>();
    private final RunningMean last = new RunningMean();
    /** The last iteration of any trial. */
    private int end = -1;

    /** @param every at which iterations trials were measured, besides their last */
    MeanCurve(int every) {
        this.every = every;
    }

    /** @param trial measured somewhere */
    void add(StepFunction trial) {
        int[] iterations = trial.iterations();
        double[] values = trial.values();
        for (int iteration : iterations) {
            if (iteration % every == 0 && !regular.containsKey(iteration)) {
                Map.Entry<Integer, RunningMean> before = regular.floorEntry(iteration);
                regular.put(iteration, iteration > end ? last.copy() : before == null ? new RunningMean()
                        : before.getValue().copy());
            }
        }
        int next = 0;
        for (Map.Entry<Integer, RunningMean> place : regular.entrySet()) {
            while (next < iterations.length && iterations[next] <= place.getKey()) {
                next++;
            }
            if (next > 0 && Double.isFinite(values[next - 1])) {
                place.getValue().add(values[next - 1]);
            }
        }
        if (Double.isFinite(values[values.length - 1])) {
            last.add(values[values.length - 1]);
        }
        end = Math.max(end, iterations[iterations.length - 1]);
    }

    /** In the order of iterations; those where only single trials stopped are left out, but for the last of all. */
    public List<MeanPoint> places() {
        List<MeanPoint> places = new ArrayList<>();
        regular.forEach((iteration, mean) -> places.add(new MeanPoint(iteration, mean)));
        if (end >= 0 && !regular.containsKey(end)) {
            places.add(new MeanPoint(end, last));
        }
        return places;
    }

    /** At the last iteration of each trial. */
    public RunningMean last() {
        return last;
    }
}
