package psr.api.lab;

import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * Determines which recipes take part in which trials of an experiment. Immutable; equal if all parts are equal.
 *
 * <ul>
 * <li>{@link #all}: every recipe in every trial.
 * <li>{@link #halving}: all recipes in the first trial; after trials 1, 2, 4, 8, … only the better half continues.
 * <li>{@link #among}: in every trial, cross-validation on the training data selects one of several candidates, which then learns from
 * all training data, so the selection does not bias the score on the test data.
 * </ul>
 */
public final class Search {

    /** The default number of parts of the training data in {@link #among}. */
    public static final int FOLDS = 5;

    /** The kind of search. */
    public enum Kind {
        /** Every recipe in every trial. */
        ALL,
        /** The worse half of the recipes is dropped after trials 1, 2, 4, 8, …. */
        HALVING,
        /** Every trial selects a candidate by its training data. */
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
     * Selects a candidate in every trial, by the training data. The experiment must have a single recipe, whose label is that of the choice.
     *
     * @param candidates at least two, with different labels
     */
    public static Search among(List<Recipe> candidates) {
        return new Search(Kind.CHOICE, candidates, null, FOLDS);
    }

    /** Returns this search with another measure, for example {@code pnll.operators}. */
    public Search by(String name) {
        return new Search(kind, candidates, Objects.requireNonNull(name, "measure"), folds);
    }

    /** Returns this choice with another number of parts of the training data, at least 2. */
    public Search in(int parts) {
        return new Search(kind, candidates, measure, parts);
    }

    /** The kind of search. */
    public Kind kind() {
        return kind;
    }

    /** The candidates of a choice; empty for other kinds. Not modifiable. */
    public List<Recipe> candidates() {
        return candidates;
    }

    /** The full name of the measure; if empty, the first measure of the experiment that has a better direction is used. */
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
