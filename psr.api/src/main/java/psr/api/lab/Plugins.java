package psr.api.lab;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

import org.osgi.annotation.versioning.ProviderType;

/** The plugins folder and the states of its files. A service; thread-safe. */
@ProviderType
public interface Plugins {

    /** The folder into which users copy jars. */
    Path folder();

    /** All files in the folder, by name. */
    List<PluginFile> files();

    /** The bundles that are neither present nor stored; includes bundles that ship with the laboratory in another version. */
    List<BundleVersion> missing(List<BundleVersion> bundles);

    /** The jar of a present or stored plugin, by its exact content; empty if there is none. */
    Optional<Path> jar(BundleVersion bundle);

    /**
     * Stores a jar for runs that need exactly this bundle; other runs do not get it.
     *
     * @throws psr.api.settings.ValidationException if the jar is not that bundle
     * @throws java.io.IOException if it cannot be read or stored
     */
    void keep(BundleVersion bundle, Path jar) throws IOException;

    /**
     * Adds a listener, which is notified when a plugin is loaded, replaced, rejected or removed.
     *
     * @return removes the listener when closed
     */
    Subscription listen(PluginListener listener);
}
