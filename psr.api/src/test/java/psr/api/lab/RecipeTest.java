package psr.api.lab;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
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
        assertEquals(List.of(Stage.of("2sr", Map.of("rank", "40")),
                Stage.of("ig", Map.of("horizon", "5", "rate", "3e-3"))), recipe.stages());
        assertEquals(recipe.label(), recipe.text());
    }

    @Test
    void quotesAllowSeparatorsInValues() {
        Stage stage = Stage.parse("lines:file=\"a,b+c.txt\",separator=','");
        assertEquals(Map.of("file", "a,b+c.txt", "separator", ","), stage.settings());
        assertEquals(stage, Stage.parse(stage.toString()));
        assertEquals(2, Recipe.parse("lines:file='a+b'+ig").stages().size());
    }

    @Test
    void readsListsOfStagesWithSettings() {
        assertEquals(List.of(Stage.of("pnll"), Stage.of("accuracy", Map.of("ahead", "3", "x", "y")),
                Stage.of("ospa")), Stage.parseList("pnll,accuracy:ahead=3,x=y,ospa"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "+", "2sr+", "+ig", "2sr:", "2sr:rank", "2sr:=4", "2sr:rank=1,rank=2", "a b", "2sr:file='x"})
    void rejectsInvalidRecipes(String text) {
        assertThrows(IllegalArgumentException.class, () -> Recipe.parse(text));
    }

    @Test
    void readsAnyValueBack() {
        for (String value : List.of("plain", "", "a,b", "a+b", "a/b", "a\"b", "a'b", "a\"',b", "\"", "''", "=", "x=\"y\"",
                "\",\"")) {
            Stage stage = Stage.of("x", Map.of("k", value, "l", "1"));
            assertEquals(stage, Stage.parse(stage.toString()), stage.toString());
            Recipe recipe = Recipe.of(stage, Stage.of("y"));
            assertEquals(recipe.stages(), Recipe.parse(recipe.text()).stages(), recipe.text());
        }
    }

    @Test
    void readsCombiners() {
        Recipe recipe = Recipe.parse("mix:weights=em/2sr:rank=40+bptt/ngram:order=5");
        Stage mix = recipe.last();
        assertEquals("mix", mix.name());
        assertEquals(Map.of("weights", "em"), mix.settings());
        assertEquals(List.of("2sr:rank=40+bptt", "ngram:order=5"), mix.parts().stream().map(Recipe::text).toList());
        assertEquals(recipe, Recipe.parse(recipe.text()));
    }

    @Test
    void readsNestedAndRefinedCombiners() {
        Recipe inner = Recipe.of(Stage.of("mix").combining(List.of(Recipe.parse("a"), Recipe.parse("b+c"))));
        Recipe outer = Recipe.of(Stage.of("mix").combining(List.of(inner, Recipe.parse("d:k='x/y'"))));
        assertEquals("mix/\"mix/a/b+c\"/d:k=\"x/y\"", outer.text());
        assertEquals(outer, Recipe.parse(outer.text()));
        Recipe refined = Recipe.of(inner.last(), Stage.of("bptt"));
        assertEquals("\"mix/a/b+c\"+bptt", refined.text());
        assertEquals(refined, Recipe.parse(refined.text()));
        for (String bad : List.of("mix/", "mix//a", "/a", "mix+x/a", "\"a+b\"+c", "mix/a/\"b")) {
            assertThrows(IllegalArgumentException.class, () -> Recipe.parse(bad), bad);
        }
    }

    @Test
    void labelsOfAnExperimentAreDifferent() {
        Recipe recipe = Recipe.parse("2sr");
        Experiment.Builder builder = Experiment.builder("x", Stage.of("ring")).metric(Stage.of("pnll"));
        for (List<Recipe> bad : List.of(List.<Recipe>of(), List.of(recipe, recipe),
                List.of(recipe.labelled(Experiment.TRUE_MODEL)))) {
            assertThrows(IllegalArgumentException.class, () -> builder.recipes(bad).build());
        }
        builder.recipes(List.of(recipe, recipe.labelled("again"))).build();
    }

    @Test
    void anExperimentCopiesItsLists() {
        List<Recipe> recipes = new ArrayList<>(List.of(Recipe.parse("2sr")));
        Experiment experiment = Experiment.builder("x", Stage.of("ring")).recipes(recipes).metric(Stage.of("pnll")).build();
        recipes.add(Recipe.parse("em"));
        assertEquals(1, experiment.recipes().size());
        assertEquals(experiment, experiment.change().build());
        assertEquals(7, experiment.change().trials(7).build().trials());
    }

    /** Such a text must not cause endless recursion. */
    @Test
    void rejectsTextAfterAQuote() {
        for (String text : List.of("\"a\"b", "2sr+'a'b", "mix/\"a\"b/c", "\"a\"'b'")) {
            assertTrue(assertThrows(IllegalArgumentException.class, () -> Recipe.parse(text)).getMessage()
                    .startsWith("a quoted part of a recipe must end with its closing quote; found '"), text);
        }
    }
}
