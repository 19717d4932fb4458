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
 * Lets several versions of a plugin, and several contents of one version, live side by side, and lets none of them take
 * packages from the wrong one.
 *
 * <p>A plugin's location is {@code psr-plugin:<hash of its content>}; one that is there for a single run has a group behind it,
 * {@code psr-plugin:<hash>/<group>}. Those of a group see each other and no other plugin; those without one see each other
 * where they are wanted, not those that only stay for earlier runs. What is no plugin is never wired to one: it must not be
 * refreshed when a plugin goes.
 */
final class PluginWiring implements ResolverHookFactory, ResolverHook, CollisionHook {

    private static final String SCHEME = "psr-plugin:";

    /** The locations that are wanted for new runs; asked under the framework's locks, so it must answer at once. */
    private final Supplier<Set<String>> wanted;

    PluginWiring(Supplier<Set<String>> wanted) {
        this.wanted = wanted;
    }

    /** Begins to be asked. */
    ServiceRegistration<?> register(BundleContext context) {
        Dictionary<String, Object> none = new Hashtable<>();
        return context.registerService(new String[] {ResolverHookFactory.class.getName(), CollisionHook.class.getName()},
                this, none);
    }

    /** Where a plugin is installed. */
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
        Bundle asks = requirement.getRevision().getBundle();
        candidates.removeIf(candidate -> !mayWire(asks, candidate.getRevision().getBundle()));
    }

    private boolean mayWire(Bundle asks, Bundle has) {
        if (asks.equals(has) || !isPlugin(has)) {
            return true;
        }
        return isPlugin(asks) && group(asks).equals(group(has))
                && (!group(has).isEmpty() || wanted.get().contains(has.getLocation()));
    }

    /** Two versions of a plugin may both be there, even where it says that there may be only one of it. */
    @Override
    public void filterSingletonCollisions(BundleCapability singleton, Collection<BundleCapability> others) {
        if (isPlugin(singleton.getRevision().getBundle())) {
            others.removeIf(other -> isPlugin(other.getRevision().getBundle()));
        }
    }

    @Override
    public void end() {
        // nothing was kept
    }

    /** Two contents may have one name and version. */
    @Override
    public void filterCollisions(int operation, Bundle target, Collection<Bundle> others) {
        others.removeIf(PluginWiring::isPlugin);
    }
}
