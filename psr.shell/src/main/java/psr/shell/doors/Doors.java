package psr.shell.doors;

import java.io.IOException;
import java.util.Collection;
import java.util.Map;
import java.util.concurrent.TimeUnit;

import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.framework.InvalidSyntaxException;
import org.osgi.framework.ServiceReference;
import org.osgi.framework.startlevel.BundleStartLevel;
import org.osgi.framework.startlevel.FrameworkStartLevel;
import psr.api.lab.Door;
import psr.api.settings.PsrService;
import psr.shell.command.CommandFailedException;
import psr.shell.command.Interrupts;
import psr.shell.command.Invocation;
import psr.shell.command.StoppedException;

/**
 * Opens doors. The bundles of a door, its libraries among them, lie in the application at a start level of their own above the
 * framework's: nothing of them is started, not even resolved, before somebody wants in.
 */
final class Doors {

    private static final long PATIENCE_SECONDS = 60;

    private final BundleContext context;

    Doors(BundleContext context) {
        this.context = context;
    }

    /**
     * Opens a door and waits until it closes or is told to.
     *
     * @param name of the door
     * @param startLevel at which its bundles are in the application
     * @param options for the door
     */
    void open(String name, int startLevel, Map<String, String> options, Invocation call) throws IOException {
        start(startLevel);
        Door door = find(name);
        try (Door.Opened opened = door.open(options, call.folder());
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

    private void start(int startLevel) {
        int present = context.getBundle(0).adapt(FrameworkStartLevel.class).getStartLevel();
        for (Bundle bundle : context.getBundles()) {
            BundleStartLevel level = bundle.adapt(BundleStartLevel.class);
            if (level != null && level.getStartLevel() == startLevel) {
                level.setStartLevel(present);
            }
        }
    }

    /** Bundles start by another thread. */
    private Door find(String name) {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
        try {
            do {
                Collection<ServiceReference<Door>> found = context.getServiceReferences(Door.class,
                        "(" + PsrService.NAME + "=" + name + ")");
                if (!found.isEmpty()) {
                    return context.getService(found.iterator().next());
                }
                Thread.sleep(20);
            } while (System.nanoTime() < end);
            throw new CommandFailedException("the bundles of '" + name + "' did not start within " + PATIENCE_SECONDS
                    + " s; log/psr.log says why");
        } catch (InvalidSyntaxException e) {
            throw new IllegalArgumentException("no door can be called '" + name + "'", e);
        } catch (InterruptedException e) {
            throw new StoppedException("stopped", false);
        }
    }
}
