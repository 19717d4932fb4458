package psr.eval.report;

import java.util.Collection;
import java.util.List;
import java.util.OptionalDouble;

import psr.api.lab.TrialResult.Point;

/**
 * The mean of one measure of one recipe over trials, against iterations. A trial that stopped early keeps its last
 * value: its model stays what it is, and a mean over the trials that happened to go on would drift without any of them
 * changing.
 */
final class Curve {

    private final int[] iterations;
    private final Tally[] tallies;

    /** @param iterations where to take the mean, ascending */
    Curve(Collection<Integer> iterations) {
        this.iterations = iterations.stream().mapToInt(Integer::intValue).toArray();
        this.tallies = new Tally[this.iterations.length];
        for (int i = 0; i < tallies.length; i++) {
            tallies[i] = new Tally();
        }
    }

    void add(List<Point> points, String measure) {
        int next = 0;
        OptionalDouble value = OptionalDouble.empty();
        for (int i = 0; i < iterations.length; i++) {
            while (next < points.size() && points.get(next).iteration() <= iterations[i]) {
                value = Values.of(points.get(next), measure);
                next++;
            }
            value.ifPresent(tallies[i]::add);
        }
    }

    int size() {
        return iterations.length;
    }

    int iteration(int i) {
        return iterations[i];
    }

    Tally at(int i) {
        return tallies[i];
    }
}
