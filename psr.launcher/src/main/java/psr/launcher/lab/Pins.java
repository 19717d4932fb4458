package psr.launcher.lab;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.WeakHashMap;

import org.osgi.framework.wiring.BundleWire;
import org.osgi.framework.wiring.BundleWiring;
import org.osgi.framework.namespace.PackageNamespace;

/**
 * Keeps services as they are for as long as an experiment needs them, whatever happens to their bundles meanwhile.
 *
 * <p>A bundle that is updated or removed takes its classes along, and a class that was not loaded until then is lost.
 * So all classes of the bundle are loaded when a service is pinned, and those of the plugins that it is wired to.
 */
final class Pins implements AutoCloseable {

    /** What was loaded already; a wiring is new after each update. */
    private static final Set<BundleWiring> LOADED =
            Collections.synchronizedSet(Collections.newSetFromMap(new WeakHashMap<>()));

    private record Pin(Offer offer, Object service) {}

    private final List<Pin> pins = new ArrayList<>();

    /**
     * The service of an offer, kept until this is closed.
     *
     * @throws BrokenServiceException if it cannot be had
     */
    Object pin(Offer offer) {
        String who = "the " + offer.kind().word() + " '" + offer.name() + "' of " + offer.by();
        Object service;
        try {
            service = offer.provider().acquire();
        } catch (Leash.OverdueException e) {
            throw new BrokenServiceException(who + " cannot be started: " + e.getMessage(), e);
        } catch (CancelledException e) {
            throw e;
        } catch (RuntimeException | LinkageError e) {
            throw new BrokenServiceException(who + " cannot be started: " + e, e);
        }
        if (service == null) {
            throw new BrokenServiceException(who + " cannot be started; psr:plugins or the log says why", null);
        }
        pins.add(new Pin(offer, service));
        if (!offer.kind().has(service)) {
            throw new BrokenServiceException(who + " is no " + offer.kind().service() + "; found "
                    + service.getClass().getName(), null);
        }
        offer.provider().bundle().map(bundle -> bundle.adapt(BundleWiring.class)).ifPresent(Pins::load);
        return service;
    }

    /** What was pinned, in order, each once. */
    List<Offer> offers() {
        return pins.stream().map(Pin::offer).distinct().toList();
    }

    @Override
    public void close() {
        pins.forEach(pin -> pin.offer().provider().release(pin.service()));
        pins.clear();
    }

    private static void load(BundleWiring wiring) {
        if (!LOADED.add(wiring)) {
            return;
        }
        ClassLoader loader = wiring.getClassLoader();
        if (loader == null) {
            return; // refreshed under us: the offer does not stand, and whoever asked asks again
        }
        Collection<String> classes = wiring.listResources("/", "*.class",
                BundleWiring.LISTRESOURCES_RECURSE | BundleWiring.LISTRESOURCES_LOCAL);
        for (String path : classes) {
            String name = path.substring(0, path.length() - ".class".length()).replace('/', '.');
            if (name.endsWith("-info")) {
                continue;
            }
            try {
                loader.loadClass(name);
            } catch (ClassNotFoundException | LinkageError unused) {
                // A class whose own imports are optional and absent: the bundle runs without it, and so do we.
            }
        }
        for (BundleWire wire : wiring.getRequiredWires(PackageNamespace.PACKAGE_NAMESPACE)) {
            BundleWiring other = wire.getProviderWiring();
            // What ships with the laboratory is not swapped under it; loading all of EJML would only cost time.
            if (other != null && other.getBundle().getBundleId() != 0
                    && other.getBundle().getLocation().startsWith("file:")) {
                load(other);
            }
        }
    }
}
