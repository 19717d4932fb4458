package psr.launcher.plugins;

import java.util.List;

import org.osgi.framework.Bundle;

import psr.api.lab.BundleVersion;

/** The plugins that one run may have, of each name one version. They stay as they are until this is closed. Thread-safe. */
public interface PluginSet extends AutoCloseable {

    /** Whether the run may have the services of a bundle: one of these plugins, or any bundle that is no plugin. */
    boolean takes(Bundle bundle);

    /** The plugins, by name. */
    List<BundleVersion> versions();

    /** Lets them go; a second time does nothing. */
    @Override
    void close();
}
