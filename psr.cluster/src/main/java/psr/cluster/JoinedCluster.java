package psr.cluster;

import java.util.List;

import psr.launcher.spi.Cluster;

/** The membership of this process, for the modules that have joined a cluster. Thread-safe. */
final class JoinedCluster implements Cluster.Membership {

    private final ClusterMember member;

    JoinedCluster(ClusterMember member) {
        this.member = member;
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
    public boolean over() {
        return member.over();
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
