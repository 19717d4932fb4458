package psr.api.learn;

import java.nio.file.Path;
import java.util.concurrent.CancellationException;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;

import org.osgi.annotation.versioning.ProviderType;

import psr.api.model.Model;
import psr.api.model.SingularValues;

/**
 * The connection of one computation (learning, refining or loading data) to the laboratory: random numbers, progress,
 * files, and cancellation. Not thread-safe.
 */
@ProviderType
public interface Run {

    /**
     * A new random generator in its initial state. The same purpose gives the same numbers in every call, independent of
     * other computations; different purposes give independent ones. A service has no other source of random numbers.
     *
     * @param purpose any word, for example {@code shuffle}
     */
    RandomGenerator random(String purpose);

    /**
     * Reports that an iteration is complete, and returns whether to continue.
     *
     * @param iteration the number of completed iterations: 0 for the start, then 1, 2, …
     * @param model returns the current model; called immediately and on this thread or not at all, so it may be expensive
     *         and need not copy what the model itself copies
     * @return whether to continue; if false, return the current model
     */
    boolean iterated(int iteration, Supplier<? extends Model> model);

    /**
     * Adds to a counter that appears in the results, for example of skipped gradients.
     *
     * @param counter a short description; include a choice in it, as in {@code rank 12 chosen}, because counts are summed
     *         over trials
     * @param increment at least 0
     */
    void count(String counter, long increment);

    /**
     * Reports the progress of a long computation to users; call it as often as convenient. It has no other effect.
     *
     * @param share the completed fraction, from 0 to 1; NaN if unknown
     * @param doing the current activity in a few words, for example {@code reading moby-dick.txt}
     */
    void progress(double share, String doing);

    /**
     * Reports the singular values of the data and the number of them that the model uses, for users who inspect the model
     * later; the last call counts. It has no other effect.
     */
    default void decomposed(SingularValues singularValues) {}

    /**
     * Whether to stop as soon as possible; for loops that are not iterations in the sense of {@link #iterated}. Check it
     * often enough to stop within a second.
     */
    boolean cancelled();

    /**
     * Ends a cancelled computation that has no result yet; call it in every long loop.
     *
     * @throws CancellationException if the run was {@link #cancelled}; do not catch it
     */
    default void checkpoint() {
        if (cancelled()) {
            throw new CancellationException("the run was cancelled");
        }
    }

    /**
     * The file that a setting names. A relative path belongs to the base folder of the experiment. Services must open
     * files only through this method.
     *
     * @param named the path in the settings
     * @return its location; the file need not exist
     * @throws IllegalArgumentException if the laboratory confines files to a folder and this one is outside of it
     */
    Path file(Path named);
}
