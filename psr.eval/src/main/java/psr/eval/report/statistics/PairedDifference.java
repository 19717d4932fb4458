package psr.eval.report.statistics;

import java.util.OptionalDouble;

import psr.api.lab.Difference;
import psr.math.statistics.RunningMean;

/** Differences of two values of one trial each, over trials. */
public final class PairedDifference {

    private final RunningMean subjects = new RunningMean();
    private final RunningMean references = new RunningMean();
    private final RunningMean differences = new RunningMean();
    private int below;
    private int above;

    /** Adds a trial, unless it lacks one of the values. */
    void add(OptionalDouble subject, OptionalDouble reference) {
        if (subject.isEmpty() || reference.isEmpty()) {
            return;
        }
        double difference = subject.getAsDouble() - reference.getAsDouble();
        if (!Double.isFinite(difference)) {
            return;
        }
        subjects.add(subject.getAsDouble());
        references.add(reference.getAsDouble());
        differences.add(difference);
        below += difference < 0 ? 1 : 0;
        above += difference > 0 ? 1 : 0;
    }

    /** What was found so far. */
    public Difference difference() {
        return Difference.of(differences.mean(), differences.standardError(), below, above, differences.count());
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
