package psr.api.lab;

import java.nio.file.Path;
import java.util.List;

import org.osgi.annotation.versioning.ProviderType;

/** The plugins folder and the states of its files. A service; thread-safe. */
@ProviderType
public interface Plugins {

    /** The folder into which users copy jars. */
    Path folder();

    /** All files in the folder, by name. */
    List<PluginFile> files();

    /**
     * Adds a listener, which is notified when a plugin is loaded, replaced, rejected or removed.
     *
     * @return removes the listener when closed
     */
    Subscription listen(PluginListener listener);
}
