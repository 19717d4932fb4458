package psr.eval.report;

import java.util.OptionalDouble;

import psr.api.report.Difference;

/** Differences of two values of one trial each, over trials. */
final class Paired {

    private final Tally subjects = new Tally();
    private final Tally references = new Tally();
    private final Tally differences = new Tally();
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

    Difference difference() {
        return new Difference(differences.mean(), differences.stderr(), below, above, differences.count());
    }

    /** The mean of the subject in the trials that have both. */
    double subject() {
        return subjects.mean();
    }

    /** The mean of the reference in the trials that have both. */
    double reference() {
        return references.mean();
    }
}
