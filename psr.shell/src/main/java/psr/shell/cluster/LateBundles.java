package psr.shell.cluster;

import java.util.stream.Stream;

import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.framework.BundleException;
import org.osgi.framework.ServiceReference;
import org.osgi.framework.startlevel.BundleStartLevel;
import org.osgi.framework.startlevel.FrameworkStartLevel;

import psr.shell.command.CommandFailedException;

/**
 * Bundles that are part of the application but are started only by the command that needs them: their start level is above the
 * framework's, so that no other command pays for them.
 */
final class LateBundles {

    private final BundleContext context;

    LateBundles(BundleContext context) {
        this.context = context;
    }

    /**
     * Starts a bundle, unless it runs, and gives a service of it.
     *
     * @throws CommandFailedException if it is not there, or does not start
     */
    <T> T service(String bundle, Class<T> type) {
        Bundle late = Stream.of(context.getBundles()).filter(each -> bundle.equals(each.getSymbolicName())).findFirst()
                .orElseThrow(() -> new CommandFailedException("this needs the bundle " + bundle
                        + ", which is not part of this application"));
        try {
            late.adapt(BundleStartLevel.class).setStartLevel(context.getBundle(0).adapt(FrameworkStartLevel.class)
                    .getStartLevel());
            late.start();
        } catch (BundleException e) {
            throw new CommandFailedException("the bundle " + bundle + " does not start: " + e.getMessage());
        }
        ServiceReference<T> reference = context.getServiceReference(type);
        T service = reference == null ? null : context.getService(reference);
        if (service == null) {
            throw new CommandFailedException("the bundle " + bundle + " has started, but offers no " + type.getSimpleName());
        }
        return service;
    }
}
