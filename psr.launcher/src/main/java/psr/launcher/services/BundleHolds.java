package psr.launcher.services;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

import org.osgi.framework.Bundle;

import psr.api.lab.BundleVersion;

/**
 * Keeps bundles as they are for as long as a run needs them, whatever happens to their files meanwhile. A service; thread-safe.
 * What is not overridden is how it is in a laboratory without plugins.
 */
public interface BundleHolds {

    /** Bundles that stay until this is closed; closing it again does nothing. */
    interface Hold extends AutoCloseable {

        /** The exact code that is held: the bundle, and those it takes packages from, by name. */
        List<BundleVersion> versions();

        @Override
        void close();
    }

    /** Holds a bundle and the plugins it takes packages from. Never refuses: of a bundle that is gone it knows the version only. */
    Hold hold(Bundle bundle);

    /** The exact code of a bundle as it is now; computed once for each revision of it. */
    default BundleVersion version(Bundle bundle) {
        return new BundleVersion(bundle.getSymbolicName(), bundle.getVersion().toString(), "");
    }

    /** The exact code of the laboratory itself, where that is known. */
    default Optional<BundleVersion> laboratory() {
        return Optional.empty();
    }

    /** Whether a bundle came from the plugins folder, now or for a run that began with it. */
    default boolean isPlugin(Bundle bundle) {
        return false;
    }

    /**
     * Whether new runs may have the services of a bundle. Not so for a plugin that was replaced or removed and stays for the
     * runs that began with it, nor for one that was brought back for a single run. Answers at once, under whatever lock.
     */
    default boolean isOffered(Bundle bundle) {
        return true;
    }

    /**
     * What new runs get, as it is now, kept until this is closed: the services of one plugin that a run names are then of one
     * version, and none goes before it is held. Close it when all names are bound.
     */
    default Selection current() {
        return Selection.CURRENT;
    }

    /**
     * A choice of services by the exact bundles that a run began with: where one of them is not present but was kept, it is
     * brought back for whoever binds with this choice. Close it when all names are bound.
     *
     * @param bundles all of the run's; those that are no plugins must be there as they were
     * @throws psr.api.settings.ValidationException if one is neither present nor kept; says which, and what is present
     */
    Selection exactly(List<BundleVersion> bundles);

    /**
     * Keeps the jars of the plugins among these bundles for as long as a run's folder is there.
     *
     * @throws IOException if that cannot be written down
     */
    default void keepFor(Path run, Collection<BundleVersion> bundles) throws IOException {}
}
