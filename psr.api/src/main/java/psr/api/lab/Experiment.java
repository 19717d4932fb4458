package psr.api.lab;

import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/**
 * What is to be compared, on what, how often. A value: the same experiment gives the same results on one machine, on
 * however many threads.
 *
 * @param name what it is called
 * @param dataset where the data come from; loaded anew in each trial, with the trial's seed
 * @param recipes what is compared, each with its own label
 * @param metrics what is measured
 * @param trials how many independent repetitions, at least 1
 * @param seed where all randomness comes from
 * @param every metrics are computed at iteration 0, every this many iterations, and at the last
 */
public record Experiment(String name, Stage dataset, List<Recipe> recipes, List<Stage> metrics, int trials, long seed,
        int every) {

    /** The label of the model that generated the data, where it is known. */
    public static final String ORACLE = "oracle";

    /**
     * Copies the lists and checks what can be checked without a laboratory.
     *
     * @throws IllegalArgumentException if there is nothing to compare or to measure, a label stands twice or is
     *         {@link #ORACLE}, or a number is too small
     */
    public Experiment {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(dataset, "dataset");
        recipes = List.copyOf(recipes);
        metrics = List.copyOf(metrics);
        if (recipes.isEmpty()) {
            throw new IllegalArgumentException("an experiment must have at least one recipe; found none");
        }
        if (metrics.isEmpty()) {
            throw new IllegalArgumentException("an experiment must have at least one metric; found none");
        }
        if (trials < 1) {
            throw new IllegalArgumentException("trials must be at least 1; trials=" + trials);
        }
        if (every < 1) {
            throw new IllegalArgumentException("every must be at least 1; every=" + every);
        }
        Set<String> labels = new HashSet<>(Set.of(ORACLE));
        for (Recipe recipe : recipes) {
            if (!labels.add(recipe.label())) {
                throw new IllegalArgumentException("recipes must have different labels, and '" + ORACLE
                        + "' is the true model's; '" + recipe.label() + "' is taken");
            }
        }
    }
}
