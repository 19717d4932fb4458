package psr.api.lab;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import org.osgi.annotation.versioning.ProviderType;

/** A run in a folder, which may be finished, stopped or still running. Thread-safe. */
@ProviderType
public interface SavedRun {

    /**
     * A service that a run used.
     *
     * @param kind the kind of service
     * @param name the name that users type
     * @param bundle the symbolic name of the bundle that provided it
     * @param version the version of that bundle
     */
    record Service(ServiceKind kind, String name, String bundle, String version) {}

    /** The folder. */
    Path folder();

    /** When the run was first started, as an ISO 8601 date and time. */
    String started();

    /** The shard of the experiment. */
    Shard share();

    /** The results of the trials that are finished so far. */
    Results results();

    /** The bundles it started with; not modifiable. */
    List<BundleVersion> bundles();

    /** The services that its experiment names, as they were when it started; not modifiable. */
    List<Service> services();

    /** The SHA-256 of every data file, by its absolute path; not modifiable. */
    Map<String, String> files();

    /** The folder against which relative paths in settings are resolved. */
    Path base();

    /** A description of the process that is writing the run; empty if there is none. */
    Optional<String> writer();
}
