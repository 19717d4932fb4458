package psr.launcher.services;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

import org.osgi.framework.Bundle;

import psr.api.lab.BundleVersion;

/**
 * Keeps bundles unchanged for as long as a run needs them, even if their files are replaced or deleted. A service; thread-safe.
 * The default methods are for a laboratory without plugins.
 */
public interface BundleHolds {

    /** Holds bundles until it is closed; a second call of close does nothing. */
    interface Hold extends AutoCloseable {

        /** The exact code that is held: the bundle and the bundles it imports packages from, by name. */
        List<BundleVersion> versions();

        @Override
        default void close() {}
    }

    /** Holds a bundle and the plugins it imports packages from. Never fails: of an uninstalled bundle only the version is known. */
    Hold hold(Bundle bundle);

    /** The exact code of a bundle at present; computed once for each revision of the bundle. */
    default BundleVersion version(Bundle bundle) {
        return new BundleVersion(bundle.getSymbolicName(), bundle.getVersion().toString(), "");
    }

    /** The exact code of the laboratory itself, if known. */
    default Optional<BundleVersion> laboratory() {
        return Optional.empty();
    }

    /** Whether a bundle is a plugin: one from the plugins folder, or one that was restored for a run. */
    default boolean isPlugin(Bundle bundle) {
        return false;
    }

    /**
     * Whether new runs may use the services of a bundle. False for a plugin that was replaced or removed and remains only for the
     * runs that started with it, and for a plugin that was restored for a single run. Never blocks; may be called with any lock.
     */
    default boolean isOffered(Bundle bundle) {
        return true;
    }

    /**
     * The services for new runs at present. They remain available until the selection is closed, so that all services that a run uses
     * from one plugin have the same version. Close it when all names are bound.
     */
    default Selection current() {
        return Selection.CURRENT;
    }

    /**
     * Selects services by the exact bundles that a run started with. A plugin that is not present but was saved is restored for
     * this selection only. Close it when all names are bound.
     *
     * @param bundles all bundles of the run; bundles that are not plugins must be present and unchanged
     * @throws psr.api.settings.ValidationException if a bundle is neither present nor saved; the message has the present version
     */
    Selection exactly(List<BundleVersion> bundles);

    /**
     * Saves the jars of the plugins among these bundles for as long as the folder of a run exists.
     *
     * @throws IOException if they cannot be saved
     */
    default void keepFor(Path run, Collection<BundleVersion> bundles) throws IOException {}
}
