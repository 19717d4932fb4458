package psr.pipeline;

import java.util.Optional;

import psr.api.data.Sequences;
import psr.api.data.Symbols;
import psr.api.learn.LearningException;
import psr.api.learn.Run;
import psr.api.linear.LinearPsr;
import psr.api.model.Model;
import psr.api.settings.ValidationError;

/** The input of this module's refiners: the data in two parts, and a check of the model they start from. */
final class Starts {

    final Corpus train;
    /** The held-out part; null if nothing is held out. */
    final Corpus held;

    /** @param validation the fraction to hold out; 0 for none */
    Starts(String name, Symbols data, double validation, Run run) {
        if (data.total() == 0) {
            throw new LearningException(name + " needs at least one symbol to learn from; found " + data);
        }
        if (validation > 0) {
            try {
                Sequences.Parts<Symbols> parts = data.holdOut(validation);
                train = new Corpus(parts.rest(), run::checkpoint);
                held = new Corpus(parts.heldOut(), run::checkpoint);
            } catch (IllegalArgumentException e) {
                throw new LearningException(name + " needs a held-out part of the data, which cannot be made: "
                        + e.getMessage(), e);
            }
        } else {
            train = new Corpus(data, run::checkpoint);
            held = null;
        }
    }

    /** The loss on the held-out part. */
    double loss(Operators psr) {
        return psr.finite() ? MixtureWeights.loss(new double[] {1}, StringFilter.probabilities(psr, held))
                : Double.POSITIVE_INFINITY;
    }

    static Optional<ValidationError> objection(String name, Model start) {
        return start instanceof LinearPsr ? Optional.empty()
                : Optional.of(ValidationError
                        .of(name + " refines a linear PSR, for example one of 2sr; the stage before it makes none"));
    }
}
