package psr.server.runs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;

import org.junit.jupiter.api.Test;

import psr.launcher.spi.Cluster;
import psr.launcher.spi.JoinOptions;

/** The server as a member of a cluster whose membership ends and is renewed. */
class ClusterLinkTest {

    private static final JoinOptions OPTIONS = new JoinOptions(List.of(), "lab", Optional.empty(), Optional.empty(),
            Optional.empty(), OptionalInt.empty(), 0, false);

    /** A cluster that can be joined repeatedly. */
    private static final class Fake implements Cluster {

        private final List<Joined> joined = new ArrayList<>();
        private boolean refuses;

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
        public boolean over() {
            return end.getCount() == 0;
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
        ClusterLink link = new ClusterLink();
        link.check();
        assertEquals(Optional.empty(), link.name());
        assertEquals(List.of(), link.workers());
        assertEquals(List.of("made the secret", "member of the cluster lab at here:5701; workers: a:1, b:1"),
                link.join(cluster, OPTIONS));
        link.check();
        assertEquals(1, cluster.joined.size(), "it is a member");
        assertEquals(Optional.of("here:5701"), link.address());
        cluster.refuses = true;
        cluster.joined.get(0).close();
        link.check();
        assertEquals(Optional.empty(), link.address());
        link.check();
        assertEquals(2, cluster.joined.size(), "after one attempt that failed");
        link.close();
        assertTrue(cluster.joined.get(1).over(), "it leaves");
        link.check();
        assertEquals(2, cluster.joined.size(), "and does not come back");
    }

    @Test
    void reportsAClusterThatCannotBeJoinedAtFirst() {
        Fake cluster = new Fake();
        cluster.refuses = true;
        try (ClusterLink link = new ClusterLink()) {
            assertEquals("the port is taken", assertThrows(IOException.class, () -> link.join(cluster, OPTIONS)).getMessage());
        }
    }
}
