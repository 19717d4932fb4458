package psr.server.runs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
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
import psr.launcher.spi.Cluster;
import psr.launcher.spi.JoinOptions;

/** The server as a member of a cluster whose membership ends and is renewed. */
@Timeout(60)
class ClusterLinkTest {

    private static final JoinOptions OPTIONS = JoinOptions.builder().name("lab").build();

    /** A cluster that can be joined repeatedly. */
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

        @Override
        public String address() {
            return "here:5701";
        }

        @Override
        public List<Cluster.Worker> workers() {
            return List.of(new Cluster.Worker("a:1", 3), new Cluster.Worker("b:1", 4));
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
    void joinsAgainWhenTheClusterEndsUntilItIsClosed() throws Exception {
        Fake cluster = new Fake();
        ClusterLink link = new ClusterLink(5);
        assertEquals(Optional.empty(), link.name());
        assertEquals(List.of(), link.workers());
        assertEquals(List.of("made the secret", "member of the cluster lab at here:5701; workers: a:1, b:1"),
                link.join(cluster, OPTIONS));
        Joined first = cluster.joined.take();
        assertEquals(Optional.of("here:5701"), link.address());
        cluster.refuses = true;
        first.end.countDown();
        Joined second = cluster.joined.poll(30, TimeUnit.SECONDS);
        assertNotNull(second, "after one attempt that failed");
        link.close();
        assertTrue(second.end.await(30, TimeUnit.SECONDS), "it leaves");
        while (Thread.getAllStackTraces().keySet().stream().anyMatch(thread -> thread.getName().equals("psr-server-cluster"))) {
            Thread.sleep(1);
        }
        assertEquals(0, cluster.joined.size(), "and does not come back");
    }

    @Test
    void reportsAClusterThatCannotBeJoinedAtFirst() {
        Fake cluster = new Fake();
        cluster.refuses = true;
        try (ClusterLink link = new ClusterLink(5)) {
            assertEquals("the port is taken", assertThrows(IOException.class, () -> link.join(cluster, OPTIONS)).getMessage());
        }
    }
}
