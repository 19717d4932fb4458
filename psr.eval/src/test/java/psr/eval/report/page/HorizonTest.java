package psr.eval.report.page;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.Test;

import psr.api.eval.Measure;
import psr.api.eval.Measure.Better;

class HorizonTest {

    private static Map<String, Measure> measures(String... names) {
        Map<String, Measure> measures = new LinkedHashMap<>();
        for (String name : names) {
            measures.put(name, Measure.of(name, Better.LOWER, "squared error, 1 step ahead"));
        }
        return measures;
    }

    @Test
    void measuresAtDistancesAreOneFamily() {
        Map<String, Measure> measures = measures("mse.1", "mse.2", "mse.3", "mse.relative-1", "mse.relative-2", "nll.1",
                "pnll.operators", "other.2");
        List<Horizon> found = Horizon.among(measures);
        assertEquals(List.of(new Horizon("mse", List.of("mse.1", "mse.2", "mse.3")),
                new Horizon("mse.relative", List.of("mse.relative-1", "mse.relative-2"))), found);
        assertEquals(List.of("mse.2", "mse.3"), found.get(0).later());
        assertEquals("squared error, 1 to 3 steps ahead", found.get(0).title(measures.get("mse.1")).words());
        assertEquals("mse.relative against steps ahead", found.get(1).title(measures.get("mse.1")).title());
    }
}
