package psr.api.lab;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Results and outcomes are equal if all parts that matter for resuming and merging are equal. */
class TrialResultTest {

    private static TrialResult.Builder result(int trial, String label) {
        return TrialResult.of(trial, label)
                .curve(List.of(new TrialResult.Point(0, Map.of("m.x", 1.)), new TrialResult.Point(4, Map.of("m.x", 2.))))
                .counts(Map.of("skipped", 3L)).stages(List.of(new TrialResult.StageTime("2sr", .5)))
                .unmeasured(Map.of("l2se", "why"));
    }

    static Stream<TrialResult> others() {
        return Stream.of(result(1, "a").build(), result(0, "b").build(),
                result(0, "a")
                        .curve(List.of(new TrialResult.Point(0, Map.of("m.x", 1.)), new TrialResult.Point(5, Map.of("m.x", 2.))))
                        .build(),
                result(0, "a")
                        .curve(List.of(new TrialResult.Point(0, Map.of("m.x", 1.)), new TrialResult.Point(4, Map.of("m.x", 3.))))
                        .build(),
                result(0, "a").counts(Map.of("skipped", 4L)).build(),
                result(0, "a").stages(List.of(new TrialResult.StageTime("2sr", .25))).build(),
                result(0, "a").stages(List.of(new TrialResult.StageTime("em", .5))).build(),
                result(0, "a").unmeasured(Map.of()).build(),
                result(0, "a").failure(TrialResult.Failure.of("it fell")).build());
    }

    @ParameterizedTest
    @MethodSource("others")
    void resultsWithDifferentPartsAreNotEqual(TrialResult other) {
        TrialResult known = result(0, "a").build();
        assertNotEquals(known, other);
        assertEquals(known, result(0, "a").build());
        assertEquals(known.hashCode(), result(0, "a").build().hashCode());
    }

    @Test
    void aRecipeWithTheLabelOfTheTrueModelIsNotTheTrueModel() {
        assertNotEquals(TrialResult.ofTrueModel(0).build(), TrialResult.of(0, Experiment.TRUE_MODEL).build());
    }

    @Test
    void kindsOfFailureDiffer() {
        List<TrialResult.Failure> kinds = List.of(TrialResult.Failure.of("why"), TrialResult.Failure.refused("why"),
                TrialResult.Failure.outOfMemory("why"), TrialResult.Failure.of("why not"));
        assertEquals(4, kinds.stream().distinct().count());
        assertEquals(List.of(false, true, false, false), kinds.stream().map(TrialResult.Failure::isRefusal).toList());
        assertEquals(List.of(false, false, true, false), kinds.stream().map(TrialResult.Failure::isOutOfMemory).toList());
    }

    @Test
    void theLastValuesAreThoseOfTheLastPoint() {
        assertEquals(Map.of("m.x", 2.), result(0, "a").build().last());
        assertEquals(Map.of(), TrialResult.of(0, "a").build().last());
    }

    @Test
    void trialsAreNumberedFromZero() {
        assertEquals("a trial must be numbered from 0; trial=-1",
                assertThrows(IllegalArgumentException.class, () -> TrialResult.of(-1, "a")).getMessage());
    }
}
