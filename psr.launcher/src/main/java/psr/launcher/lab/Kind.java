package psr.launcher.lab;

import java.util.Optional;

import psr.api.eval.Metric;
import psr.api.learn.Learner;
import psr.api.learn.Refiner;
import psr.api.settings.Configurable;
import psr.api.source.DatasetSource;

/** The kinds of services that have a name in the laboratory. */
public enum Kind {

    /** Makes a model from data. */
    LEARNER("learner", Learner.class),
    /** Improves a model. */
    REFINER("refiner", Refiner.class),
    /** Makes or reads data. */
    DATASET("data set", DatasetSource.class),
    /** Judges models. */
    METRIC("metric", Metric.class);

    private final String word;
    @SuppressWarnings("rawtypes") // a class literal has no type arguments
    private final Class<? extends Configurable> type;

    @SuppressWarnings("rawtypes")
    Kind(String word, Class<? extends Configurable> type) {
        this.word = word;
        this.type = type;
    }

    /** What a user calls it. */
    public String word() {
        return word;
    }

    /** The interface of the service. */
    public String service() {
        return type.getName();
    }

    boolean has(Object service) {
        return type.isInstance(service);
    }

    static Optional<Kind> of(String service) {
        for (Kind kind : values()) {
            if (kind.service().equals(service)) {
                return Optional.of(kind);
            }
        }
        return Optional.empty();
    }
}
