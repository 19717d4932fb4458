package psr.api.lab;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RecipeTest {

    @Test
    void readsStagesWithTheirSettings() {
        Recipe recipe = Recipe.parse("2sr:rank=40+ig:horizon=5,rate=3e-3");
        assertEquals("2sr:rank=40+ig:horizon=5,rate=3e-3", recipe.label());
        assertEquals(List.of(new Stage("2sr", Map.of("rank", "40")),
                new Stage("ig", Map.of("horizon", "5", "rate", "3e-3"))), recipe.stages());
        assertEquals(recipe.label(), recipe.text());
    }

    @Test
    void quotesKeepSeparatorsInValues() {
        Stage stage = Stage.parse("lines:file=\"a,b+c.txt\",separator=','");
        assertEquals(Map.of("file", "a,b+c.txt", "separator", ","), stage.settings());
        assertEquals(stage, Stage.parse(stage.toString()));
        assertEquals(2, Recipe.parse("lines:file='a+b'+ig").stages().size());
    }

    @Test
    void readsListsWhereSettingsBelongToTheStageBefore() {
        assertEquals(List.of(new Stage("pnll", Map.of()), new Stage("accuracy", Map.of("ahead", "3", "x", "y")),
                new Stage("ospa", Map.of())), Stage.parseList("pnll,accuracy:ahead=3,x=y,ospa"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "+", "2sr+", "+ig", "2sr:", "2sr:rank", "2sr:=4", "2sr:rank=1,rank=2", "a b", "2sr:file='x"})
    void refusesWhatIsNoRecipe(String text) {
        assertThrows(IllegalArgumentException.class, () -> Recipe.parse(text));
    }

    @Test
    void labelsOfAnExperimentAreDifferent() {
        Stage ring = Stage.parse("ring");
        List<Stage> metrics = Stage.parseList("pnll");
        Recipe recipe = Recipe.parse("2sr");
        for (List<Recipe> bad : List.of(List.<Recipe>of(), List.of(recipe, recipe),
                List.of(recipe.labelled(Experiment.ORACLE)))) {
            assertThrows(IllegalArgumentException.class, () -> new Experiment("x", ring, bad, metrics, 1, 1, 1));
        }
        new Experiment("x", ring, List.of(recipe, recipe.labelled("again")), metrics, 1, 1, 1);
    }
}
