package psr.shell.cluster;

import java.io.IOException;
import java.util.List;
import java.util.OptionalInt;

import org.osgi.framework.BundleContext;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;

import psr.api.lab.RunOptions;
import psr.launcher.spi.Cluster;
import psr.launcher.spi.JoinOptions;
import psr.launcher.spi.Placement;
import psr.shell.command.Arguments;
import psr.shell.command.Invocation;
import psr.shell.command.OnDemandBundles;

/** Joins a cluster with the options of a command. A service of this bundle. */
@Component(service = ClusterAccess.class)
public final class ClusterAccess {

    /** The start level of the cluster's bundles in the application. */
    private static final int START_LEVEL = 11;
    private static final int HIGHEST_PORT = 65_535;

    private final OnDemandBundles late;

    @Activate
    public ClusterAccess(BundleContext context) {
        this.late = new OnDemandBundles(context);
    }

    /** Joins a cluster if the options request its workers, and adapts the options of the run. */
    public Joined submitting(Invocation call, RunOptions.Builder options) throws IOException {
        Arguments arguments = call.arguments();
        if (arguments.text("on").isEmpty()) {
            for (String name : List.of("join", "port", "host", "cluster", "secret-file", "key-store")) {
                if (arguments.text(name).isPresent()) {
                    throw new IllegalArgumentException("--" + name + " needs --on cluster");
                }
            }
            return new Joined(null);
        }
        String on = arguments.text("on").get();
        if (!on.equals(Cluster.NAME)) {
            throw new IllegalArgumentException("--on must be " + Cluster.NAME + "; found '" + on + "'");
        }
        if (arguments.text("join").isEmpty()) {
            throw new IllegalArgumentException("--on cluster needs --join HOST:PORT,…, the addresses of its workers");
        }
        if (arguments.text("threads").isEmpty()) {
            // As many trials at a time as the workers can compute: the processors of this machine are no limit.
            options.threads(Integer.MAX_VALUE);
        }
        return new Joined(join(call, member(call, 0, false)));
    }

    /** Starts the bundles of the cluster, for services that join it themselves. */
    public void start() {
        late.service(START_LEVEL, Cluster.class, Cluster.NAME);
    }

    Cluster.Membership join(Invocation call, JoinOptions options) throws IOException {
        return late.service(START_LEVEL, Cluster.class, Cluster.NAME).join(options, words -> call.output().remark(words));
    }

    static JoinOptions member(Invocation call, int threads, boolean takingPlugins) {
        Arguments arguments = call.arguments();
        return new JoinOptions(arguments.read("join", JoinOptions::addresses).orElse(List.of()),
                arguments.text("cluster").orElse(JoinOptions.NAME), arguments.text("secret-file").map(call::path),
                arguments.text("key-store").map(call::path), arguments.text("host"),
                arguments.text("port").isEmpty() ? OptionalInt.empty()
                        : OptionalInt.of((int) arguments.whole("port", 0, 1, HIGHEST_PORT)),
                threads, takingPlugins);
    }

    /**
     * The place where trials are computed, until it is closed.
     *
     * @param member of a cluster; null if trials are computed only here
     */
    public record Joined(Cluster.Membership member) implements AutoCloseable {

        /** The machines that compute. */
        public Placement placement() {
            return member == null ? Placement.LOCAL : Placement.REMOTE;
        }

        @Override
        public void close() {
            if (member != null) {
                member.close();
            }
        }
    }
}
