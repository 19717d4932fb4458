package psr.launcher.spi;

import java.util.List;

/**
 * What one place that computes does.
 *
 * @param where {@value TrialLeases#HERE} for the threads of this process, or the address of a worker
 * @param trials that it computes now, from 0
 * @param finished how many it has finished
 */
public record ComputingPlace(String where, List<Integer> trials, int finished) {

    /** Copies its list. */
    public ComputingPlace {
        trials = List.copyOf(trials);
    }
}
