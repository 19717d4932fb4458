package psr.shell.experiments;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

import psr.api.lab.Experiment;
import psr.api.lab.Results;
import psr.api.lab.TrialResult;
import psr.shell.command.CommandFailedException;

/** What failed and what was counted, over trials, in words. */
final class FailedRecipes {

    /** How many different reasons of one recipe are told; the number in a message may differ in every trial. */
    private static final int REASONS = 3;

    /** What is known of one recipe. */
    private static final class Tale {
        private final Map<String, Long> counts = new TreeMap<>();
        private final Map<String, Integer> reasons = new LinkedHashMap<>();
        private final Map<String, Integer> unmeasured = new LinkedHashMap<>();
        private boolean trueModel;
        private boolean refused = true;
        private int failures;
        private int others;
    }

    private final Experiment experiment;
    private final Map<String, Tale> tales = new LinkedHashMap<>();

    FailedRecipes(Results results) {
        this.experiment = results.experiment();
        experiment.recipes().forEach(recipe -> tales.put(recipe.label(), new Tale()));
        for (TrialResult result : results.trials()) {
            Tale tale = tales.computeIfAbsent(result.label(), label -> new Tale());
            tale.trueModel = result.isTrueModel();
            result.counts().forEach((counter, count) -> tale.counts.merge(counter, count, Long::sum));
            result.unmeasured().forEach((metric, reason) -> count(tale.unmeasured, metric + ": " + reason));
            result.failure().ifPresent(failure -> {
                tale.failures++;
                tale.refused &= failure.isRefusal();
                if (!count(tale.reasons, failure.reason())) {
                    tale.others++;
                }
            });
        }
    }

    /** Returns whether it is among those that are told. */
    private static boolean count(Map<String, Integer> reasons, String reason) {
        boolean told = reasons.size() < REASONS || reasons.containsKey(reason);
        if (told) {
            reasons.merge(reason, 1, Integer::sum);
        }
        return told;
    }

    /** Everything that has a result: the recipes in their order, and the true model. */
    List<String> labels() {
        return List.copyOf(tales.keySet());
    }

    /** The recipes that failed in every trial, with a reason. */
    Map<String, String> failed() {
        Map<String, String> failed = new LinkedHashMap<>();
        tales.forEach((label, tale) -> {
            if (tale.failures == experiment.trials() && !tale.trueModel) {
                failed.put(label, tale.reasons.keySet().iterator().next());
            }
        });
        return failed;
    }

    /** Whether no recipe has a single result. */
    boolean all() {
        return failed().size() == experiment.recipes().size();
    }

    /** What to tell if a recipe failed in every trial: the user's mistake if all of them asked for what cannot be. */
    Optional<RuntimeException> failure() {
        Map<String, String> failed = failed();
        if (failed.isEmpty()) {
            return Optional.empty();
        }
        Set<String> reasons = new LinkedHashSet<>(failed.values());
        String message = all() ? String.join("; also: ", reasons)
                : failed.size() + " of " + experiment.recipes().size() + " recipes failed: " + String.join("; ", reasons);
        return Optional.of(failed.keySet().stream().allMatch(label -> tales.get(label).refused)
                ? new IllegalArgumentException(message) : new CommandFailedException(message));
    }

    /** What was counted and what failed, below the table. */
    List<String> remarks() {
        List<String> remarks = new ArrayList<>();
        String of = " of " + experiment.trials() + (experiment.trials() == 1 ? " trial" : " trials");
        tales.forEach((label, tale) -> {
            if (!tale.counts.isEmpty()) {
                remarks.add(label + ": " + tale.counts.entrySet().stream()
                        .map(count -> count.getValue() + " × " + count.getKey()).collect(Collectors.joining(", ")));
            }
            tale.unmeasured.forEach((reason, times) -> remarks.add(label + " was not measured in " + times + of + " by "
                    + reason));
            tale.reasons.forEach((reason, times) -> remarks.add(label + " failed in " + times + of + ": " + reason));
            if (tale.others > 0) {
                remarks.add(label + " failed in " + tale.others + of + " for other reasons");
            }
        });
        return remarks;
    }
}
