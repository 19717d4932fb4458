package psr.server.runs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import psr.api.lab.Cluster;
import psr.api.lab.JoinOptions;
import psr.api.lab.TrialPool;

/** The server as one of a cluster that comes and goes. */
@Timeout(60)
class OtherMachinesTest {

    private static final JoinOptions OPTIONS = JoinOptions.builder().name("lab").build();

    /** A cluster that can be joined as often as one likes. */
    private static final class Fake implements Cluster {

        private final BlockingQueue<Joined> joined = new LinkedBlockingQueue<>();
        private volatile boolean refuses;

        @Override
        public Membership join(JoinOptions options, Consumer<String> news) throws IOException {
            if (refuses) {
                refuses = false;
                throw new IOException("the port is taken");
            }
            news.accept("made the secret");
            Joined now = new Joined();
            joined.add(now);
            return now;
        }
    }

    private static final class Joined implements Cluster.Membership {

        private final CountDownLatch end = new CountDownLatch(1);
        private volatile TrialPool pool;

        @Override
        public String address() {
            return "here:5701";
        }

        @Override
        public List<Cluster.Worker> workers() {
            return List.of(new Cluster.Worker("a:1", 3), new Cluster.Worker("b:1", 4));
        }

        @Override
        public void compute(TrialPool which) {
            pool = which;
        }

        @Override
        public void await() throws InterruptedException {
            end.await();
        }

        @Override
        public void close() {
            end.countDown();
        }
    }

    @Test
    void workersComputeWhatTheThreadsShareAndAClusterThatEndsIsJoinedAgain() throws Exception {
        Fake cluster = new Fake();
        try (SharedThreads threads = new SharedThreads(2, () -> false)) {
            OtherMachines machines = new OtherMachines(threads, 5);
            assertEquals(Optional.empty(), machines.name());
            assertEquals(2, threads.everywhere());
            assertEquals(List.of("made the secret", "member of the cluster lab at here:5701; workers: a:1, b:1"),
                    machines.join(cluster, OPTIONS));
            Joined first = cluster.joined.take();
            assertEquals(threads, first.pool);
            assertEquals(9, threads.everywhere());
            cluster.refuses = true;
            first.end.countDown();
            Joined second = cluster.joined.poll(30, TimeUnit.SECONDS);
            while (machines.address().isEmpty()) {
                Thread.sleep(1);
            }
            assertEquals(threads, second.pool, "after one attempt that failed");
            machines.close();
            assertTrue(second.end.await(30, TimeUnit.SECONDS), "it leaves");
            Thread.sleep(50);
            assertEquals(0, cluster.joined.size(), "and does not come back");
        }
    }

    @Test
    void aClusterThatCannotBeJoinedAtFirstIsSaid() {
        Fake cluster = new Fake();
        cluster.refuses = true;
        try (SharedThreads threads = new SharedThreads(2, () -> false); OtherMachines machines = new OtherMachines(threads, 5)) {
            assertEquals("the port is taken",
                    assertThrows(IOException.class, () -> machines.join(cluster, OPTIONS)).getMessage());
        }
    }
}
