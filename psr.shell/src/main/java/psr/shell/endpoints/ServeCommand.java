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

    private final Endpoints endpoints;
    private final ClusterAccess cluster;

    @Activate
    public ServeCommand(BundleContext context, @Reference ClusterAccess cluster) {
        super("serve");
        this.endpoints = new Endpoints(context);
        this.cluster = cluster;
    }

    @Override
    public void run(Invocation call) throws IOException {
        call.arguments().none();
        Map<String, String> options = new LinkedHashMap<>();
        for (Usage.Part part : usage().options()) {
            call.arguments().text(part.name()).ifPresent(value -> options.put(part.name(), value));
        }
        if (options.containsKey("on")) {
            cluster.start();
        }
        endpoints.open("serve", START_LEVEL, options, call);
    }
}
