package psr.shell.endpoints;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;

import org.osgi.framework.BundleContext;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

import psr.launcher.spi.Endpoint;
import psr.shell.cluster.ClusterAccess;
import psr.shell.command.CommandFailedException;
import psr.shell.command.Interrupts;
import psr.shell.command.Invocation;
import psr.shell.command.OnDemandBundles;
import psr.shell.command.ShellCommand;
import psr.shell.command.StoppedException;
import psr.shell.command.Usage;

/** {@code serve}: starts the lab server and waits until it closes or the user stops it. */
@Component(service = ShellCommand.class, property = {"osgi.command.scope=psr", "osgi.command.function=serve"})
public final class ServeCommand extends ShellCommand {

    /** The start level of the server's bundles, see psr.bndrun. */
    private static final int START_LEVEL = 10;

    private final OnDemandBundles late;
    private final ClusterAccess cluster;

    @Activate
    public ServeCommand(BundleContext context, @Reference ClusterAccess cluster) {
        super("serve");
        this.late = new OnDemandBundles(context);
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
        Endpoint endpoint = late.service(START_LEVEL, Endpoint.class, "serve");
        try (Endpoint.Opened opened = endpoint.open(options, call.folder());
                Interrupts interrupts = Interrupts.of(call.output())) {
            call.output().print(opened.lines());
            if (call.output().terminal()) {
                opened.secrets().forEach(call.output().err()::println);
            }
            call.output().flush();
            try {
                throw new CommandFailedException(opened.await());
            } catch (InterruptedException e) {
                throw new StoppedException("closed", interrupts.terminated());
            }
        }
    }
}
