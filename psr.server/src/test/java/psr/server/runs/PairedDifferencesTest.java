package psr.server.runs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

import org.junit.jupiter.api.Test;
import psr.api.eval.Measure;
import psr.api.lab.Experiment;
import psr.api.lab.RateChoice;
import psr.api.lab.Recipe;
import psr.api.lab.Results;
import psr.api.lab.Stage;
import psr.api.lab.SummaryRow;
import psr.api.lab.TrialResult;
import psr.server.http.ProblemException;

/** Differences by trial: a small case by hand. */
class PairedDifferencesTest {

    private static final double EXACT = 1e-15;
    private static final RowFilter ALL = new RowFilter(Optional.empty(), false);

    private static TrialResult result(int trial, String label, double... curve) {
        List<TrialResult.Point> points = new ArrayList<>();
        for (int i = 0; i < curve.length; i++) {
            points.add(TrialResult.Point.of(i, Map.of("m", curve[i])));
        }
        return TrialResult.of(trial, label).curve(points).build();
    }

    private static final Results RESULTS = new Results() {

        @Override
        public Experiment experiment() {
            return Experiment.builder("e", Stage.of("d")).recipe(Recipe.parse("a")).recipe(Recipe.parse("b"))
                    .metric(Stage.of("m")).trials(3).build();
        }

        @Override
        public Map<String, Measure> measures() {
            return Map.of();
        }

        @Override
        public Map<String, String> provenance() {
            return Map.of();
        }

        @Override
        public List<RateChoice> rates() {
            return List.of();
        }

        @Override
        public int finishedTrials() {
            return 3;
        }

        @Override
        public Iterable<TrialResult> trials() {
            return List.of(result(0, "a", 10), result(0, "b", 11, 13), result(1, "a", 20), result(1, "b", 25, 26),
                    result(2, "a", 7), TrialResult.of(2, "b").failure(TrialResult.Failure.of("no")).build());
        }

        @Override
        public List<SummaryRow> summary() {
            return List.of(SummaryRow.of("a", 0, "m", 12.333, OptionalDouble.empty(), 3),
                    SummaryRow.of("b", 0, "m", 18, OptionalDouble.empty(), 2),
                    SummaryRow.of("b", 1, "m", 19.5, OptionalDouble.empty(), 2));
        }
    };

    @Test
    void areOfTrialsThatHaveBothAndOfTheLastPointOfTheReference() {
        List<SummaryRow> rows = PairedDifferences.of(RESULTS, "a", ALL);
        assertEquals(2, rows.size());
        // 11 - 10 and 25 - 20; 13 - 10 and 26 - 20.
        assertEquals(3, rows.get(0).mean(), EXACT);
        assertEquals(2, rows.get(0).stderr().orElseThrow(), EXACT);
        assertEquals(4.5, rows.get(1).mean(), EXACT);
        assertEquals(1.5, rows.get(1).stderr().orElseThrow(), EXACT);
        assertEquals(2, rows.get(1).trials());
    }

    @Test
    void refusesAReferenceThatIsNotThere() {
        assertThrows(ProblemException.class, () -> PairedDifferences.of(RESULTS, "c", ALL));
    }
}
