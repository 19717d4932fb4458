package psr.api.lab;

import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * How an experiment with many recipes spends its trials. Immutable; equal if all parts are equal.
 *
 * <ul>
 * <li>{@link #all}: every recipe in every trial.
 * <li>{@link #halving}: all recipes in the first trial; after trials 1, 2, 4, 8, … only the better half continues.
 * <li>{@link #among}: in every trial, cross-validation on the training data selects one of several candidates, which then learns from
 * all training data; so the score on the test data is not biased by the selection.
 * </ul>
 */
public final class Search {

    /** The default number of parts of the training data in {@link #among}. */
    public static final int FOLDS = 5;

    /** What is done. */
    public enum Kind {
        /** Every recipe in every trial. */
        ALL,
        /** Half of the recipes is dropped after trials 1, 2, 4, 8, …. */
        HALVING,
        /** Every trial selects a candidate on its training data. */
        CHOICE
    }

    private static final Search ALL = new Search(Kind.ALL, List.of(), null, FOLDS);

    private final Kind kind;
    private final List<Recipe> candidates;
    private final String measure;
    private final int folds;

    private Search(Kind kind, List<Recipe> candidates, String measure, int folds) {
        this.kind = kind;
        this.candidates = List.copyOf(candidates);
        this.measure = measure;
        this.folds = folds;
        if (kind == Kind.CHOICE && candidates.size() < 2) {
            throw new IllegalArgumentException("a choice needs at least two recipes; found " + candidates.size());
        }
        if (folds < 2) {
            throw new IllegalArgumentException("a choice needs at least 2 folds; folds=" + folds);
        }
    }

    /** Every recipe in every trial. */
    public static Search all() {
        return ALL;
    }

    /** Drops the worse half of the recipes after trials 1, 2, 4, 8, …. */
    public static Search halving() {
        return new Search(Kind.HALVING, List.of(), null, FOLDS);
    }

    /**
     * Selects in every trial, on its training data. The experiment must have a single recipe, whose label names the choice.
     *
     * @param candidates at least two, with different labels
     */
    public static Search among(List<Recipe> candidates) {
        return new Search(Kind.CHOICE, candidates, null, FOLDS);
    }

    /** The same search by another measure, for example {@code pnll.operators}. */
    public Search by(String name) {
        return new Search(kind, candidates, Objects.requireNonNull(name, "measure"), folds);
    }

    /** The same choice with another number of parts of the training data, at least 2. */
    public Search in(int parts) {
        return new Search(kind, candidates, measure, parts);
    }

    /** What is done. */
    public Kind kind() {
        return kind;
    }

    /** The recipes of a choice; otherwise none. Not modifiable. */
    public List<Recipe> candidates() {
        return candidates;
    }

    /** The full name of the measure; empty for the first measure of the experiment of which lower or higher is better. */
    public Optional<String> measure() {
        return Optional.ofNullable(measure);
    }

    /** The number of parts into which a choice divides the training data. */
    public int folds() {
        return folds;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Search that && kind == that.kind && candidates.equals(that.candidates)
                && Objects.equals(measure, that.measure) && folds == that.folds;
    }

    @Override
    public int hashCode() {
        return Objects.hash(kind, candidates, measure, folds);
    }

    @Override
    public String toString() {
        return kind + (candidates.isEmpty() ? "" : " among " + candidates.size() + " in " + folds + " folds")
                + (measure == null ? "" : " by " + measure);
    }
}
