package psr.launcher.experiments;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Optional;

import org.junit.jupiter.api.Test;

import psr.api.lab.Recipe;
import psr.launcher.runs.Sample;

class RatesTest {

    private static Rates.Chosen choose(List<String> rates, String... recipes) throws Exception {
        return new Rates(Sample.lab(), Optional.empty()).choose(Sample.plan(2, recipes).experiment(), rates, 2,
                (result, done, total) -> {});
    }

    /** The fake is best at a rate of 2, and its level is the number of sequences it sees, plus the distance. */
    @Test
    void choosesTheBestRateOnTrainingDataOnly() throws Exception {
        Rates.Chosen chosen = choose(List.of("0.5", "2e0", "3", "50"), "mean", "mean+hop:rate=7", "mean+hop",
                "mean+hop+climb");
        assertEquals("level.mean", chosen.measure());
        assertEquals(List.of("mean+hop:rate=7", "mean+hop"),
                chosen.choices().stream().map(Rates.Choice::label).toList());
        Rates.Choice choice = chosen.choices().get(0);
        assertEquals("2e0", choice.rate());
        // 20 sequences less the 15 % that judge; 50 fails.
        assertEquals(List.of("0.5", "2e0", "3"), List.copyOf(choice.means().keySet()));
        assertEquals(17 + 1.5, choice.means().get("0.5"), 1e-12);
        assertEquals(17.0, choice.means().get("2e0"), 1e-12);
        assertEquals(List.of("mean", "mean+hop:rate=2e0", "mean+hop:rate=2e0", "mean+hop+climb"),
                chosen.experiment().recipes().stream().map(Recipe::text).toList());
        assertEquals(List.of("mean", "mean+hop:rate=7", "mean+hop", "mean+hop+climb"),
                chosen.experiment().recipes().stream().map(Recipe::label).toList());
    }

    @Test
    void leavesARecipeThatFailsWithEveryRate() throws Exception {
        Rates.Chosen chosen = choose(List.of("20", "30"), "mean+hop");
        assertEquals(null, chosen.choices().get(0).rate());
        assertEquals("mean+hop", chosen.experiment().recipes().get(0).text());
    }

    @Test
    void sayWhatIsWrong() {
        assertTrue(assertThrows(IllegalArgumentException.class, () -> choose(List.of("1"), "mean+climb")).getMessage()
                .startsWith("rates are for recipes whose last stage has a setting 'rate'; none of mean+climb"));
        assertEquals("rate must be at most 100; rate=200 (hop)",
                assertThrows(IllegalArgumentException.class, () -> choose(List.of("200"), "mean+hop")).getMessage());
        assertEquals("a rate must be a number above 0; found 'x'",
                assertThrows(IllegalArgumentException.class, () -> Rates.check(List.of("1", "x"))).getMessage());
        assertEquals("a rate must be a number above 0; found '-1'",
                assertThrows(IllegalArgumentException.class, () -> Rates.check(List.of("-1"))).getMessage());
        assertEquals("a rate must be given once; 1e0 stands twice",
                assertThrows(IllegalArgumentException.class, () -> Rates.check(List.of("1", "1e0"))).getMessage());
    }
}
