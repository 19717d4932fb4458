package psr.server.admin;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;

import org.junit.jupiter.api.Test;

class HealthReportTest {

    private static final long LONG = 60_000;
    private static final long SHORT = 50;
    private static final Callable<HealthReport.HealthAnswer> WELL = () -> new HealthReport.HealthAnswer(true, "well");

    private final List<HealthReport.Check> checks = new ArrayList<>();

    private void add(String name, List<String> tags, Callable<HealthReport.HealthAnswer> work) {
        checks.add(new HealthReport.Check(new Object(), name, tags, work));
    }

    private Map<String, HealthReport.HealthAnswer> ask(String question, long patience) throws Exception {
        return new HealthReport(() -> checks, patience).ask(question);
    }

    @Test
    void runsChecksByTheirTags() throws Exception {
        add("a", List.of("live"), WELL);
        add("b", List.of("ready"), WELL);
        add("c", List.of(), WELL);
        add("d", List.of("ready", "live"), WELL);
        assertEquals(List.of("a", "d"), List.copyOf(ask(HealthReport.LIVE, LONG).keySet()));
        assertEquals(List.of("b", "c", "d"), List.copyOf(ask(HealthReport.READY, LONG).keySet()));
    }

    @Test
    void oneThatFailsIsNotWellAndSaysNothingOfItsOwn() throws Exception {
        add("a", List.of(), () -> {
            throw new IllegalStateException("secret");
        });
        add("twice", List.of(), () -> new HealthReport.HealthAnswer(false, "x".repeat(300)));
        add("twice", List.of(), WELL);
        Map<String, HealthReport.HealthAnswer> found = ask(HealthReport.READY, LONG);
        assertEquals(new HealthReport.HealthAnswer(false, "the check failed; see log/psr.log"), found.get("a"));
        assertEquals(new HealthReport.HealthAnswer(false, "x".repeat(200)), found.get("twice"));
    }

    @Test
    void startsAHangingCheckOnce() throws Exception {
        AtomicInteger asked = new AtomicInteger();
        CountDownLatch go = new CountDownLatch(1);
        add("slow", List.of(), () -> {
            asked.incrementAndGet();
            go.await();
            return new HealthReport.HealthAnswer(true, "well");
        });
        HealthReport impatient = new HealthReport(() -> checks, SHORT);
        for (int i = 0; i < 3; i++) {
            HealthReport.HealthAnswer found = impatient.ask(HealthReport.READY).get("slow");
            assertFalse(found.well());
            assertEquals("no answer within 50 ms", found.message());
        }
        assertEquals(1, asked.get());
        go.countDown();
        for (boolean well = false; !well;) {
            well = impatient.ask(HealthReport.READY).get("slow").well();
        }
        assertTrue(asked.get() >= 1);
    }
}
