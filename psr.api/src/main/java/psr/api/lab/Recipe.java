package psr.api.lab;

import java.util.List;
import java.util.stream.Collectors;

/**
 * How to make a model: a learner, then any number of refiners, joined by {@code +}. Examples: {@code 2sr},
 * {@code 2sr:rank=40+ig:horizon=5,rate=3e-3}, {@code 2sr+exterior+em}.
 *
 * @param label what it is called in tables: the recipe as typed, unless an experiment names it otherwise
 * @param stages the learner first; at least one; not modifiable
 */
public record Recipe(String label, List<Stage> stages) {

    /** Copies the stages. */
    public Recipe {
        stages = List.copyOf(stages);
        if (stages.isEmpty()) {
            throw new IllegalArgumentException("a recipe must have at least one stage; '" + label + "' has none");
        }
    }

    /**
     * Reads a recipe; its label is the text.
     *
     * @throws IllegalArgumentException if it is not stages joined by {@code +}
     */
    public static Recipe parse(String text) {
        return new Recipe(text, Stage.split(text, '+', text).stream().map(stage -> {
            if (stage.isEmpty()) {
                throw new IllegalArgumentException(
                        "a recipe must be stages joined by +, for example 2sr+ig; found '" + text + "'");
            }
            return Stage.parse(stage);
        }).toList());
    }

    /** The same recipe under another label. */
    public Recipe labelled(String other) {
        return new Recipe(other, stages);
    }

    /** The stages as a user would type them, whatever the label. */
    public String text() {
        return stages.stream().map(Stage::toString).collect(Collectors.joining("+"));
    }
}
