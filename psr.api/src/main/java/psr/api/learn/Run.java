package psr.api.learn;

import java.nio.file.Path;
import java.util.concurrent.CancellationException;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;

import org.osgi.annotation.versioning.ProviderType;

import psr.api.model.Model;
import psr.api.model.SingularValues;

/**
 * What the laboratory gives to one computation, be it learning, refining or loading data: randomness, a place to report,
 * files, and the word to stop. Used by one thread at a time.
 */
@ProviderType
public interface Run {

    /**
     * A new source of random numbers, at its beginning. The same purpose gives the same numbers in every call, whatever
     * else runs; different purposes give independent ones. There is no other randomness in a service.
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
     * @param counter what was counted, in a few words; what was chosen is a part of them, as in {@code rank 12 chosen}, since counts of
     *        several trials are added up
     * @param increment how many, at least 0
     */
    void count(String counter, long increment);

    /**
     * Says how far a long computation is, for a person who waits; to be called as often as convenient. Nothing depends on
     * it.
     *
     * @param share how much is done, from 0 to 1; NaN where that is not known
     * @param doing what is being done, in a few words, for example {@code reading moby-dick.txt}
     */
    void progress(double share, String doing);

    /**
     * Says what singular values the data have and how many of them the model keeps, for a person who looks at the model later;
     * what is said last counts. Nothing depends on it.
     */
    default void decomposed(SingularValues singularValues) {}

    /**
     * Whether to stop as soon as possible; for loops that do not iterate in the sense of {@link #iterated}. A computation
     * should look at it often enough to stop within a second.
     */
    boolean cancelled();

    /**
     * A place where a computation that has no result yet may end; to be called in every long loop.
     *
     * @throws CancellationException if the run was {@link #cancelled}: let it pass
     */
    default void checkpoint() {
        if (cancelled()) {
            throw new CancellationException("the run was cancelled");
        }
    }

    /**
     * The file that a setting names. A relative one belongs to the base folder of the experiment. A service opens no file
     * but through this method.
     *
     * @param named as in the settings
     * @return where it is; whether it exists is not checked
     * @throws IllegalArgumentException if the laboratory confines files to a folder and this one is outside, in words
     */
    Path file(Path named);
}
