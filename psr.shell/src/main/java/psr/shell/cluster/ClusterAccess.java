package psr.shell.cluster;

import java.io.IOException;
import java.util.List;

import org.osgi.framework.BundleContext;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;

import psr.api.lab.Cluster;
import psr.api.lab.JoinOptions;
import psr.api.lab.RunOptions;
import psr.launcher.spi.Placement;
import psr.shell.command.Arguments;
import psr.shell.command.Invocation;
import psr.shell.command.OnDemandBundles;
import psr.shell.command.Usage;

/** Joins a cluster as the options of a command say. A service of this bundle. */
@Component(service = ClusterAccess.class)
public final class ClusterAccess {

    /** Where its bundle lies in the application. */
    private static final int START_LEVEL = 11;
    private static final int MOST_THREADS = 1024;
    private static final int HIGHEST_PORT = 65_535;

    private final OnDemandBundles late;

    /** In this framework. */
    @Activate
    public ClusterAccess(BundleContext context) {
        this.late = new OnDemandBundles(context);
    }

    /** The options that say where to compute. */
    public static Usage withCluster(Usage usage) {
        return withMembers(usage.option("on", "cluster", Usage.Kind.TEXT,
                "lets workers on other machines compute trials: see worker --help"));
    }

    /** The options of whoever joins. */
    static Usage withMembers(Usage usage) {
        return usage.option("join", "HOST:PORT,…", Usage.Kind.TEXT, "addresses of other members; one that is there is enough")
                .option("port", "N", Usage.Kind.TEXT, "where this process listens (the first that is free from 5701 on)")
                .option("host", "ADDRESS", Usage.Kind.TEXT, "the address of this machine that the others use")
                .option("cluster", "NAME", Usage.Kind.TEXT, "what the cluster is called (psr)")
                .option("secret-file", "FILE", Usage.Kind.FILE,
                        "the secret that all members share (cluster.secret in the folder of the lab, which is made if it is not there)")
                .option("key-store", "FILE", Usage.Kind.FILE,
                        "PKCS#12 with the key for TLS between members, and whom it trusts; its password is in FILE.password");
    }

    /** Joins a cluster if the trials are to be computed by its workers, and adapts the options of the run. */
    public Joined submitting(Invocation call, RunOptions.Builder options) throws IOException {
        Arguments arguments = call.arguments();
        if (arguments.text("on").isEmpty()) {
            for (String name : List.of("join", "port", "host", "cluster", "secret-file", "key-store")) {
                if (arguments.text(name).isPresent()) {
                    throw new IllegalArgumentException("--" + name + " is for --on cluster, which is not given");
                }
            }
            return new Joined(null);
        }
        String on = arguments.text("on").get();
        if (!on.equals(Cluster.NAME)) {
            throw new IllegalArgumentException("--on must be " + Cluster.NAME + "; found '" + on + "'");
        }
        if (arguments.text("join").isEmpty()) {
            throw new IllegalArgumentException("--on cluster needs --join HOST:PORT,…, where its workers are; none is given");
        }
        if (arguments.text("threads").isEmpty()) {
            // As many at once as the workers can: the processors of this machine are no limit.
            options.threads(Integer.MAX_VALUE);
        }
        return new Joined(join(call, member(call).build()));
    }

    /** Starts the bundles of the cluster, for who joins one by itself. */
    public void start() {
        late.service(START_LEVEL, Cluster.class, Cluster.NAME);
    }

    /** Joins. */
    Cluster.Membership join(Invocation call, JoinOptions options) throws IOException {
        return late.service(START_LEVEL, Cluster.class, Cluster.NAME).join(options, words -> call.output().remark(words));
    }

    /** What the options say. */
    static JoinOptions.Builder member(Invocation call) {
        Arguments arguments = call.arguments();
        JoinOptions.Builder options = JoinOptions.builder();
        arguments.read("join", JoinOptions::addresses).ifPresent(options::others);
        arguments.text("cluster").ifPresent(options::name);
        arguments.text("host").ifPresent(options::host);
        arguments.text("secret-file").map(call::path).ifPresent(options::secret);
        arguments.text("key-store").map(call::path).ifPresent(options::keyStore);
        if (arguments.text("port").isPresent()) {
            options.port((int) arguments.whole("port", 0, 1, HIGHEST_PORT));
        }
        return options;
    }

    /** How many trials a worker computes at once. */
    static int threads(Arguments arguments) {
        return (int) arguments.whole("threads", Runtime.getRuntime().availableProcessors(), 1, MOST_THREADS);
    }

    /**
     * Where trials are computed, until this is closed.
     *
     * @param member of a cluster; null if trials are computed here
     */
    public record Joined(Cluster.Membership member) implements AutoCloseable {

        /** Which machines compute. */
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
