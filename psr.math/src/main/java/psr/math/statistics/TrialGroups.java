package psr.math.statistics;

import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.NoSuchElementException;

import psr.api.lab.TrialResult;

/** Results, one trial at a time: only one trial is in memory, however many there are. */
public final class TrialGroups implements Iterator<TrialGroups.ResultsOfTrial> {

    /**
     * What came out of one trial.
     *
     * @param number from 0
     * @param results by the label of the recipe or of the true model, in order; the caller may change it
     */
    public record ResultsOfTrial(int number, Map<String, TrialResult> results) {}

    private final Iterator<TrialResult> results;
    /** The first result of the next trial; null at the end. */
    private TrialResult ahead;

    /** Begins before the first trial. */
    public TrialGroups(Iterable<TrialResult> results) {
        this.results = results.iterator();
        this.ahead = next(this.results);
    }

    @Override
    public boolean hasNext() {
        return ahead != null;
    }

    /** @throws IllegalArgumentException if trials are not in order: pairs would be missed without a word */
    @Override
    public ResultsOfTrial next() {
        if (ahead == null) {
            throw new NoSuchElementException("no more trials");
        }
        int number = ahead.trial();
        Map<String, TrialResult> trial = new LinkedHashMap<>();
        while (ahead != null && ahead.trial() == number) {
            trial.put(ahead.label(), ahead);
            ahead = next(results);
        }
        if (ahead != null && ahead.trial() < number) {
            throw new IllegalArgumentException("results must come in the order of trials; trial " + ahead.trial()
                    + " ('" + ahead.label() + "') comes after trial " + number);
        }
        return new ResultsOfTrial(number, trial);
    }

    private static TrialResult next(Iterator<TrialResult> results) {
        return results.hasNext() ? results.next() : null;
    }
}
