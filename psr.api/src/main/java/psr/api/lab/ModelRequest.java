package psr.api.lab;

import java.util.List;
import java.util.Objects;

/**
 * One model that is to be learned for use, and how: an experiment of one trial of one recipe. Whoever submits it, a command or a server, gets
 * the same bits from the same seed. Immutable.
 */
public final class ModelRequest {

    private final Stage dataset;
    private final Recipe recipe;
    private final long seed;

    private ModelRequest(Stage dataset, Recipe recipe, long seed) {
        this.dataset = Objects.requireNonNull(dataset, "dataset");
        this.recipe = Objects.requireNonNull(recipe, "recipe");
        this.seed = seed;
    }

    /** A model of these data. */
    public static ModelRequest of(Stage dataset, Recipe recipe, long seed) {
        return new ModelRequest(dataset, recipe, seed);
    }

    /** The data that it learns from by default: all, except those that a setting gives to test on ({@code Setting.isTestData}). */
    public DataPart part(Catalog catalogue) {
        boolean test = catalogue.present(ServiceKind.DATASET).stream().filter(source -> source.name().equals(dataset.name()))
                .flatMap(source -> catalogue.settings(source).stream())
                .anyMatch(setting -> setting.isTestData() && setting.isGiven(dataset.settings().get(setting.name())));
        return test ? DataPart.asGiven() : DataPart.everything();
    }

    /**
     * What is submitted, on one thread; measured is how well the model predicts and how healthy it is, as far as there are metrics for it.
     *
     * @throws IllegalArgumentException if no metric is present at all
     */
    public Experiment experiment(Catalog catalogue) {
        List<Stage> wanted = HealthWords.metrics(catalogue);
        List<Stage> metrics = wanted.isEmpty() ? catalogue.present(ServiceKind.METRIC).stream().limit(1)
                .map(each -> Stage.of(each.name())).toList() : wanted;
        return Experiment.builder("train", dataset).recipe(recipe).metrics(metrics).seed(seed).every(Integer.MAX_VALUE).build();
    }
}
