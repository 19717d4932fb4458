package psr.launcher.plugins;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.WeakHashMap;

import org.osgi.framework.Bundle;
import org.osgi.framework.ServiceReference;
import org.osgi.framework.namespace.BundleNamespace;
import org.osgi.framework.namespace.HostNamespace;
import org.osgi.framework.namespace.PackageNamespace;
import org.osgi.framework.wiring.BundleRevision;
import org.osgi.framework.wiring.BundleWire;
import org.osgi.framework.wiring.BundleWiring;

import psr.api.lab.BundleVersion;

/** Finds the bundles whose code a bundle runs, and their exact versions. Thread-safe. */
final class RunningCode {

    private static final List<String> CODE = List.of(PackageNamespace.PACKAGE_NAMESPACE, BundleNamespace.BUNDLE_NAMESPACE,
            HostNamespace.HOST_NAMESPACE);

    /** Versions that were computed already; each update of a bundle creates a new revision. Guarded by itself. */
    private final Map<BundleRevision, BundleVersion> versions = new WeakHashMap<>();

    /**
     * A bundle and all bundles whose code it runs, except the framework: those it imports packages from, its attached
     * fragments, and, for plugins, the plugins whose services they use.
     */
    static List<Bundle> of(Bundle bundle) {
        Set<Bundle> found = new LinkedHashSet<>();
        Deque<Bundle> open = new ArrayDeque<>(List.of(bundle));
        while (!open.isEmpty()) {
            Bundle next = open.pop();
            if (next.getBundleId() == 0 || !found.add(next)) {
                continue;
            }
            BundleWiring wiring = next.adapt(BundleWiring.class);
            if (wiring != null) {
                for (String namespace : CODE) {
                    wires(wiring.getRequiredWires(namespace)).forEach(wire -> open.add(wire.getProvider().getBundle()));
                }
                wires(wiring.getProvidedWires(HostNamespace.HOST_NAMESPACE))
                        .forEach(wire -> open.add(wire.getRequirer().getBundle()));
            }
            if (PluginWiring.isPlugin(next)) {
                open.addAll(served(next));
            }
        }
        return List.copyOf(found);
    }

    /** The wires; null, from a wiring that is no longer in use, becomes an empty list. */
    private static List<BundleWire> wires(List<BundleWire> wires) {
        return wires == null ? List.of() : wires;
    }

    private static List<Bundle> served(Bundle plugin) {
        ServiceReference<?>[] used = plugin.getState() == Bundle.UNINSTALLED ? null : plugin.getServicesInUse();
        return used == null ? List.of() : List.of(used).stream().map(ServiceReference::getBundle)
                .filter(each -> each != null && PluginWiring.isPlugin(each)).distinct().toList();
    }

    /** The exact version of a bundle; without a hash if it is uninstalled. */
    BundleVersion version(Bundle bundle) {
        while (true) {
            BundleRevision revision = bundle.adapt(BundleRevision.class);
            if (revision == null || bundle.getState() == Bundle.UNINSTALLED) {
                return new BundleVersion(String.valueOf(bundle.getSymbolicName()), bundle.getVersion().toString(), "");
            }
            synchronized (versions) {
                if (versions.containsKey(revision)) {
                    return versions.get(revision);
                }
            }
            BundleVersion exact = JarContent.of(bundle);
            // If it was updated meanwhile, the content read may be a mixture of both.
            if (revision.equals(bundle.adapt(BundleRevision.class))) {
                synchronized (versions) {
                    versions.put(revision, exact);
                }
                return exact;
            }
        }
    }
}
