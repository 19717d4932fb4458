package psr.api.lab;

import java.nio.file.Path;
import java.util.List;

import org.osgi.annotation.versioning.ProviderType;

/** The folder of plugins, and what became of each file in it. A service; thread-safe. */
@ProviderType
public interface Plugins {

    /** Where jars are put. */
    Path folder();

    /** Every file there, by name. */
    List<PluginFile> files();

    /**
     * Tells whenever a plugin was taken, replaced, rejected or removed.
     *
     * @return takes the listener away again
     */
    Subscription listen(PluginListener listener);
}
