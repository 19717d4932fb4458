package psr.launcher.spi;

import java.util.List;

import psr.api.lab.Experiment;
import psr.api.lab.Recipe;
import psr.api.lab.Stage;

/**
 * Limits of an experiment that is typed, read from a file or sent to a server. They are checked while it is read, before any name is bound to a
 * service. Experiments that a Java program builds are not limited.
 */
public final class ExperimentLimits {

    /** Characters of its JSON; bytes in a request to the server. */
    public static final int JSON = 1_000_000;
    /** Levels of nested values in its JSON. */
    public static final int DEPTH = 64;
    /** Characters of a name: of a field, a measure, a claim, the experiment. */
    public static final int NAME = 1_000;
    /** Characters of a recipe, a data set, a metric, a label. */
    public static final int RECIPE = 10_000;
    /** Stages of a recipe, with those of its parts. */
    public static final int RECIPE_STAGES = 100;
    /** Recipes. */
    public static final int RECIPES = 1_000;
    /** Stages of all recipes. */
    public static final int STAGES = 10_000;
    /** Metrics. */
    public static final int METRICS = 100;
    /** Claims. */
    public static final int CLAIMS = 1_000;
    /** Rates to choose from. */
    public static final int RATES = 100;
    /** Trials. */
    public static final int TRIALS = 1_000_000;

    private ExperimentLimits() {}

    /**
     * Checks a number.
     *
     * @param owner what is limited, for example {@code an experiment}
     * @param things what is counted
     * @throws IllegalArgumentException if there are too many
     */
    public static void check(String owner, String things, long number, int limit) {
        if (number > limit) {
            throw new IllegalArgumentException(owner + " must have at most " + limit + " " + things + "; it has " + number);
        }
    }

    /**
     * Reads the text of recipes or of a data set whose settings may have several values.
     *
     * @throws IllegalArgumentException if it is too long, or values in braces are wrong
     */
    public static Sweep sweep(String text) {
        check("a recipe", "characters", text.length(), RECIPE);
        return Sweep.of(text);
    }

    /**
     * Reads one recipe.
     *
     * @throws IllegalArgumentException if it is too large, or not a recipe, or a setting has several values
     */
    public static Recipe recipe(String text) {
        check("a recipe", "characters", text.length(), RECIPE);
        if (Sweep.of(text).isSweep()) {
            throw new IllegalArgumentException("one recipe must have one value for each setting; '" + text + "' has several");
        }
        Recipe recipe = Recipe.parse(text);
        check("a recipe", "stages", stages(recipe), RECIPE_STAGES);
        return recipe;
    }

    /**
     * Reads a stage: a data set or a metric.
     *
     * @param what the name in messages, for example {@code a metric}
     * @throws IllegalArgumentException if it is too long, or not a stage
     */
    public static Stage stage(String what, String text) {
        check(what, "characters", text.length(), RECIPE);
        return Stage.parse(text);
    }

    /**
     * Reads one data set.
     *
     * @throws IllegalArgumentException if it is too long, or not a stage, or a setting has several values
     */
    public static Stage dataset(String text) {
        if (sweep(text).isSweep()) {
            throw new IllegalArgumentException("one data set must have one value for each setting; '" + text
                    + "' has several: as the first word after run or evaluate, each value is an experiment of its own");
        }
        return stage("a data set", text);
    }

    /**
     * Checks the size of an experiment.
     *
     * @return the experiment
     * @throws IllegalArgumentException if it is too large
     */
    public static Experiment check(Experiment experiment) {
        String owner = "an experiment";
        check(owner, "recipes", experiment.recipes().size(), RECIPES);
        check(owner, "stages in its recipes", experiment.recipes().stream().mapToLong(ExperimentLimits::stages).sum(), STAGES);
        check(owner, "metrics", experiment.metrics().size(), METRICS);
        check(owner, "claims", experiment.claims().size(), CLAIMS);
        check(owner, "rates", experiment.rateSearch().rates().size(), RATES);
        check(owner, "trials", experiment.trials(), TRIALS);
        return experiment;
    }

    private static long stages(Recipe recipe) {
        return recipe.stages().stream().mapToLong(stage -> 1 + parts(stage.parts())).sum();
    }

    private static long parts(List<Recipe> parts) {
        return parts.stream().mapToLong(ExperimentLimits::stages).sum();
    }
}
