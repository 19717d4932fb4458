package psr.shell.endpoints;

import java.io.IOException;
import java.util.Map;

import org.osgi.framework.BundleContext;

import psr.launcher.spi.Endpoint;
import psr.shell.command.CommandFailedException;
import psr.shell.command.Interrupts;
import psr.shell.command.Invocation;
import psr.shell.command.OnDemandBundles;
import psr.shell.command.StoppedException;

/** Opens endpoints, whose bundles are {@linkplain OnDemandBundles started on demand}. */
final class Endpoints {

    private final OnDemandBundles late;

    Endpoints(BundleContext context) {
        this.late = new OnDemandBundles(context);
    }

    /**
     * Opens an endpoint and waits until it closes or the user stops it.
     *
     * @param name of the endpoint
     * @param startLevel the start level of its bundles in the application
     * @param options for the endpoint
     */
    void open(String name, int startLevel, Map<String, String> options, Invocation call) throws IOException {
        Endpoint endpoint = late.service(startLevel, Endpoint.class, name);
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
