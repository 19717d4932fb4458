package psr.server.runs;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

import psr.api.lab.Cluster;
import psr.api.lab.JoinOptions;

/**
 * Other machines that compute trials of the server's runs: the server is one of a cluster as long as it is open. A cluster that
 * cannot go on is joined again; meanwhile the server computes alone. Thread-safe.
 */
public final class ClusterLink implements AutoCloseable {

    private static final System.Logger LOG = System.getLogger(ClusterLink.class.getName());
    private static final long AGAIN = 10_000;

    private final long again;
    private volatile Cluster cluster;
    private volatile JoinOptions options;
    /** Null while there is none. */
    private volatile Cluster.Membership member;
    private volatile boolean closed;

    /** None yet. */
    ClusterLink() {
        this(AGAIN);
    }

    /** @param again how long to wait before the cluster is joined again, in milliseconds */
    ClusterLink(long again) {
        this.again = again;
    }

    /**
     * Joins a cluster, once.
     *
     * @return what people should know, line by line
     * @throws IOException if it cannot be joined
     */
    public List<String> join(Cluster which, JoinOptions how) throws IOException {
        List<String> said = new CopyOnWriteArrayList<>();
        cluster = which;
        options = how;
        join(words -> {
            LOG.log(System.Logger.Level.INFO, words);
            said.add(words);
        });
        Thread thread = new Thread(this::stay, "psr-server-cluster");
        thread.setDaemon(true);
        thread.start();
        List<String> lines = new ArrayList<>(said);
        List<String> there = workers().stream().map(Cluster.Worker::address).toList();
        lines.add("member of the cluster " + how.name() + " at " + address().orElse("") + "; workers: "
                + (there.isEmpty() ? "none yet" : String.join(", ", there)));
        return lines;
    }

    private void join(Consumer<String> news) throws IOException {
        Cluster.Membership joined = cluster.join(options, news);
        member = joined;
        if (closed) {
            joined.close();
        }
    }

    /** What the cluster is called; empty if there is none. */
    Optional<String> name() {
        return Optional.ofNullable(options).map(JoinOptions::name);
    }

    /** Where workers find the server; empty if that is no member. */
    Optional<String> address() {
        return Optional.ofNullable(member).map(Cluster.Membership::address);
    }

    /** Those who compute now, by address. */
    List<Cluster.Worker> workers() {
        return Optional.ofNullable(member).map(Cluster.Membership::workers).orElse(List.of());
    }

    /** Joins again whenever the cluster cannot go on. */
    private void stay() {
        try {
            while (!closed) {
                Cluster.Membership now = member;
                if (now != null) {
                    now.await();
                    member = null;
                }
                if (!closed) {
                    LOG.log(System.Logger.Level.WARNING, "the server is no member of its cluster, and joins it again");
                    Thread.sleep(again);
                    rejoin();
                }
            }
        } catch (InterruptedException e) {
            LOG.log(System.Logger.Level.DEBUG, "other machines are not wanted any more", e);
        }
    }

    private void rejoin() {
        try {
            join(words -> LOG.log(System.Logger.Level.INFO, words));
        } catch (IOException | RuntimeException e) {
            LOG.log(System.Logger.Level.WARNING, "the cluster cannot be joined", e);
        }
    }

    /** Leaves the others: what they compute is computed when the server is back. */
    @Override
    public void close() {
        closed = true;
        Cluster.Membership now = member;
        if (now != null) {
            now.close();
        }
    }
}
