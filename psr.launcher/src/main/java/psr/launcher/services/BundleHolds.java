package psr.launcher.services;

import java.util.List;

import org.osgi.framework.Bundle;

import psr.api.lab.BundleVersion;

/** Keeps bundles as they are for as long as a run needs them, whatever happens to their files meanwhile. Thread-safe. */
public interface BundleHolds {

    /** Bundles that stay until this is closed, once. */
    interface Hold extends AutoCloseable {

        /** The exact code that is held: the bundle, and those it takes packages from. */
        List<BundleVersion> versions();

        @Override
        void close();
    }

    /** Holds a bundle and the plugins it takes packages from. */
    Hold hold(Bundle bundle);

    /**
     * A choice of services by the exact bundles that a run began with: where one of them is not present but was kept, it is
     * brought back for whoever binds with this choice.
     *
     * @throws IllegalArgumentException if one is neither present nor kept; says which, and what is present
     */
    Selection exactly(List<BundleVersion> bundles);
}
