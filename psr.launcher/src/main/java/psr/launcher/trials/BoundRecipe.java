package psr.launcher.trials;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;

/**
 * A recipe with its services.
 *
 * @param label its name in the results
 * @param stages in order; empty if it is broken
 * @param keys the key of each stage, in the same order
 * @param broken why it cannot run, if one of its services cannot be used
 */
record BoundRecipe(String label, List<BoundStage> stages, List<Key> keys, Optional<String> broken) {

    /**
     * Identifies the computation of a stage: recipes that have a key in common share it.
     *
     * @param prefix the recipe up to and including the stage, in canonical form
     * @param shares the fractions of the training data that are held out, one after the other, before the stage gets them
     */
    record Key(String prefix, List<Double> shares) {}

    static BoundRecipe of(String label, List<BoundStage> stages) {
        return of(label, stages, List.of());
    }

    private static BoundRecipe of(String label, List<BoundStage> stages, List<Double> before) {
        Deque<Key> keys = new ArrayDeque<>();
        List<Double> shares = new ArrayList<>(before);
        for (int i = stages.size() - 1; i >= 0; i--) {
            String prefix = String.join("+", stages.subList(0, i + 1).stream().map(BoundStage::canonical).toList());
            keys.addFirst(new Key(prefix, List.copyOf(shares)));
            if (stages.get(i).share() > 0) {
                shares.add(stages.get(i).share());
            }
        }
        return new BoundRecipe(label, List.copyOf(stages), List.copyOf(keys), Optional.empty());
    }

    static BoundRecipe broken(String label, String reason) {
        return new BoundRecipe(label, List.of(), List.of(), Optional.of(reason));
    }

    /** The same recipe as part of a stage, which gets the data without the held-out shares. */
    BoundRecipe afterHoldingOut(List<Double> shares) {
        return of(label, stages, shares);
    }

    /** The shares that are held out of the data before the models that a stage combines get them. */
    List<Double> sharesBefore(int stage) {
        List<Double> shares = new ArrayList<>(keys.get(stage).shares());
        if (stages.get(stage).share() > 0) {
            shares.add(stages.get(stage).share());
        }
        return shares;
    }

    /** The whole recipe in canonical form. */
    String canonical() {
        return keys.get(keys.size() - 1).prefix();
    }

    /** The key of the last stage; empty if the recipe is broken. */
    Optional<Key> last() {
        return keys.isEmpty() ? Optional.empty() : Optional.of(keys.get(keys.size() - 1));
    }
}
