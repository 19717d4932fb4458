package psr.api.lab;

/** The kinds of services that have a name in the laboratory. */
public enum ServiceKind {

    /** Makes a model from data: {@link psr.api.learn.Learner}. */
    LEARNER("learner"),
    /** Improves a model: {@link psr.api.learn.Refiner}. */
    REFINER("refiner"),
    /** Makes one model of several: {@link psr.api.learn.Combiner}. */
    COMBINER("combiner"),
    /** Makes or reads data: {@link psr.api.source.DatasetSource}. */
    DATASET("data set"),
    /** Judges models: {@link psr.api.eval.Metric}. */
    METRIC("metric");

    private final String word;

    ServiceKind(String word) {
        this.word = word;
    }

    /** What a user calls it. */
    public String word() {
        return word;
    }
}
