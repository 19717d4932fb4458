package psr.api.lab;

import org.osgi.annotation.versioning.ConsumerType;

/** Is told what becomes of plugins. Called by one thread at a time; must return soon: no other plugin is taken meanwhile. */
@ConsumerType
public interface PluginListener {

    /** A plugin was taken, replaced or rejected: its state says which. */
    void changed(PluginFile file);

    /** The file of a plugin was removed, and what it added is gone. */
    default void removed(PluginFile file) {}
}
