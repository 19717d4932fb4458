package psr.launcher.spi;

import java.util.List;

/**
 * A place that computes trials, with its current trials.
 *
 * @param where {@value TrialLeases#HERE} for the threads of this process, or the address of a worker
 * @param trials the trials that it computes now, counted from 0
 * @param finished number of finished trials
 */
public record ComputingPlace(String where, List<Integer> trials, int finished) {

    public ComputingPlace {
        trials = List.copyOf(trials);
    }
}
