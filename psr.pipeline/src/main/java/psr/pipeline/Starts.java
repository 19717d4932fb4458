package psr.pipeline;

import java.util.Optional;

import psr.api.data.TrainingData;
import psr.api.learn.LearningException;
import psr.api.learn.Run;
import psr.api.model.LinearPsr;
import psr.api.model.Model;

/** What the refiners of this room begin with: data in two parts, and which models they take. */
final class Starts {

    final Corpus train;
    /** What was held out; null if nothing. */
    final Corpus held;

    /** @param validation the share to hold out; 0 for none */
    Starts(String name, TrainingData data, double validation, Run run) {
        if (data.sequences().total() == 0) {
            throw new LearningException(name + " must have a symbol to learn from; found " + data.sequences());
        }
        if (validation > 0) {
            try {
                TrainingData.Parts parts = data.holdOut(validation);
                train = new Corpus(parts.rest(), run::checkpoint);
                held = new Corpus(parts.heldOut(), run::checkpoint);
            } catch (IllegalArgumentException e) {
                throw new LearningException(name + " judges by a held-out part of the data, which cannot be made: "
                        + e.getMessage(), e);
            }
        } else {
            train = new Corpus(data, run::checkpoint);
            held = null;
        }
    }

    /** The loss on what was held out. */
    double loss(Operators psr) {
        return psr.finite() ? MixtureWeights.loss(new double[] {1}, StringFilter.probabilities(psr, held))
                : Double.POSITIVE_INFINITY;
    }

    static Optional<String> objection(String name, Model start) {
        return start instanceof LinearPsr ? Optional.empty()
                : Optional.of(name + " refines a linear PSR, such as 2sr makes; the stage before it makes none");
    }
}
