package psr.server.runs;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

import org.junit.jupiter.api.Test;
import psr.api.lab.SummaryRow;

class SummaryFilterTest {

    private static SummaryRow row(String label, int iteration, String measure) {
        return SummaryRow.of(label, iteration, measure, 1, OptionalDouble.empty(), 1);
    }

    private static final SummaryRow ORACLE = SummaryRow.ofTrueModel(0, "m", 1, OptionalDouble.empty(), 1);
    private static final List<SummaryRow> ROWS =
            List.of(row("a", 0, "m"), row("a", 0, "n"), row("a", 1, "m"), row("a", 1, "n"), row("b", 0, "m"), row("b", 2, "m"),
                    ORACLE);

    @Test
    void selectsRowsOfAMeasureInOrder() {
        assertEquals(ROWS, new SummaryFilter(Optional.empty(), false).among(ROWS));
        assertEquals(List.of(row("a", 0, "n"), row("a", 1, "n")), new SummaryFilter(Optional.of("n"), false).among(ROWS));
        assertEquals(List.of(), new SummaryFilter(Optional.of("other"), false).among(ROWS));
    }

    @Test
    void selectsTheLastRowOfEachCurve() {
        assertEquals(List.of(row("a", 1, "m"), row("a", 1, "n"), row("b", 2, "m"), ORACLE),
                new SummaryFilter(Optional.empty(), true).among(ROWS));
        assertEquals(List.of(row("a", 1, "m"), row("b", 2, "m"), ORACLE), new SummaryFilter(Optional.of("m"), true).among(ROWS));
    }
}
