package psr.launcher.plugins;

import java.util.Collection;
import java.util.Dictionary;
import java.util.Hashtable;
import java.util.Set;
import java.util.function.Supplier;

import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.framework.ServiceRegistration;
import org.osgi.framework.hooks.bundle.CollisionHook;
import org.osgi.framework.hooks.resolver.ResolverHook;
import org.osgi.framework.hooks.resolver.ResolverHookFactory;
import org.osgi.framework.wiring.BundleCapability;
import org.osgi.framework.wiring.BundleRequirement;
import org.osgi.framework.wiring.BundleRevision;

/**
 * Lets several versions of a plugin, and several contents of one version, coexist, and prevents wiring to the wrong one.
 *
 * <p>The location of a plugin is {@code psr-plugin:<hash of its content>}; if it was restored for a single run, a group is
 * appended: {@code psr-plugin:<hash>/<group>}. Plugins of a group are wired to each other only. Plugins without a group are
 * wired to plugins that are wanted for new runs, not to those that only stay for earlier runs. Other bundles are never wired
 * to a plugin: they must not be refreshed when it is uninstalled.
 */
final class PluginWiring implements ResolverHookFactory, ResolverHook, CollisionHook {

    private static final String SCHEME = "psr-plugin:";

    /** The locations that are wanted for new runs. Called under the framework's locks, so it must not block. */
    private final Supplier<Set<String>> wanted;

    PluginWiring(Supplier<Set<String>> wanted) {
        this.wanted = wanted;
    }

    ServiceRegistration<?> register(BundleContext context) {
        Dictionary<String, Object> none = new Hashtable<>();
        return context.registerService(new String[] {ResolverHookFactory.class.getName(), CollisionHook.class.getName()},
                this, none);
    }

    static String location(String sha256, String group) {
        return SCHEME + sha256 + (group.isEmpty() ? "" : "/" + group);
    }

    static boolean isPlugin(Bundle bundle) {
        return bundle.getLocation().startsWith(SCHEME);
    }

    private static String group(Bundle plugin) {
        int slash = plugin.getLocation().indexOf('/');
        return slash < 0 ? "" : plugin.getLocation().substring(slash + 1);
    }

    @Override
    public ResolverHook begin(Collection<BundleRevision> triggers) {
        return this;
    }

    @Override
    public void filterResolvable(Collection<BundleRevision> candidates) {
        // everything may be resolved
    }

    @Override
    public void filterMatches(BundleRequirement requirement, Collection<BundleCapability> candidates) {
        Bundle importer = requirement.getRevision().getBundle();
        candidates.removeIf(candidate -> !mayWire(importer, candidate.getRevision().getBundle()));
    }

    private boolean mayWire(Bundle importer, Bundle exporter) {
        if (importer.equals(exporter) || !isPlugin(exporter)) {
            return true;
        }
        return isPlugin(importer) && group(importer).equals(group(exporter))
                && (!group(exporter).isEmpty() || wanted.get().contains(exporter.getLocation()));
    }

    /** Two versions of a plugin may be installed at the same time even if it is a singleton. */
    @Override
    public void filterSingletonCollisions(BundleCapability singleton, Collection<BundleCapability> others) {
        if (isPlugin(singleton.getRevision().getBundle())) {
            others.removeIf(other -> isPlugin(other.getRevision().getBundle()));
        }
    }

    @Override
    public void end() {
        // stateless
    }

    /** Two plugins with different content may have the same name and version. */
    @Override
    public void filterCollisions(int operation, Bundle target, Collection<Bundle> others) {
        others.removeIf(PluginWiring::isPlugin);
    }
}
