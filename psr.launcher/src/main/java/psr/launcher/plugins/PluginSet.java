package psr.launcher.plugins;

import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

import org.osgi.framework.Bundle;

import psr.api.lab.BundleVersion;
import psr.launcher.services.Selection;
import psr.launcher.services.ServiceOffer;

/** Plugins, of each name one version, that stay as they are until this is closed. Thread-safe. */
final class PluginSet implements Selection {

    private final Set<Bundle> bundles;
    private final List<BundleVersion> versions;
    private final InstalledPlugins.Holding holding;

    PluginSet(List<InstalledPlugins.Plugin> plugins, InstalledPlugins.Holding holding) {
        this.bundles = plugins.stream().map(InstalledPlugins.Plugin::bundle).collect(Collectors.toUnmodifiableSet());
        this.versions = plugins.stream().map(InstalledPlugins.Plugin::version)
                .sorted(Comparator.comparing(BundleVersion::name)).toList();
        this.holding = holding;
    }

    /** The plugins, by name. */
    List<BundleVersion> versions() {
        return versions;
    }

    /** Whether the services of a bundle may be had: one of these plugins, or any bundle that is no plugin. */
    boolean takes(Bundle bundle) {
        return !PluginWiring.isPlugin(bundle) || bundles.contains(bundle);
    }

    @Override
    public boolean takes(ServiceOffer offer) {
        return offer.provider().bundle().map(this::takes).orElse(true);
    }

    @Override
    public void close() {
        holding.close();
    }
}
