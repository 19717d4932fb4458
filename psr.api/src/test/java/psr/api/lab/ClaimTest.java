package psr.api.lab;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.OptionalInt;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ClaimTest {

    private static Claim.Builder claim(String id) {
        return Claim.builder(id).words("it helps").measure("m.x").subject(Claim.Place.of("a", Claim.When.LAST))
                .reference(Claim.Place.at("b", 3)).expected(Claim.Expected.BELOW).margin(.5).family("main");
    }

    @Test
    void claimsWithEqualPartsAreEqual() {
        assertEquals(claim("c").build(), claim("c").build());
        assertEquals(claim("c").build().hashCode(), claim("c").build().hashCode());
    }

    static Stream<Claim.Builder> others() {
        return Stream.of(claim("d"), claim("c").words("else"), claim("c").measure("m.y"),
                claim("c").subject(Claim.Place.trueModel()),
                claim("c").reference(Claim.Place.at("b", 4)), claim("c").expected(Claim.Expected.ABOVE), claim("c").margin(.25),
                claim("c").family(""));
    }

    @ParameterizedTest
    @MethodSource("others")
    void claimsWithDifferentPartsAreNotEqual(Claim.Builder other) {
        assertNotEquals(claim("c").build(), other.build());
    }

    @Test
    void aMarginIsZeroOrMore() {
        assertEquals(0, claim("c").margin(0).build().margin());
        for (double wrong : new double[] {-1e-9, Double.NaN}) {
            assertEquals("the margin of a claim must be 0 or more; margin=" + wrong + " (c)",
                    assertThrows(IllegalArgumentException.class, () -> claim("c").margin(wrong).build()).getMessage());
        }
    }

    @Test
    void aPlaceIsAPointOfACurveOrAnIteration() {
        assertEquals(OptionalInt.of(0), Claim.Place.at("a", 0).iteration());
        assertEquals(OptionalInt.empty(), Claim.Place.of("a", Claim.When.MIDDLE).iteration());
        assertEquals("0", Claim.Place.at("a", 0).point());
        assertEquals("middle", Claim.Place.of("a", Claim.When.MIDDLE).point());
        assertEquals("an iteration must be 0 or more; iteration=-1",
                assertThrows(IllegalArgumentException.class, () -> Claim.Place.at("a", -1)).getMessage());
        assertThrows(IllegalArgumentException.class, () -> Claim.Place.of("a", Claim.When.AT));
    }

    @Test
    void aPlaceIsOfItsRecipeOrOfTheTrueModel() {
        TrialResult a = TrialResult.of(0, "a").build();
        TrialResult truth = TrialResult.ofTrueModel(0).build();
        assertTrue(Claim.Place.of("a", Claim.When.LAST).isOf(a));
        assertFalse(Claim.Place.of("b", Claim.When.LAST).isOf(a));
        assertFalse(Claim.Place.of(truth.label(), Claim.When.LAST).isOf(truth), "whatever a recipe is called");
        assertTrue(Claim.Place.trueModel().isOf(truth));
        assertFalse(Claim.Place.trueModel().isOf(a));
    }

    @Test
    void timesAndRatesAreNotMeasured() {
        assertTrue(claim("c").build().isMeasured());
        assertFalse(claim("c").measure(Claim.SECONDS).build().isMeasured());
        assertFalse(claim("c").measure(Claim.RATE).build().isMeasured());
    }
}
