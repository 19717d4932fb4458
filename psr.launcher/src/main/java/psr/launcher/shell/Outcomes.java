package psr.launcher.shell;

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
import psr.api.lab.TrialResult;

/** What failed and what was counted, over trials. */
final class Outcomes {

    /** How many different reasons of one recipe are told; the number in a message may differ in every trial. */
    private static final int REASONS = 3;

    private static final class Outcome {
        private final Map<String, Long> counts = new TreeMap<>();
        private final Map<String, Integer> reasons = new LinkedHashMap<>();
        private int failures;
        private int others;
    }

    private final Experiment experiment;
    private final Map<String, Outcome> outcomes = new LinkedHashMap<>();

    Outcomes(Experiment experiment, Iterable<TrialResult> results) {
        this.experiment = experiment;
        experiment.recipes().forEach(recipe -> outcomes.put(recipe.label(), new Outcome()));
        for (TrialResult result : results) {
            Outcome outcome = outcomes.computeIfAbsent(result.recipe(), label -> new Outcome());
            result.counts().forEach((counter, count) -> outcome.counts.merge(counter, count, Long::sum));
            result.failure().ifPresent(reason -> {
                outcome.failures++;
                if (outcome.reasons.size() < REASONS || outcome.reasons.containsKey(reason)) {
                    outcome.reasons.merge(reason, 1, Integer::sum);
                } else {
                    outcome.others++;
                }
            });
        }
    }

    /** Everything that has a result: the recipes in their order, and the oracle. */
    List<String> labels() {
        return List.copyOf(outcomes.keySet());
    }

    /** The recipes that failed in every trial, with a reason. */
    Map<String, String> failed() {
        Map<String, String> failed = new LinkedHashMap<>();
        outcomes.forEach((label, outcome) -> {
            if (outcome.failures == experiment.trials() && !label.equals(Experiment.ORACLE)) {
                failed.put(label, outcome.reasons.keySet().iterator().next());
            }
        });
        return failed;
    }

    /** Whether no recipe has a single result. */
    boolean allFailed() {
        return failed().size() == experiment.recipes().size();
    }

    /**
     * What to tell if a recipe failed in every trial.
     *
     * @param refused the recipes that failed because the user asked for something that cannot be
     */
    Optional<RuntimeException> failure(Set<String> refused) {
        Map<String, String> failed = failed();
        if (failed.isEmpty()) {
            return Optional.empty();
        }
        Set<String> reasons = new LinkedHashSet<>(failed.values());
        String message = allFailed() ? String.join("; also: ", reasons)
                : failed.size() + " of " + experiment.recipes().size() + " recipes failed: "
                        + String.join("; ", reasons);
        return Optional.of(refused.containsAll(failed.keySet()) ? new IllegalArgumentException(message)
                : new CommandFailedException(message));
    }

    /** What was counted and what failed, below the table. */
    List<String> remarks() {
        List<String> remarks = new ArrayList<>();
        outcomes.forEach((label, outcome) -> {
            if (!outcome.counts.isEmpty()) {
                remarks.add(label + ": " + outcome.counts.entrySet().stream()
                        .map(count -> count.getKey() + ": " + count.getValue()).collect(Collectors.joining(", ")));
            }
            String of = " of " + experiment.trials() + (experiment.trials() == 1 ? " trial" : " trials");
            outcome.reasons.forEach((reason, times) -> remarks.add(label + " failed in " + times + of + ": " + reason));
            if (outcome.others > 0) {
                remarks.add(label + " failed in " + outcome.others + of + " for other reasons");
            }
        });
        return remarks;
    }
}
