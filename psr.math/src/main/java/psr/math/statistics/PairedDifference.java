package psr.math.statistics;

import psr.api.lab.Difference;

/** Differences of two values of one trial each, over trials. */
public final class PairedDifference {

    private final RunningMean subjects = new RunningMean();
    private final RunningMean references = new RunningMean();
    private final RunningMean differences = new RunningMean();
    private int below;
    private int above;

    /** Adds a trial, unless one of its values is NaN because it is missing. */
    public void add(double subject, double reference) {
        double difference = subject - reference;
        if (!Double.isFinite(difference)) {
            return;
        }
        subjects.add(subject);
        references.add(reference);
        differences.add(difference);
        below += difference < 0 ? 1 : 0;
        above += difference > 0 ? 1 : 0;
    }

    /** What was found so far. */
    public Difference difference() {
        return new Difference(differences.mean(), differences.standardError(), below, above, differences.count());
    }

    /** The differences alone. */
    RunningMean differences() {
        return differences;
    }

    /** The mean of the subject in the trials that have both. */
    public double subject() {
        return subjects.mean();
    }

    /** The mean of the reference in the trials that have both. */
    public double reference() {
        return references.mean();
    }
}
