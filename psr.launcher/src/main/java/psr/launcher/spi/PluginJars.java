package psr.launcher.spi;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import psr.api.lab.BundleVersion;
import psr.api.lab.Plugins;

/** The plugins folder and the jars that jobs need, by exact content. A service of psr.launcher; thread-safe. */
public interface PluginJars extends Plugins {

    /** The stored copies of plugins that are neither in the folder nor in use, with the reason why they are stored. */
    Map<BundleVersion, String> retained();

    /** The bundles that are neither present nor stored; includes bundles that ship with the laboratory in another version. */
    List<BundleVersion> missing(List<BundleVersion> bundles);

    /** The jar of a present or stored plugin; empty if there is none. */
    Optional<Path> jar(BundleVersion bundle);

    /**
     * Stores a jar for runs that need exactly this bundle; other runs do not get it.
     *
     * @throws psr.api.settings.ValidationException if the jar is not that bundle
     * @throws IOException if it cannot be read or stored
     */
    void keep(BundleVersion bundle, Path jar) throws IOException;
}
