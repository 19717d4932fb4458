package psr.launcher.plugins;

import java.util.List;

import org.osgi.framework.Bundle;

/** Checks which services of a plugin the laboratory can use. A service; thread-safe. */
public interface ServiceCheck {

    /**
     * The services of a bundle.
     *
     * @param added the usable ones, for example {@code learner 'kneser-ney'}
     * @param flaws a sentence for each unusable one, with the reason
     */
    record Result(List<String> added, List<String> flaws) {}

    /** Creates each service of a bundle once, and releases it. */
    Result check(Bundle bundle);
}
