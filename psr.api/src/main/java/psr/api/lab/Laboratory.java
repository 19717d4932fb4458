package psr.api.lab;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import org.osgi.annotation.versioning.ProviderType;

import psr.api.model.Model;
import psr.api.settings.ValidationError;
import psr.api.settings.ValidationException;
import psr.api.source.Dataset;

/**
 * Runs experiments with the services that are present. A service; thread-safe.
 *
 * <p>A run is bound to the exact bundles it started with: replacing or removing a bundle does not affect it.
 */
@ProviderType
public interface Laboratory {

    /**
     * The {@code osgi.condition.id} of the {@code org.osgi.service.condition.Condition} that is registered once the lab is ready: its services
     * are registered, all bundles of the start level that provide services for experiments have been started, and the plugins folder has
     * been scanned after that. It stays registered until the lab stops.
     */
    String READY = "psr.lab.ready";

    /** Checks an experiment against the present services; empty if it can be submitted. Starts nothing. */
    List<ValidationError> check(Experiment experiment);

    /**
     * Binds the names of an experiment to services, checks every setting, and starts it.
     *
     * @param observers are notified from the start; see {@link Submission#observe}
     * @return the run, immediately
     * @throws ValidationException if a name is unknown, a setting is wrong, stages do not fit, or the folder cannot be used, for
     *         example because it has a run; nothing was started
     * @throws IllegalStateException if a service does not start, which is not the user's mistake; nothing was started
     */
    Submission submit(Experiment experiment, RunOptions options, Observer... observers);

    /**
     * Learns one model for use: one trial of one recipe, on all data except those that a setting of the data set reserves
     * for testing ({@code Setting.isTestData}), unless the options choose another part. The result is
     * {@link Submission#model}.
     *
     * @param seed the seed of all random numbers; the same seed gives the same model on any machine
     * @param options the options; the number of threads is ignored
     * @return the run, immediately
     * @throws ValidationException as for {@link #submit}
     */
    Submission learn(Stage dataset, Recipe recipe, long seed, RunOptions options, Observer... observers);

    /**
     * Learns one model for use with the best of several recipes: cross-validation on the training data selects a recipe, which then learns from
     * all training data. The provenance of the model contains the score of every recipe.
     *
     * @param candidates at least two, with different labels
     * @param seed as for one recipe
     * @param options the options; the number of threads is ignored
     * @return the run, immediately
     * @throws ValidationException as for {@link #submit}
     */
    Submission learn(Stage dataset, List<Recipe> candidates, long seed, RunOptions options, Observer... observers);

    /**
     * Resumes a run where it stopped, with the bundles and the data it started with. The results are the same as without the
     * interruption.
     *
     * @param folder the folder of the run
     * @param options the options; folder, base, shard and part of the data are ignored, because those of the run are used
     * @return the run, immediately
     * @throws ValidationException if the folder is being written, or bundles or data are not those it started with; has what
     *        is missing
     * @throws IOException if the folder cannot be read, or its files are damaged
     */
    Submission resume(Path folder, RunOptions options, Observer... observers) throws IOException;

    /**
     * Merges the shards of an experiment, as if one machine had computed all trials: reports have the same bytes. Nothing is
     * computed, and neither services nor data are needed.
     *
     * @param shares the folders of runs that together have every trial of the experiment once; not modified
     * @param into a new folder for the merged run
     * @throws ValidationException if they are not shards of the same run: another experiment, seed, data file or bundle, a
     *        trial that is missing or appears twice, a folder that is being written; has all differences. Nothing was
     *        written
     * @throws IOException if a folder cannot be read or written, or its files are damaged; the new folder is removed
     */
    SavedRun merge(List<Path> shares, Path into) throws IOException;

    /** All runs that are not closed, in the order of submission. */
    List<Submission> submissions();

    /** The run with an id; empty if there is none or it is closed. */
    Optional<Submission> submission(String id);

    /**
     * Opens a saved run.
     *
     * @throws ValidationException if there is none
     * @throws IOException if it cannot be read or is damaged
     */
    SavedRun open(Path folder) throws IOException;

    /** The folders of runs in and below a folder, by name. */
    List<Path> savedRuns(Path folder) throws IOException;

    /**
     * Writes the summary of results, judges the claims and calls every reporter.
     *
     * @param into created if it is missing; files of the same name are replaced, others are not changed
     * @throws IOException if the summary cannot be written
     */
    Report report(Results results, Path into) throws IOException;

    /**
     * Loads a data set on the calling thread.
     *
     * @param seed the seed of its random numbers
     * @param base the folder against which relative paths in settings are resolved
     * @throws ValidationException if there is none of that name, a setting is wrong, or settings contradict each other
     * @throws IOException if a file cannot be read; the message names it
     */
    Dataset load(Stage dataset, long seed, Path base) throws IOException;

    /**
     * Measures a model on test data on the calling thread.
     *
     * @return the values by full name, in the requested order, without those that could not be measured
     * @throws ValidationException if a metric is unknown or has no such settings
     */
    Map<String, Double> measure(Model model, Dataset data, List<Stage> metrics);
}
