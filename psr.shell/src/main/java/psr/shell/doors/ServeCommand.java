package psr.shell.doors;

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

/** {@code serve}: the laboratory for browsers and programs. */
@Component(service = ShellCommand.class, property = {"osgi.command.scope=psr", "osgi.command.function=serve"})
public final class ServeCommand extends ShellCommand {

    /** Of the server's bundles, see psr.bndrun. */
    private static final int START_LEVEL = 10;

    private static final Usage USAGE = Usage
            .of(Usage.Topic.SERVER, "serve", "the lab server: a page in the browser, and everything by HTTP")
            .says("Queues experiments, keeps data, runs and models, predicts; goes on where it was when it is started again.",
                    "Listens on this machine only unless told otherwise. More: docs/SERVER.md")
            .option("data", "DIR", Usage.Kind.FOLDER, "where everything is kept (psr-data)")
            .option("port", "N", Usage.Kind.TEXT, "where it listens; 0 takes any that is free (8080)")
            .option("host", "NAME", Usage.Kind.TEXT,
                    "the address it listens on; others than loopback need --key-store (127.0.0.1)")
            .option("store", "URL", Usage.Kind.TEXT, "jdbc:postgresql:… instead of the database in the folder")
            .option("threads", "N", Usage.Kind.TEXT, "trials and models at once (all processors)")
            .heading("For administrators:")
            .option("restore", "FILE", Usage.Kind.FILE, "puts a copy that backup wrote into the new folder first")
            .option("keep-trash", "DAYS", Usage.Kind.TEXT, "how long what was removed can be restored (7)")
            .option("largest-file", "MB", Usage.Kind.TEXT, "the largest file that can be uploaded (256)")
            .option("space", "MB", Usage.Kind.TEXT, "all data files together, and all models (20000)")
            .option("names", "a,b", Usage.Kind.TEXT, "names by which browsers may reach it, besides localhost and --host")
            .option("key-store", "FILE", Usage.Kind.FILE, "PKCS#12 with the key for TLS; its password is in FILE.password")
            .flag("without-tls", "listen beyond this machine without TLS, for example behind a proxy")
            .flag("allow-plugins", "plugins may be uploaded: whoever may, runs code here")
            .option("trust-store", "FILE", Usage.Kind.FILE, "PKCS#12 with certificates; only plugins signed by these are taken")
            .option("ssh-port", "N", Usage.Kind.TEXT, "a shell by SSH for the keys in DATA/authorized_keys (off)")
            .heading("With workers on other machines (docs/MANY-MACHINES.md):")
            .option("on", "cluster", Usage.Kind.TEXT, "lets workers compute trials too: see worker --help")
            .option("join", "HOST:PORT,…", Usage.Kind.TEXT, "addresses of other members; none are needed")
            .option("cluster", "NAME", Usage.Kind.TEXT, "what the cluster is called (psr)")
            .option("cluster-host", "ADDRESS", Usage.Kind.TEXT, "the address of this machine that workers use")
            .option("cluster-port", "N", Usage.Kind.TEXT, "where workers reach it (the first that is free from 5701 on)")
            .option("secret-file", "FILE", Usage.Kind.FILE,
                    "the secret that all members share (cluster.secret in the folder of the lab, which is made if it is not there)")
            .option("cluster-key-store", "FILE", Usage.Kind.FILE,
                    "PKCS#12 with the key for TLS between members, and whom it trusts; its password is in FILE.password");

    private final Endpoints doors;
    private final ClusterAccess cluster;

    /** In this framework. */
    @Activate
    public ServeCommand(BundleContext context, @Reference ClusterAccess cluster) {
        this.doors = new Endpoints(context);
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
        doors.open("serve", START_LEVEL, options, call);
    }
}
