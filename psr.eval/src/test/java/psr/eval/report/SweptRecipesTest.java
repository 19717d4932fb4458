package psr.eval.report;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;

import psr.api.lab.Recipe;
import psr.eval.report.statistics.SweptRecipes;

class SweptRecipesTest {

    private static List<SweptRecipes> of(String... recipes) {
        return SweptRecipes.of(Stream.of(recipes).map(Recipe::parse).toList());
    }

    @Test
    void recipesWithTheSameSettingsAreASweepHoweverTheyWereTyped() {
        SweptRecipes sweep = of("2sr:rank=40", "em", "2sr:rank=5", "2sr:rank=10").get(0);
        assertEquals(List.of("rank"), sweep.settings());
        assertEquals(List.of("rank"), sweep.numbers(2));
        assertArrayEquals(new double[] {5, 10, 40}, sweep.values("rank"));
        assertEquals("", sweep.points().get(0).without(List.of("rank")));
    }

    @Test
    void settingsOfTheSameNameAreToldApartByTheirStages() {
        SweptRecipes sweep = of("a:rate=1+b:rate=1", "a:rate=2+b:rate=1", "a:rate=1+b:rate=2").get(0);
        assertEquals(List.of("a rate", "b rate"), sweep.settings());
        assertEquals("b rate=2", sweep.points().get(2).without(List.of("a rate")));
    }

    @Test
    void wordsAreNoNumbers() {
        SweptRecipes sweep = of("a:x=1,how=p", "a:x=2,how=p", "a:x=1,how=q").get(0);
        assertEquals(List.of("x"), sweep.numbers(2));
        assertEquals(List.of("x", "how"), sweep.settings());
    }

    @Test
    void anAxisIsLogarithmicIfTheFactorsAreMoreEvenThanTheSteps() {
        assertTrue(of("a:x=1e-4", "a:x=1e-3", "a:x=1e-2").get(0).isLogarithmic("x"));
        assertTrue(of("a:x=5", "a:x=10", "a:x=20", "a:x=40").get(0).isLogarithmic("x"));
        assertFalse(of("a:x=5", "a:x=10", "a:x=15").get(0).isLogarithmic("x"));
        assertFalse(of("a:x=0", "a:x=1", "a:x=10").get(0).isLogarithmic("x"));
    }

    @Test
    void fewOrDifferentRecipesAreNoSweep() {
        assertEquals(List.of(), of("a:x=1", "a:x=2"));
        assertEquals(List.of(), of("a:x=1", "b:x=2", "c:x=3"));
        assertEquals(List.of(), of("a:x=1", "a:x=1+b", "a:x=3+c"));
    }
}
