package psr.shell.command;

import java.util.Collection;
import java.util.concurrent.TimeUnit;

import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.framework.InvalidSyntaxException;
import org.osgi.framework.ServiceReference;
import org.osgi.framework.startlevel.BundleStartLevel;
import org.osgi.framework.startlevel.FrameworkStartLevel;

import psr.api.settings.PsrService;

/**
 * Bundles of the application that are started only by the command that needs them. They have a start level of their own
 * above the framework's, like their libraries.
 */
public final class OnDemandBundles {

    private static final long PATIENCE_SECONDS = 60;

    private final BundleContext context;

    public OnDemandBundles(BundleContext context) {
        this.context = context;
    }

    /**
     * Starts the bundles of a level, unless they are running, and waits for one of their services.
     *
     * @param name the name of the service
     * @throws CommandFailedException if they do not start
     */
    public <T> T service(int startLevel, Class<T> type, String name) {
        int present = context.getBundle(0).adapt(FrameworkStartLevel.class).getStartLevel();
        for (Bundle bundle : context.getBundles()) {
            BundleStartLevel level = bundle.adapt(BundleStartLevel.class);
            if (level != null && level.getStartLevel() == startLevel) {
                level.setStartLevel(present); // on another thread
            }
        }
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
        try {
            do {
                Collection<ServiceReference<T>> found = context.getServiceReferences(type,
                        "(" + PsrService.NAME + "=" + name + ")");
                if (!found.isEmpty()) {
                    return context.getService(found.iterator().next());
                }
                Thread.sleep(20);
            } while (System.nanoTime() < end);
            throw new CommandFailedException("the bundles of '" + name + "' did not start within " + PATIENCE_SECONDS
                    + " s; see log/psr.log");
        } catch (InvalidSyntaxException e) {
            throw new IllegalArgumentException("not a valid service name: '" + name + "'", e);
        } catch (InterruptedException e) {
            throw new StoppedException("stopped", false);
        }
    }
}
