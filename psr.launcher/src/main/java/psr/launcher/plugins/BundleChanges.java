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

/** Installs, starts, uninstalls and refreshes bundles, each step with a time limit of {@link #PATIENCE}. Stateless. */
final class BundleChanges {

    /** The time limit for a bundle to start or stop, and for the framework to refresh, in milliseconds. */
    static final long PATIENCE = 5_000;
    private static final Logger LOG = System.getLogger(BundleChanges.class.getName());

    private final BundleContext context;
    private final FrameworkWiring wiring;

    BundleChanges(BundleContext context) {
        this.context = context;
        this.wiring = context.getBundle(Constants.SYSTEM_BUNDLE_LOCATION).adapt(FrameworkWiring.class);
    }

    List<Bundle> present() {
        return List.of(context.getBundles());
    }

    /** A bundle and all bundles that would be refreshed with it. */
    Collection<Bundle> refreshedWith(Bundle bundle) {
        return wiring.getDependencyClosure(Set.of(bundle));
    }

    /** Installs a jar; no bundle may be installed at that location. */
    Bundle install(String location, Path jar) throws IOException, BundleException {
        Bundle bundle;
        try (InputStream in = Files.newInputStream(jar)) {
            bundle = context.installBundle(location, in);
        }
        // It must start immediately, at any start level of the framework.
        bundle.adapt(BundleStartLevel.class).setStartLevel(1);
        return bundle;
    }

    /**
     * Starts a bundle unless it is running.
     *
     * @return why it is not running; empty if it is
     * @throws TimeoutException if it did not start in time; its thread is still in it, so it cannot be used any more
     */
    Optional<String> start(Bundle bundle) throws TimeoutException {
        if (runs(bundle)) {
            return Optional.empty();
        }
        try {
            withTimeLimit(() -> {
                if (isFragment(bundle)) {
                    wiring.resolveBundles(List.of(bundle));
                } else {
                    bundle.start(Bundle.START_TRANSIENT | Bundle.START_ACTIVATION_POLICY);
                }
                return null;
            });
        } catch (ExecutionException e) {
            return Optional.of(bundle.getState() == Bundle.INSTALLED
                    ? unresolved(bundle).orElseGet(() -> "it cannot be resolved: " + cause(e))
                    : "it does not start: " + cause(e));
        }
        return runs(bundle) ? Optional.empty() : unresolved(bundle).or(() -> Optional.of("it cannot be resolved"));
    }

    private Optional<String> unresolved(Bundle bundle) {
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

    /** Uninstalls a bundle; false if that failed or timed out. Its importers keep its packages until {@link #refresh}. */
    boolean uninstall(Bundle bundle) {
        try {
            withTimeLimit(() -> {
                if (bundle.getState() != Bundle.UNINSTALLED) {
                    releaseConfigurationAdmin(bundle);
                    bundle.uninstall();
                }
                return null;
            });
            return true;
        } catch (TimeoutException | ExecutionException e) {
            LOG.log(Level.WARNING, "cannot uninstall " + bundle + "; it stays installed", e);
            return false;
        }
    }

    /**
     * Avoids a memory leak: Felix 7.0.5 keeps a bundle that has used a service, unless its last use was through service
     * objects, and declarative services get the configuration admin in the name of each bundle.
     */
    private static void releaseConfigurationAdmin(Bundle bundle) {
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

    /** Refreshes the importers of uninstalled bundles, so that the framework can remove these. */
    void refresh(Set<Bundle> uninstalled) {
        CountDownLatch refreshed = new CountDownLatch(1);
        wiring.refreshBundles(uninstalled, event -> {
            if (event.getType() == FrameworkEvent.PACKAGES_REFRESHED) {
                refreshed.countDown();
            }
        });
        try {
            if (!refreshed.await(PATIENCE, TimeUnit.MILLISECONDS)) {
                LOG.log(Level.WARNING, "the framework did not refresh the bundles within " + PATIENCE / 1000 + " s");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Runs code of a bundle, which might never return, on a thread of its own. */
    private static void withTimeLimit(Callable<Void> work) throws TimeoutException, ExecutionException {
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
        } catch (TimeoutException e) {
            // While an activator runs, the framework neither changes the start level nor stops.
            thread.interrupt();
            throw e;
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
