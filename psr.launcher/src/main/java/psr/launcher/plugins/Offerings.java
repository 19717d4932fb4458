package psr.launcher.plugins;

import java.util.List;

import org.osgi.framework.Bundle;

/** What the laboratory makes of the services of a plugin. A service; thread-safe. */
public interface Offerings {

    /**
     * What a bundle adds to the laboratory.
     *
     * @param added each service that can be used: {@code learner 'kneser-ney'}
     * @param flaws each that cannot, with the reason, as a sentence
     */
    record Offering(List<String> added, List<String> flaws) {}

    /** Tries the services of a bundle, each for a moment. */
    Offering of(Bundle bundle);
}
