package psr.api.lab;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;

/**
 * How to learn a model: a learner, then any number of refiners, joined by {@code +}: {@code 2sr},
 * {@code 2sr:rank=40+ig:horizon=5,rate=3e-3}, {@code 2sr+exterior+em}. Or several models combined: the name of a combiner
 * and the recipes of the models, joined by {@code /}: {@code mix/2sr+bptt/ngram:order=5}. A nested combiner is put in
 * quotes: {@code "mix/2sr/em"+bptt}. Immutable; equal if label and stages are equal.
 */
public final class Recipe {

    private final String label;
    private final List<Stage> stages;

    private Recipe(String label, List<Stage> stages) {
        this.label = Objects.requireNonNull(label, "label");
        this.stages = List.copyOf(stages);
        if (stages.isEmpty()) {
            throw new IllegalArgumentException("a recipe must have at least one stage; '" + label + "' has none");
        }
    }

    /**
     * A recipe.
     *
     * @param label its name in tables
     * @param stages the learner or combiner first; at least one; copied
     */
    public static Recipe of(String label, List<Stage> stages) {
        return new Recipe(label, stages);
    }

    /** A recipe whose label is its text. */
    public static Recipe of(Stage... stages) {
        List<Stage> list = List.of(stages);
        return new Recipe(text(list), list);
    }

    /**
     * Reads a recipe; its label is the text.
     *
     * @throws IllegalArgumentException if it is not stages joined by {@code +}, or a combiner and recipes joined by {@code /}
     */
    public static Recipe parse(String text) {
        List<String> models = Quoting.split(text, '/', text);
        if (models.size() == 1) {
            return new Recipe(text, Quoting.split(text, '+', text).stream().map(stage -> stage(stage, text)).toList());
        }
        List<Recipe> parts = models.subList(1, models.size()).stream().map(part -> {
            if (part.isEmpty()) {
                throw new IllegalArgumentException("each / must be followed by a recipe, for example mix/2sr/ngram; found '"
                        + text + "'");
            }
            return parse(Quoting.unquoted(part));
        }).toList();
        return new Recipe(text, List.of(Stage.parse(models.get(0)).combining(parts)));
    }

    private static Stage stage(String part, String text) {
        if (part.isEmpty()) {
            throw new IllegalArgumentException(
                    "a recipe must be stages joined by +, for example 2sr+ig; found '" + text + "'");
        }
        if (!Quoting.isQuote(part.charAt(0))) {
            return Stage.parse(part);
        }
        String unquoted = Quoting.unquoted(part);
        if (unquoted.length() == part.length()) {
            throw new IllegalArgumentException(
                    "a quoted part of a recipe must end with its closing quote; found '" + part + "' in '"
                            + text + "'");
        }
        List<Stage> inner = parse(unquoted).stages();
        if (inner.size() != 1) {
            throw new IllegalArgumentException("quotes in a recipe must contain one combiner with its models, for example"
                    + " \"mix/2sr/em\"+bptt; found '" + text + "'");
        }
        return inner.get(0);
    }

    /** The name in tables: the recipe as typed, unless an experiment gives it another name. */
    public String label() {
        return label;
    }

    /** The learner or combiner, then the refiners; at least one; not modifiable. */
    public List<Stage> stages() {
        return stages;
    }

    /** The same recipe with another label. */
    public Recipe labelled(String other) {
        return new Recipe(other, stages);
    }

    /** The last stage. */
    public Stage last() {
        return stages.get(stages.size() - 1);
    }

    /** The same recipe with another last stage and the same label. */
    public Recipe endingWith(Stage stage) {
        List<Stage> changed = new ArrayList<>(stages);
        changed.set(changed.size() - 1, stage);
        return new Recipe(label, changed);
    }

    /** The stages as a user would type them, without the label; {@link #parse} reads them back. */
    public String text() {
        return text(stages);
    }

    private static String text(List<Stage> stages) {
        return stages.size() == 1 ? stages.get(0).toString() : stages.stream().map(stage -> stage.parts().isEmpty()
                ? stage.toString() : Quoting.inQuotes(stage.toString())).collect(Collectors.joining("+"));
    }

    /** Whether the text has a slash outside quotes. */
    boolean nested() {
        return stages.size() == 1 && !stages.get(0).parts().isEmpty();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Recipe that && label.equals(that.label) && stages.equals(that.stages);
    }

    @Override
    public int hashCode() {
        return Objects.hash(label, stages);
    }

    @Override
    public String toString() {
        return label.equals(text()) ? label : label + " (" + text() + ")";
    }
}
