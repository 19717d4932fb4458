package psr.launcher.lab;

import java.util.ArrayList;
import java.util.LinkedList;
import java.util.List;
import java.util.Optional;

/**
 * A recipe with its services.
 *
 * @param label what it is called in the results
 * @param stages in order; empty if it is broken
 * @param keys what each stage computes, in the same order
 * @param broken why it cannot run, where a service of it cannot be used
 */
record BoundRecipe(String label, List<BoundStage> stages, List<Key> keys, Optional<String> broken) {

    /**
     * What a stage computes: two recipes with the same key here share the computation.
     *
     * @param prefix the recipe up to and including the stage, in canonical form
     * @param shares what is held out of the training data, one after the other, before the stage sees them
     */
    record Key(String prefix, List<Double> shares) {}

    static BoundRecipe of(String label, List<BoundStage> stages) {
        List<Key> keys = new LinkedList<>();
        List<Double> shares = new ArrayList<>();
        for (int i = stages.size() - 1; i >= 0; i--) {
            String prefix = String.join("+", stages.subList(0, i + 1).stream().map(BoundStage::canonical).toList());
            keys.add(0, new Key(prefix, List.copyOf(shares)));
            if (stages.get(i).share() > 0) {
                shares.add(stages.get(i).share());
            }
        }
        return new BoundRecipe(label, List.copyOf(stages), List.copyOf(keys), Optional.empty());
    }

    static BoundRecipe broken(String label, String reason) {
        return new BoundRecipe(label, List.of(), List.of(), Optional.of(reason));
    }

    /** What the last stage computes; empty if the recipe is broken. */
    Optional<Key> last() {
        return keys.isEmpty() ? Optional.empty() : Optional.of(keys.get(keys.size() - 1));
    }
}
