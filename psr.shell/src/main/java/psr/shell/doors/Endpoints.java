package psr.shell.doors;

import java.io.IOException;
import java.util.Map;

import org.osgi.framework.BundleContext;

import psr.api.lab.Endpoint;
import psr.shell.command.CommandFailedException;
import psr.shell.command.Interrupts;
import psr.shell.command.Invocation;
import psr.shell.command.OnDemandBundles;
import psr.shell.command.StoppedException;

/** Opens doors, whose bundles are {@linkplain OnDemandBundles started late}. */
final class Endpoints {

    private final OnDemandBundles late;

    Endpoints(BundleContext context) {
        this.late = new OnDemandBundles(context);
    }

    /**
     * Opens a door and waits until it closes or is told to.
     *
     * @param name of the door
     * @param startLevel at which its bundles are in the application
     * @param options for the door
     */
    void open(String name, int startLevel, Map<String, String> options, Invocation call) throws IOException {
        Endpoint door = late.service(startLevel, Endpoint.class, name);
        try (Endpoint.Opened opened = door.open(options, call.folder());
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
