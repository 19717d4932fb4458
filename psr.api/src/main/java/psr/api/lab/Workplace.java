package psr.api.lab;

import org.osgi.annotation.versioning.ConsumerType;

/**
 * Where trials are computed: threads of this process, or other machines. A service, published with
 * {@link psr.api.settings.PsrService}; {@link RunOptions#workplace} names it. Thread-safe: many runs may use it at once.
 */
@ConsumerType
public interface Workplace {

    /**
     * Computes the trials of a run, as many at once as it sees fit and {@link TrialSupply#threads} allows. Returns at once;
     * takes tasks until there are none left, and gives each back in one of the three ways that {@link TrialSupply} has.
     */
    void compute(TrialSupply supply);
}
