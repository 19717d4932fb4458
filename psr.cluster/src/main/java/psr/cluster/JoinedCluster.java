package psr.cluster;

import java.util.List;
import java.util.function.Consumer;

import psr.api.lab.Cluster;
import psr.api.lab.TrialPool;

/** What whoever joined may do as a member. Thread-safe. */
final class JoinedCluster implements Cluster.Membership {

    private final ClusterMember member;
    private final Consumer<TrialPool> dispatcher;

    /** @param dispatcher has the others compute trials of a pool, as long as the member is one */
    JoinedCluster(ClusterMember member, Consumer<TrialPool> dispatcher) {
        this.member = member;
        this.dispatcher = dispatcher;
    }

    @Override
    public String address() {
        return member.address();
    }

    @Override
    public List<Cluster.Worker> workers() {
        return member.computing().stream().map(other -> new Cluster.Worker(other.name(), other.threads())).toList();
    }

    @Override
    public void compute(TrialPool pool) {
        dispatcher.accept(pool);
    }

    @Override
    public void await() throws InterruptedException {
        member.await();
    }

    @Override
    public void close() {
        member.close();
    }
}
