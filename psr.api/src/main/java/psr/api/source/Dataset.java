package psr.api.source;

import java.util.Objects;
import java.util.Optional;

import psr.api.data.Sequences;
import psr.api.data.TrainingData;
import psr.api.model.Model;

/**
 * Data to learn from and to be judged by. Immutable.
 *
 * @param training what learners see
 * @param test what metrics see, over the same alphabet
 * @param oracle the model that generated the data, where it is known: the bound of every comparison
 * @param origin where the data are from, in one line: the file or generator and what was done to it
 */
public record Dataset(TrainingData training, Sequences test, Optional<Model> oracle, String origin) {

    /**
     * Checks that all parts fit together.
     *
     * @throws IllegalArgumentException if the test sequences or the oracle are not over the alphabet of the training data
     */
    public Dataset {
        Objects.requireNonNull(origin, "origin");
        TrainingData.check(training.alphabet(), test);
        if (oracle.isPresent() && !oracle.get().alphabet().equals(training.alphabet())) {
            throw new IllegalArgumentException("the true model must be over the alphabet of the data ("
                    + training.alphabet() + "); found " + oracle.get().alphabet());
        }
    }
}
