package psr.server;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class HousekeepingTest {

    private static final Duration SOON = Duration.ofMillis(1);

    @Test
    void noTaskWaitsForASlowOneWhichRunsOnceAtATime() throws Exception {
        CountDownLatch free = new CountDownLatch(1);
        AtomicInteger slow = new AtomicInteger();
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch again = new CountDownLatch(2);
        CountDownLatch others = new CountDownLatch(50);
        try (Housekeeping housekeeping = new Housekeeping()) {
            housekeeping.slowly(Duration.ZERO, SOON, () -> {
                slow.incrementAndGet();
                begun.countDown();
                again.countDown();
                free.await();
                throw new IOException("the next run follows also if this one fails");
            });
            housekeeping.every(SOON, SOON, others::countDown);
            begun.await();
            others.await();
            assertEquals(1, slow.get());
            free.countDown();
            again.await();
        }
    }
}
