package psr.api.learn;

import java.util.function.Supplier;
import java.util.random.RandomGenerator;

import org.osgi.annotation.versioning.ProviderType;

import psr.api.model.Model;

/**
 * What the laboratory gives to one computation: randomness, a place to report, and the word to stop. Used by one thread
 * at a time.
 */
@ProviderType
public interface Run {

    /**
     * A new source of random numbers, at its beginning. The same purpose gives the same numbers in every call, whatever
     * else runs; different purposes give independent ones. There is no other randomness in a learner.
     *
     * @param purpose any word, for example {@code shuffle}
     */
    RandomGenerator random(String purpose);

    /**
     * Says that an iteration is done, and asks whether to go on.
     *
     * @param iteration the number of iterations done: 0 for the start, then 1, 2, …
     * @param model gives the model as it is now; called at once and on this thread or not at all, so it may be costly
     *        and need not copy what the model itself copies
     * @return whether to go on; if not, return the model you have
     */
    boolean iterated(int iteration, Supplier<? extends Model> model);

    /**
     * Adds to a counter that will stand in the results, for example of skipped gradients.
     *
     * @param counter what was counted, in a few words
     * @param increment how many, at least 0
     */
    void count(String counter, long increment);

    /** Whether to stop as soon as possible; for loops that do not iterate in the sense of {@link #iterated}. */
    boolean cancelled();
}
