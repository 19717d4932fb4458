package psr.api.lab;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import org.osgi.annotation.versioning.ProviderType;

/** A run in a folder, whether it is finished, stopped, or still under way. Thread-safe. */
@ProviderType
public interface SavedRun {

    /**
     * A service that a run was computed with.
     *
     * @param kind what it is
     * @param name what users type
     * @param bundle the symbolic name of the bundle that provided it
     * @param version the version of that bundle
     */
    record Service(ServiceKind kind, String name, String bundle, String version) {}

    /** Where it is. */
    Path folder();

    /** When it was first started, as an ISO 8601 date and time. */
    String started();

    /** Which trials of the experiment it is to have. */
    Shard share();

    /** All that is finished so far. */
    Results results();

    /** The code it began with; not modifiable. */
    List<BundleVersion> bundles();

    /** The services that its experiment names, as they were when it began; not modifiable. */
    List<Service> services();

    /** The SHA-256 of every file that its data are read from, by the absolute name of the file; not modifiable. */
    Map<String, String> files();

    /** The folder of files that settings name by a relative path. */
    Path base();

    /** Who writes it now, in words; empty if nobody does. */
    Optional<String> writer();
}
