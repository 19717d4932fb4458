package psr.server.runs;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.Test;

import psr.api.lab.Experiment;
import psr.api.lab.Recipe;
import psr.api.lab.Results;
import psr.api.lab.Stage;
import psr.api.lab.TrialResult;

class RunPairsTest {

    /** Results of one recipe with these last values, trial by trial. */
    private static Results results(Recipe recipe, double... values) {
        Experiment experiment = Experiment.builder("e", Stage.of("coins")).recipe(recipe).trials(values.length).build();
        List<TrialResult> trials = new ArrayList<>();
        for (int t = 0; t < values.length; t++) {
            trials.add(TrialResult.of(t, recipe.label()).curve(List.of(new TrialResult.Point(0, Map.of("score.sum", values[t]))))
                    .build());
        }
        return (Results) Proxy.newProxyInstance(Results.class.getClassLoader(), new Class<?>[] {Results.class},
                (proxy, method, arguments) -> method.getName().equals("experiment") ? experiment : trials);
    }

    /** Differences 1, 3, 5: mean 3, variance 4, standard error √(4/3). The fourth trial has other data. */
    @Test
    void pairsRecipesByContentAndTrialsByData() {
        Results first = results(Recipe.parse("patient:tag=a").labelled("mine"), 1, 2, 3, 4);
        Results second = results(Recipe.parse("patient:tag=a").labelled("yours"), 2, 5, 8, 100);
        RunPairs.Pair pair = RunPairs.differences(first, second, "score.sum", trial -> trial < 3).get(0);
        assertEquals("patient:tag=a", pair.recipe());
        assertEquals(3, pair.mean(), 1e-12);
        assertEquals(Math.sqrt(4 / 3.), pair.stderr(), 1e-12);
        assertEquals(3, pair.trials());
        assertEquals(List.of(),
                RunPairs.differences(first, results(Recipe.parse("patient:tag=b").labelled("mine"), 1), "score.sum",
                        trial -> true));
        assertEquals(List.of(), RunPairs.differences(first, second, "score.other", trial -> true));
    }
}
