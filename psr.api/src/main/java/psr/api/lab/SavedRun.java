package psr.api.lab;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

import org.osgi.annotation.versioning.ProviderType;

/** A run in a folder, whether it is finished, stopped, or still under way. Thread-safe. */
@ProviderType
public interface SavedRun {

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

    /** Who writes it now, in words; empty if nobody does. */
    Optional<String> writer();
}
