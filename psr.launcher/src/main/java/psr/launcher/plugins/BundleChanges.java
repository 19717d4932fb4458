package psr.launcher.plugins;

import java.io.IOException;
import java.io.InputStream;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.framework.BundleException;
import org.osgi.framework.Constants;
import org.osgi.framework.FrameworkEvent;
import org.osgi.framework.ServiceObjects;
import org.osgi.framework.ServiceReference;
import org.osgi.framework.startlevel.BundleStartLevel;
import org.osgi.framework.wiring.BundleRevision;
import org.osgi.framework.wiring.FrameworkWiring;

/** Installs, starts, takes away and rewires bundles, and waits for none longer than {@link #PATIENCE}. Keeps nothing of its own. */
final class BundleChanges {

    /** How long a bundle may take to start or stop, and the framework to rewire, in milliseconds. */
    static final long PATIENCE = 5_000;
    private static final Logger LOG = System.getLogger(BundleChanges.class.getName());

    private final BundleContext context;
    private final FrameworkWiring wiring;

    BundleChanges(BundleContext context) {
        this.context = context;
        this.wiring = context.getBundle(Constants.SYSTEM_BUNDLE_LOCATION).adapt(FrameworkWiring.class);
    }

    /** All bundles that are there. */
    List<Bundle> present() {
        return List.of(context.getBundles());
    }

    /** A bundle and all that would be rewired with it. */
    Collection<Bundle> rewiredWith(Bundle bundle) {
        return wiring.getDependencyClosure(Set.of(bundle));
    }

    /** Puts a jar into the framework, where nothing is at that location. */
    Bundle install(String location, Path jar) throws IOException, BundleException {
        Bundle bundle;
        try (InputStream in = Files.newInputStream(jar)) {
            bundle = context.installBundle(location, in);
        }
        // Starts at once, whatever level the framework is at.
        bundle.adapt(BundleStartLevel.class).setStartLevel(1);
        return bundle;
    }

    /**
     * Starts a bundle, unless it runs.
     *
     * @return why it does not run; empty if it does
     * @throws TimeoutException if it did not start in time; a thread of its own is in it, and nothing more can be done with it
     */
    Optional<String> start(Bundle bundle) throws TimeoutException {
        if (runs(bundle)) {
            return Optional.empty();
        }
        try {
            promptly(() -> {
                if (isFragment(bundle)) {
                    wiring.resolveBundles(List.of(bundle));
                } else {
                    bundle.start(Bundle.START_TRANSIENT | Bundle.START_ACTIVATION_POLICY);
                }
                return null;
            });
        } catch (ExecutionException e) {
            return Optional.of(bundle.getState() == Bundle.INSTALLED
                    ? lacking(bundle).orElseGet(() -> "it cannot be wired: " + cause(e)) : "it does not start: " + cause(e));
        }
        return runs(bundle) ? Optional.empty() : lacking(bundle).or(() -> Optional.of("it cannot be wired"));
    }

    private Optional<String> lacking(Bundle bundle) {
        List<String> missing = UnresolvedRequirement.of(bundle, present());
        return missing.isEmpty() ? Optional.empty() : Optional.of(String.join("; ", missing));
    }

    private static boolean runs(Bundle bundle) {
        int states = isFragment(bundle) ? Bundle.RESOLVED : Bundle.ACTIVE | Bundle.STARTING;
        return (bundle.getState() & states) != 0;
    }

    private static boolean isFragment(Bundle bundle) {
        BundleRevision revision = bundle.adapt(BundleRevision.class);
        return revision != null && (revision.getTypes() & BundleRevision.TYPE_FRAGMENT) != 0;
    }

    /** Takes a bundle away; whether that was done in time. Whoever took packages from it has them until {@link #refresh}. */
    boolean uninstall(Bundle bundle) {
        try {
            promptly(() -> {
                if (bundle.getState() != Bundle.UNINSTALLED) {
                    letGoOfConfigurations(bundle);
                    bundle.uninstall();
                }
                return null;
            });
            return true;
        } catch (TimeoutException | ExecutionException e) {
            LOG.log(Level.WARNING, "cannot uninstall " + bundle + "; it is left behind", e);
            return false;
        }
    }

    /**
     * Felix 7.0.5 remembers for ever that a bundle once used a service, and with that the bundle, unless the last use was by service objects;
     * declarative services look for the configurations of each bundle.
     */
    private static void letGoOfConfigurations(Bundle bundle) {
        BundleContext own = bundle.getBundleContext();
        ServiceReference<?> configurations =
                own == null ? null : own.getServiceReference("org.osgi.service.cm.ConfigurationAdmin");
        if (configurations != null) {
            useOnce(own.getServiceObjects(configurations));
        }
    }

    private static <T> void useOnce(ServiceObjects<T> objects) {
        T service = objects == null ? null : objects.getService();
        if (service != null) {
            objects.ungetService(service);
        }
    }

    /** Rewires who took packages from bundles that are gone, and drops these. */
    void refresh(Set<Bundle> gone) {
        CountDownLatch refreshed = new CountDownLatch(1);
        wiring.refreshBundles(gone, event -> {
            if (event.getType() == FrameworkEvent.PACKAGES_REFRESHED) {
                refreshed.countDown();
            }
        });
        try {
            if (!refreshed.await(PATIENCE, TimeUnit.MILLISECONDS)) {
                LOG.log(Level.WARNING, "the framework did not rewire within " + PATIENCE / 1000 + " s");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Does what a bundle might never come back from on a thread of its own. */
    private static void promptly(Callable<Void> work) throws TimeoutException, ExecutionException {
        FutureTask<Void> task = new FutureTask<>(work);
        Thread thread = new Thread(task, "psr-plugin-start");
        thread.setDaemon(true);
        thread.start();
        boolean interrupted = false;
        long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(PATIENCE);
        try {
            while (true) {
                try {
                    task.get(Math.max(0, end - System.nanoTime()), TimeUnit.NANOSECONDS);
                    return;
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** The innermost cause, in one line. */
    static String cause(Throwable failure) {
        Throwable cause = failure;
        while (cause.getCause() != null) {
            cause = cause.getCause();
        }
        return cause.toString().replaceAll("\\s*\\R\\s*", " ");
    }
}
