package psr.launcher.plugins;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;

import org.osgi.framework.Bundle;

import psr.api.lab.BundleVersion;

/** Which versions of plugins there are, and for whom. A service; thread-safe. */
public interface PluginVersions {

    /** Whether a bundle came from the plugins folder, now or for a run that began with it. */
    boolean isPlugin(Bundle bundle);

    /**
     * Whether new runs may have the services of a bundle. Not so for a plugin that was replaced or removed and stays for the
     * runs that began with it, nor for one that was restored for one run. Answers at once, under whatever lock.
     */
    boolean isOffered(Bundle bundle);

    /** The exact code of a bundle as it is now; computed once for each revision of it. */
    BundleVersion version(Bundle bundle);

    /**
     * Every plugin that is offered now. A run binds its names against one such set: the two services of one plugin that it
     * names are then of one version, and none goes before it is held.
     */
    PluginSet current();

    /**
     * The exact code that a kept run began with, for that run only.
     *
     * @param versions all its bundles; those that are no plugins must be there as they were
     * @throws MissingBundlesException if not all of it is to be had
     */
    PluginSet restore(List<BundleVersion> versions) throws MissingBundlesException;

    /**
     * Keeps the jars of the plugins among these bundles for as long as a run's folder is there.
     *
     * @throws IOException if that cannot be written down
     */
    void keepFor(Path run, Collection<BundleVersion> versions) throws IOException;
}
