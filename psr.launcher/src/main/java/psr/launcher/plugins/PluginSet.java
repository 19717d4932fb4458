package psr.launcher.plugins;

import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

import org.osgi.framework.Bundle;

import psr.api.lab.BundleVersion;
import psr.launcher.services.Selection;
import psr.launcher.services.ServiceOffer;

/** Plugins, one version of each name, that stay installed and wired until this is closed. Thread-safe. */
final class PluginSet implements Selection {

    private final Set<Bundle> bundles;
    private final List<BundleVersion> versions;
    private final InstalledPlugins.PluginHold hold;

    PluginSet(List<InstalledPlugins.Plugin> plugins, InstalledPlugins.PluginHold hold) {
        this.bundles = plugins.stream().map(InstalledPlugins.Plugin::bundle).collect(Collectors.toUnmodifiableSet());
        this.versions = plugins.stream().map(InstalledPlugins.Plugin::version)
                .sorted(Comparator.comparing(BundleVersion::name)).toList();
        this.hold = hold;
    }

    List<BundleVersion> versions() {
        return versions;
    }

    /** Whether the services of a bundle are included: those of these plugins and of all bundles that are not plugins. */
    boolean takes(Bundle bundle) {
        return !PluginWiring.isPlugin(bundle) || bundles.contains(bundle);
    }

    @Override
    public boolean takes(ServiceOffer offer) {
        return offer.provider().bundle().map(this::takes).orElse(true);
    }

    @Override
    public void close() {
        hold.close();
    }
}
