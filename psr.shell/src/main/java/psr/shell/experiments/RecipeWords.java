package psr.shell.experiments;

import java.util.List;

import psr.api.lab.Experiment;
import psr.api.lab.Recipe;
import psr.launcher.spi.ExperimentLimits;
import psr.launcher.spi.Sweep;
import psr.shell.command.Arguments;
import psr.shell.command.Format;
import psr.shell.command.Invocation;

/** The recipes that a user typed, each of which may be a sweep. */
record RecipeWords(List<String> words) {

    /** The number of recipes above which the command needs {@code --yes}. */
    static final int UNCONFIRMED = 100;

    /** Rejects another data set among the recipes: Bash makes several words of a sweep without quotes. */
    RecipeWords after(String dataset) {
        int colon = dataset.indexOf(':');
        List<String> others = colon < 0 ? List.of()
                : words.stream().filter(word -> word.startsWith(dataset.substring(0, colon + 1))).toList();
        if (!others.isEmpty()) {
            throw new IllegalArgumentException("a data set must be one word; found " + dataset + " " + String.join(" ", others)
                    + ": put a data set with several values in quotes, for example 'ring:states={8,20}'");
        }
        return this;
    }

    /**
     * The recipes, or a sample of them.
     *
     * @throws IllegalArgumentException if a word is no recipe, or there are too many recipes
     */
    List<Recipe> recipes(Arguments arguments) {
        List<Sweep> sweeps = words.stream().map(ExperimentLimits::sweep).toList();
        int sample = (int) arguments.whole("sample", 0, 1, ExperimentLimits.RECIPES);
        List<Sweep.Combination> combinations = sample == 0 ? Sweep.all(sweeps, ExperimentLimits.RECIPES)
                : Sweep.sample(sweeps, sample, arguments.seed());
        if (combinations.size() > Math.max(UNCONFIRMED, words.size()) && !arguments.flag("yes")) {
            throw new IllegalArgumentException(
                    "these are " + combinations.size() + " recipes: add --yes to compute them, or --sample "
                            + UNCONFIRMED + " for a random part");
        }
        return combinations.stream().map(combination -> ExperimentLimits.recipe(combination.text())).toList();
    }

    /** The data sets that a word describes: one, unless a setting has several values. */
    static List<String> datasets(String word) {
        return Sweep.all(List.of(ExperimentLimits.sweep(word)), ExperimentLimits.RECIPES).stream().map(Sweep.Combination::text)
                .toList();
    }

    /** The name of the folder of a data set. */
    static String folder(String dataset) {
        return dataset.replaceAll("[^A-Za-z0-9.=,_-]+", "-");
    }

    /** Prints the number of recipes if a few words describe many. */
    static void announce(Experiment experiment, String trialWord, Invocation call) {
        if (call.arguments().words().stream().anyMatch(word -> Sweep.of(word).isSweep())) {
            call.output()
                    .remark(counted(experiment.recipes().size(), "recipe") + " × " + counted(experiment.trials(), trialWord));
        }
    }

    /** Prints the name of a data set above its results; JSON contains it, and CSV has no place for it. */
    static void heading(String dataset, boolean first, Invocation call) {
        switch (call.arguments().format(Format.TEXT)) {
            case TEXT -> call.output().print(first ? List.of(dataset) : List.of("", dataset));
            case LATEX -> call.output().print("% " + dataset);
            default -> call.output().remark(dataset);
        }
    }

    private static String counted(int number, String thing) {
        return number + " " + thing + (number == 1 ? "" : "s");
    }
}
