package psr.launcher.spi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;

import org.junit.jupiter.api.Test;

import psr.api.lab.Experiment;
import psr.api.lab.Recipe;
import psr.api.lab.Stage;
import psr.api.lab.TrialResult;
import psr.launcher.lab.Fakes;

class TrialTaskTest {

    @Test
    void rejectsAnOutcomeWithResultsOfAnotherTrial() {
        assertEquals("the results must be of trial 1; found one of trial 0", assertThrows(IllegalArgumentException.class,
                () -> new TrialOutcome(1, List.of(TrialResult.of(0, "a").build()), "data")).getMessage());
    }

    @Test
    void rejectsATrialThatTheExperimentDoesNotHave() {
        Experiment three = Experiment.builder("mine", Stage.of("ring")).recipe(Recipe.parse("2sr")).metric(Stage.of("pnll"))
                .trials(3).build();
        assertEquals(2, Fakes.task("run", three, 2).trial());
        for (int wrong : new int[] {-1, 3}) {
            assertEquals("the trial must be 0 … 2; trial=" + wrong,
                    assertThrows(IllegalArgumentException.class, () -> Fakes.task("run", three, wrong)).getMessage());
        }
    }
}
