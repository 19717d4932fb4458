package psr.launcher.trials;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A recipe with its services.
 *
 * @param label its name in the results
 * @param stages in order; empty if it is broken
 * @param keys the key of each stage, in the same order
 * @param joint whether it runs on joint symbols of input and observation
 * @param broken why it cannot run, if one of its services cannot be used
 */
record BoundRecipe(String label, List<BoundStage> stages, List<Key> keys, boolean joint, Optional<String> broken) {

    /**
     * Identifies the computation of a stage: recipes that have a key in common share it. All keys of a recipe share one text and one list,
     * because a copy for each stage would need memory that grows with the square of the number of stages.
     */
    static final class Key {

        private final String recipe;
        private final int end;
        private final List<Double> shares;
        private final int hash;
        private final boolean joint;

        private Key(String recipe, int end, List<Double> shares, int hash, boolean joint) {
            this.recipe = recipe;
            this.end = end;
            this.shares = shares;
            this.hash = hash;
            this.joint = joint;
        }

        /** Whether the stage gets joint symbols of input and observation. */
        boolean joint() {
            return joint;
        }

        /** The recipe up to and including the stage, in canonical form. */
        String prefix() {
            return recipe.substring(0, end);
        }

        /** The fractions of the training data that are held out, one after the other, before the stage gets them. */
        List<Double> shares() {
            return shares;
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Key that && hash == that.hash && end == that.end && joint == that.joint
                    && recipe.regionMatches(0, that.recipe, 0, end) && shares.equals(that.shares);
        }

        /** Of the text before the end. */
        @Override
        public int hashCode() {
            return hash;
        }
    }

    static BoundRecipe of(String label, List<BoundStage> stages, boolean joint) {
        return of(label, stages, joint, List.of());
    }

    private static BoundRecipe of(String label, List<BoundStage> stages, boolean joint, List<Double> before) {
        List<BoundStage> copy = List.copyOf(stages);
        StringBuilder text = new StringBuilder();
        int[] ends = new int[copy.size()];
        int[] hashes = new int[copy.size()];
        int hash = 0;
        for (int i = 0; i < ends.length; i++) {
            String added = (i == 0 ? "" : "+") + copy.get(i).canonical();
            for (int at = 0; at < added.length(); at++) {
                hash = 31 * hash + added.charAt(at);
            }
            text.append(added);
            ends[i] = text.length();
            hashes[i] = hash;
        }
        // The last stage sees what is left of the data before; each stage before it sees less.
        List<Double> all = new ArrayList<>(before);
        int[] seen = new int[copy.size()];
        for (int i = ends.length - 1; i >= 0; i--) {
            seen[i] = all.size();
            if (copy.get(i).share() > 0) {
                all.add(copy.get(i).share());
            }
        }
        String recipe = text.toString();
        List<Double> shares = List.copyOf(all);
        List<Key> keys = new ArrayList<>();
        for (int i = 0; i < ends.length; i++) {
            keys.add(new Key(recipe, ends[i], shares.subList(0, seen[i]), hashes[i], joint));
        }
        return new BoundRecipe(label, copy, List.copyOf(keys), joint, Optional.empty());
    }

    static BoundRecipe broken(String label, String reason) {
        return new BoundRecipe(label, List.of(), List.of(), false, Optional.of(reason));
    }

    /** The same recipe as part of a stage, which gets the data without the held-out shares. */
    BoundRecipe afterHoldingOut(List<Double> shares) {
        return of(label, stages, joint, shares);
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
