package psr.api.lab;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

import org.osgi.annotation.versioning.ProviderType;

/** The folder of plugins, and what became of each file in it. A service; thread-safe. */
@ProviderType
public interface Plugins {

    /** Where jars are put. */
    Path folder();

    /** Every file there, by name. */
    List<PluginFile> files();

    /** Which of these bundles are neither here nor kept; whatever ships and is of another version is among them. */
    List<BundleVersion> missing(List<BundleVersion> bundles);

    /** The jar of a plugin that is here or was kept, by its exact content; empty if there is none. */
    Optional<Path> jar(BundleVersion bundle);

    /**
     * Keeps a jar for runs that need exactly this bundle; no other run gets it.
     *
     * @throws psr.api.settings.ValidationException if the jar is not that bundle
     * @throws java.io.IOException if it cannot be read, or not be kept
     */
    void keep(BundleVersion bundle, Path jar) throws IOException;

    /**
     * Tells whenever a plugin was taken, replaced, rejected or removed.
     *
     * @return takes the listener away again
     */
    Subscription listen(PluginListener listener);
}
