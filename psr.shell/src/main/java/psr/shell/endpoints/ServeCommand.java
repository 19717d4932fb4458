package psr.shell.endpoints;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;

import org.osgi.framework.BundleContext;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import psr.shell.cluster.ClusterAccess;
import psr.shell.command.Invocation;
import psr.shell.command.ShellCommand;
import psr.shell.command.Usage;

/** {@code serve}: starts the lab server. */
@Component(service = ShellCommand.class, property = {"osgi.command.scope=psr", "osgi.command.function=serve"})
public final class ServeCommand extends ShellCommand {

    /** The start level of the server's bundles, see psr.bndrun. */
    private static final int START_LEVEL = 10;

    private static final Usage USAGE = Usage
            .of(Usage.Topic.SERVER, "serve", "starts the lab server (web interface and HTTP API)")
            .says("Queues experiments, stores data, runs and models, predicts. After a restart it continues unfinished work.",
                    "Listens on loopback unless --host is given. See docs/SERVER.md.")
            .option("data", "DIR", Usage.Kind.FOLDER, "data folder of the server (psr-data)")
            .option("port", "N", Usage.Kind.TEXT, "port; 0 for any free port (8080)")
            .option("host", "NAME", Usage.Kind.TEXT,
                    "address to listen on; addresses other than loopback need --key-store (127.0.0.1)")
            .option("store", "URL", Usage.Kind.TEXT, "jdbc:postgresql:… in place of the database in the folder")
            .option("threads", "N", Usage.Kind.TEXT, "trials and models in parallel (all processors)")
            .option("stage-limit", "SECONDS", Usage.Kind.TEXT, "when a stage of a run or a model is stopped (86400, a day)")
            .heading("For administrators:")
            .option("restore", "FILE", Usage.Kind.FILE, "restores a backup into the new folder first")
            .option("keep-trash", "DAYS", Usage.Kind.TEXT, "how long removed files, models and runs can be restored (7)")
            .option("largest-file", "MB", Usage.Kind.TEXT, "maximum size of an uploaded file (256)")
            .option("space", "MB", Usage.Kind.TEXT, "maximum size of all data files, and of all models (20000)")
            .option("names", "a,b", Usage.Kind.TEXT, "host names that browsers may use, besides localhost and --host")
            .option("key-store", "FILE", Usage.Kind.FILE, "PKCS#12 with the key for TLS; its password is in FILE.password")
            .flag("without-tls", "listen beyond this machine without TLS, for example behind a proxy")
            .flag("allow-plugins", "allow uploads of plugins, which run code on this machine")
            .option("trust-store", "FILE", Usage.Kind.FILE, "PKCS#12 with certificates; accept only plugins signed by these")
            .option("ssh-port", "N", Usage.Kind.TEXT, "port of an SSH shell for the keys in DATA/authorized_keys (off)")
            .heading("With workers on other machines (docs/MANY-MACHINES.md):")
            .option("on", "cluster", Usage.Kind.TEXT, "computes trials on remote workers, too: see worker --help")
            .option("join", "HOST:PORT,…", Usage.Kind.TEXT, "addresses of other members; none are needed")
            .option("cluster", "NAME", Usage.Kind.TEXT, "name of the cluster (psr)")
            .option("cluster-host", "ADDRESS", Usage.Kind.TEXT, "address of this machine for workers")
            .option("cluster-port", "N", Usage.Kind.TEXT, "port for workers (the first free one from 5701 on)")
            .option("secret-file", "FILE", Usage.Kind.FILE,
                    "secret that all members share (cluster.secret in the folder of the lab, created if missing)")
            .option("cluster-key-store", "FILE", Usage.Kind.FILE,
                    "PKCS#12 with the key and the trusted certificates for TLS between members; its password is in FILE.password");

    private final Endpoints endpoints;
    private final ClusterAccess cluster;

    /** For this framework. */
    @Activate
    public ServeCommand(BundleContext context, @Reference ClusterAccess cluster) {
        this.endpoints = new Endpoints(context);
        this.cluster = cluster;
    }

    @Override
    public Usage usage() {
        return USAGE;
    }

    @Override
    public void run(Invocation call) throws IOException {
        call.arguments().none();
        Map<String, String> options = new LinkedHashMap<>();
        for (Usage.Part part : USAGE.options()) {
            if (part.flag() && call.arguments().flag(part.name())) {
                options.put(part.name(), "on");
            } else if (!part.flag()) {
                call.arguments().text(part.name()).ifPresent(value -> options.put(part.name(), value));
            }
        }
        if (options.containsKey("on")) {
            cluster.start();
        }
        endpoints.open("serve", START_LEVEL, options, call);
    }
}
