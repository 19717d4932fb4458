package psr.server.admin;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.Test;

class GaugesTest {

    private final Gauges gauges = new Gauges();

    private List<String> lines(String name) {
        return gauges.text().lines().filter(line -> line.startsWith(name)).toList();
    }

    @Test
    void countsResponseTimesUpToEachBound() {
        for (long milliseconds : new long[] {1, 5, 6, 300, 60_000}) {
            gauges.answered(200, milliseconds * 1_000_000);
        }
        assertEquals(List.of("psr_http_request_seconds_bucket{le=\"0.005\"} 2", "psr_http_request_seconds_bucket{le=\"0.01\"} 3",
                "psr_http_request_seconds_bucket{le=\"0.025\"} 3", "psr_http_request_seconds_bucket{le=\"0.05\"} 3",
                "psr_http_request_seconds_bucket{le=\"0.1\"} 3", "psr_http_request_seconds_bucket{le=\"0.25\"} 3",
                "psr_http_request_seconds_bucket{le=\"0.5\"} 4", "psr_http_request_seconds_bucket{le=\"1.0\"} 4",
                "psr_http_request_seconds_bucket{le=\"2.5\"} 4", "psr_http_request_seconds_bucket{le=\"5.0\"} 4",
                "psr_http_request_seconds_bucket{le=\"10.0\"} 4", "psr_http_request_seconds_bucket{le=\"+Inf\"} 5",
                "psr_http_request_seconds_sum 60.312", "psr_http_request_seconds_count 5"), lines("psr_http_request_seconds"));
        assertEquals(List.of("psr_http_requests_total{status=\"200\"} 5"), lines("psr_http_requests_total"));
    }

    @Test
    void showsAValueForEachLabelAndLeavesOutWhatFails() {
        gauges.add("psr_runs", "runs", "state", () -> Map.of("queued", 3, "done", 0));
        gauges.add("psr_broken", "broken", () -> {
            throw new IllegalStateException("away");
        });
        assertEquals(List.of("psr_runs{state=\"done\"} 0", "psr_runs{state=\"queued\"} 3"), lines("psr_runs"));
        assertEquals(List.of(), lines("psr_broken"));
        assertTrue(gauges.text().contains("# HELP psr_runs runs\n# TYPE psr_runs gauge\n"));
        assertTrue(Double.parseDouble(lines("psr_cpu_seconds_total").get(0).split(" ")[1]) > 0);
    }
}
