package psr.api.lab;

import org.osgi.annotation.versioning.ConsumerType;

/** Receives changes of plugins. Called by one thread at a time; must return quickly: plugins are not loaded meanwhile. */
@ConsumerType
public interface PluginListener {

    /** A plugin was loaded, replaced or rejected, as its state shows. */
    void changed(PluginFile file);

    /** The file of a plugin was removed, and its services are no longer available. */
    default void removed(PluginFile file) {}
}
