package psr.api.lab;

import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

import org.osgi.annotation.versioning.ConsumerType;

/**
 * The trials of several runs, for all who compute them, here and elsewhere. Whoever is free asks for one; the pool says of which
 * run, so that runs share fairly. Thread-safe, and waits for nobody.
 */
@ConsumerType
public interface TrialPool {

    /** A trial, and the run it is of. */
    record Taken(TrialSupply supply, TrialTask task) {}

    /** The runs that are not over. */
    List<TrialSupply> runs();

    /**
     * Takes the next trial. Whoever takes one gives it back to its supply in one of the ways that {@link TrialSupply} has, and
     * then says so by {@link #left}.
     *
     * @param where who will compute it, in words
     * @param can whether that one can compute trials of a run
     * @return empty if there is none now
     */
    Optional<Taken> take(String where, Predicate<TrialSupply> can);

    /**
     * A trial that was taken is computed there no longer.
     *
     * @param finished whether it has an outcome; otherwise somebody else may take it
     */
    void left(Taken taken, boolean finished);
}
