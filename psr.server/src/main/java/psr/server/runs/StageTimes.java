package psr.server.runs;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;

import psr.api.lab.Recipe;
import psr.api.lab.Results;
import psr.api.lab.TrialResult;

/** How long stages took, as in the table {@code times.csv} of a run that has ended. */
final class StageTimes {

    /** A stage of a recipe, from position 1 on. */
    record StageRow(String recipe, int position, String stage, double seconds, OptionalDouble stderr, int trials) {}

    private StageTimes() {}

    static List<StageRow> of(Results results) {
        Map<String, List<WelfordMean>> means = new LinkedHashMap<>();
        Map<String, List<String>> stages = new LinkedHashMap<>();
        for (Recipe recipe : results.experiment().recipes()) {
            means.put(recipe.label(), new ArrayList<>());
            stages.put(recipe.label(), new ArrayList<>());
        }
        for (TrialResult result : results.trials()) {
            if (result.isTrueModel() || result.failure().isPresent()) {
                continue;
            }
            List<WelfordMean> seconds = means.get(result.label());
            for (int i = 0; i < result.stages().size(); i++) {
                if (i == seconds.size()) {
                    seconds.add(new WelfordMean());
                    stages.get(result.label()).add(result.stages().get(i).stage());
                }
                seconds.get(i).add(result.stages().get(i).seconds());
            }
        }
        List<StageRow> rows = new ArrayList<>();
        means.forEach((label, seconds) -> {
            for (int i = 0; i < seconds.size(); i++) {
                rows.add(new StageRow(label, i + 1, stages.get(label).get(i), seconds.get(i).mean(), seconds.get(i).error(),
                        seconds.get(i).count()));
            }
        });
        return rows;
    }
}
