package psr.api.lab;

/** The kinds of services that have a name in the laboratory. */
public enum ServiceKind {

    /** Learns a model from data: {@link psr.api.learn.Learner}. */
    LEARNER("learner"),
    /** Improves a model: {@link psr.api.learn.Refiner}. */
    REFINER("refiner"),
    /** Combines several models into one: {@link psr.api.learn.Combiner}. */
    COMBINER("combiner"),
    /** Generates or reads data: {@link psr.api.source.DatasetSource}. */
    DATASET("data set"),
    /** Measures models: {@link psr.api.eval.Metric}. */
    METRIC("metric");

    private final String word;

    ServiceKind(String word) {
        this.word = word;
    }

    /** The term for this kind in messages. */
    public String word() {
        return word;
    }
}
