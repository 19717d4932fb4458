package psr.api.lab;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ExperimentTest {

    private static Claim claim(String id, String measure, Claim.Place subject, Claim.Place reference) {
        return Claim.builder(id).measure(measure).subject(subject).reference(reference).expected(Claim.Expected.BELOW).build();
    }

    private static final Claim HELPS = claim("helps", "pnll.operators", Claim.Place.of("2sr+ig", Claim.When.LAST),
            Claim.Place.of("2sr", Claim.When.LAST));

    private static Experiment experiment() {
        return Experiment.builder("mine", Stage.parse("ring")).description("words").recipe(Recipe.parse("2sr"))
                .recipe(Recipe.parse("2sr+ig")).metric(Stage.parse("pnll")).trials(3).seed(7).every(2)
                .rateSearch(RateSearch.among(List.of("1", "2"))).claims(List.of(HELPS)).build();
    }

    @Test
    void anUnchangedCopyIsEqual() {
        assertEquals(experiment(), experiment().change().build());
        assertEquals(experiment().hashCode(), experiment().change().build().hashCode());
    }

    static Stream<Experiment.Builder> changes() {
        return Stream.of(experiment().change().name("other"), experiment().change().description("else"),
                experiment().change().dataset(Stage.parse("text")), experiment().change().recipes(List.of(Recipe.parse("2sr"))),
                experiment().change().metric(Stage.parse("ospa")), experiment().change().trials(4), experiment().change().seed(8),
                experiment().change().every(3), experiment().change().rateSearch(RateSearch.none()),
                experiment().change().claims(List.of()));
    }

    @ParameterizedTest
    @MethodSource("changes")
    void experimentsWithDifferentPartsAreNotEqual(Experiment.Builder changed) {
        assertNotEquals(experiment(), changed.build());
    }

    private static String refusal(Experiment.Builder builder) {
        return assertThrows(IllegalArgumentException.class, builder::build).getMessage();
    }

    @Test
    void rejectsInvalidExperiments() {
        assertEquals("an experiment must have at least one recipe; found none",
                refusal(experiment().change().recipes(List.of())));
        assertEquals("trials must be at least 1; trials=0", refusal(experiment().change().trials(0)));
        assertEquals("every must be at least 1; every=0", refusal(experiment().change().every(0)));
        assertEquals("recipes must have different labels, and 'oracle' is the true model's; '2sr' is taken",
                refusal(experiment().change().recipe(Recipe.parse("em").labelled("2sr"))));
        assertEquals("recipes must have different labels, and 'oracle' is the true model's; 'oracle' is taken",
                refusal(experiment().change().recipe(Recipe.parse("em").labelled("oracle"))));
        assertEquals("claims must have different ids; 'helps' is taken",
                refusal(experiment().change().claims(List.of(HELPS, HELPS))));
    }

    @Test
    void aClaimCanBeJudgedIfItsRecipesAndItsMeasureArePresent() {
        Claim.Place here = Claim.Place.of("2sr", Claim.When.LAST);
        Claim.Place gone = Claim.Place.of("em", Claim.When.LAST);
        Claim truth = claim("truth", "pnll.operators", here, Claim.Place.trueModel());
        Claim quick = claim("quick", Claim.SECONDS, here, here);
        Claim rated = claim("rated", Claim.RATE, here, here);
        Experiment all =
                experiment().change().claims(List.of(HELPS, truth, quick, rated, claim("a", "pnll.operators", gone, here),
                        claim("b", "pnll.operators", here, gone), claim("c", "ospa.operators", here, here))).build();
        assertEquals(List.of(HELPS, truth, quick, rated), all.judgeable(Set.of("pnll.operators")));
        assertEquals(List.of(quick, rated), all.judgeable(Set.of()));
    }
}
