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
}
