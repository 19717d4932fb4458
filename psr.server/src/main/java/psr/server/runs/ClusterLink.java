package psr.server.runs;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

import psr.launcher.spi.Cluster;
import psr.launcher.spi.JoinOptions;

/**
 * The server's membership in a cluster whose workers compute trials of its runs. If the connection to the cluster is lost,
 * the server joins again; meanwhile it computes alone. Thread-safe.
 */
public final class ClusterLink implements AutoCloseable {

    private static final System.Logger LOG = System.getLogger(ClusterLink.class.getName());
    /** Interval at which the membership is checked. */
    static final Duration AGAIN = Duration.ofSeconds(10);

    private volatile Cluster cluster;
    private volatile JoinOptions options;
    /** Null while the server is not a member. */
    private volatile Cluster.Membership member;
    private volatile boolean closed;

    /**
     * Joins a cluster, once.
     *
     * @return start-up messages for the operator
     * @throws IOException if the cluster cannot be joined
     */
    public List<String> join(Cluster which, JoinOptions how) throws IOException {
        List<String> said = new CopyOnWriteArrayList<>();
        join(which, how, message -> {
            LOG.log(System.Logger.Level.INFO, message);
            said.add(message);
        });
        cluster = which;
        options = how;
        List<String> lines = new ArrayList<>(said);
        List<String> there = workers().stream().map(Cluster.Worker::address).toList();
        lines.add("member of the cluster " + how.name() + " at " + address().orElse("") + "; workers: "
                + (there.isEmpty() ? "none yet" : String.join(", ", there)));
        return lines;
    }

    private void join(Cluster which, JoinOptions how, Consumer<String> news) throws IOException {
        Cluster.Membership joined = which.join(how, news);
        member = joined;
        if (closed) {
            joined.close();
        }
    }

    /** The name of the cluster; empty if there is none. */
    Optional<String> name() {
        return Optional.ofNullable(options).map(JoinOptions::name);
    }

    /** The address of the server for workers; empty if it is not a member. */
    Optional<String> address() {
        return Optional.ofNullable(member).map(Cluster.Membership::address);
    }

    /** The connected workers, by address. */
    List<Cluster.Worker> workers() {
        return Optional.ofNullable(member).map(Cluster.Membership::workers).orElse(List.of());
    }

    /** Joins again if the membership has ended; called from time to time. */
    void check() {
        Cluster.Membership now = member;
        if (closed || options == null || now != null && !now.over()) {
            return;
        }
        member = null;
        LOG.log(System.Logger.Level.WARNING, "the server is no longer a member of its cluster and joins it again");
        try {
            join(cluster, options, message -> LOG.log(System.Logger.Level.INFO, message));
        } catch (IOException | RuntimeException e) {
            LOG.log(System.Logger.Level.WARNING, "the cluster cannot be joined", e);
        }
    }

    /** Leaves the cluster. The trials of its workers are computed after the next start. */
    @Override
    public void close() {
        closed = true;
        Cluster.Membership now = member;
        if (now != null) {
            now.close();
        }
    }
}
