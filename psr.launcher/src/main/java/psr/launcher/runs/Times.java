package psr.launcher.runs;

import java.util.LinkedHashMap;
import java.util.Map;

import psr.api.lab.Experiment;
import psr.api.lab.TrialResult;

/** How long each stage of each recipe took, over trials. In constant space. */
final class Times {

    private final Map<String, Map<String, Tally>> seconds = new LinkedHashMap<>();

    /** The times in results, recipes in the order of the experiment. */
    Times(Experiment experiment, Iterable<TrialResult> results) {
        experiment.recipes().forEach(recipe -> seconds.put(recipe.label(), new LinkedHashMap<>()));
        for (TrialResult result : results) {
            if (result.failure().isEmpty()) {
                Map<String, Tally> stages = seconds.computeIfAbsent(result.recipe(), label -> new LinkedHashMap<>());
                result.seconds().forEach((stage, time) -> stages.computeIfAbsent(stage, any -> new Tally()).add(time));
            }
        }
    }

    /** Tallies by label and stage. */
    Map<String, Map<String, Tally>> seconds() {
        return seconds;
    }
}
