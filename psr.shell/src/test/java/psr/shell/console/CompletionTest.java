package psr.launcher.shell;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;

import org.junit.jupiter.api.Test;

import psr.api.settings.Schema;
import psr.api.settings.Setting;
import psr.launcher.lab.Fakes;
import psr.launcher.lab.Kind;

class CompletionsTest {

    private final Completions completions = new Completions(Fakes.catalogue(
            Fakes.offer(Kind.DATASET, "coins", new Fakes.Coins()), Fakes.offer(Kind.LEARNER, "mean", new Fakes.Mean()),
            Fakes.offer(Kind.REFINER, "climb", new Fakes.Climb()), Fakes.offer(Kind.METRIC, "level", new Fakes.Level())));
    private final Setting first = Schema.of(Fakes.Climb.Settings.class).settings().get(0);

    @Test
    void offersEveryName() {
        assertEquals(List.of("climb", "coins", "level", "mean"), completions.__names());
    }

    @Test
    void aRecipeIsALearnerThenRefiners() {
        assertEquals(List.of("mean"), completions.recipe("m"));
        assertEquals(List.of("mean+climb"), completions.recipe("mean+c"));
    }

    @Test
    void afterTheColonComeSettingsAndTheirValues() {
        assertTrue(completions.recipe("mean+climb:").contains("mean+climb:" + first.name() + "="));
        String typed = "mean+climb:" + first.name() + "=";
        assertEquals(List.of(typed + first.defaultValue()), completions.recipe(typed));
        assertEquals(List.of(), completions.recipe("mean+nobody:"));
    }

    @Test
    void metricsAreAList() {
        assertEquals(List.of("level,level"), completions.list("level,"));
    }
}
