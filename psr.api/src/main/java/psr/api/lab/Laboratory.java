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
 * <p>A run is bound to the exact bundles it began with: one that is replaced or removed under it changes nothing in it.
 */
@ProviderType
public interface Laboratory {

    /** What is wrong with an experiment, here and now; empty if it can be submitted. Nothing is started. */
    List<ValidationError> check(Experiment experiment);

    /**
     * Binds the names of an experiment to services, checks every setting, and starts it.
     *
     * @param observers are notified from the start; see {@link Submission#observe}
     * @return at once
     * @throws ValidationException if a name is unknown, a setting is wrong, stages do not fit, or the folder cannot be used, for
     *         example because it holds a run; nothing has been started
     * @throws IllegalStateException if a service does not start, which is no fault of the user; nothing has been started
     */
    Submission submit(Experiment experiment, RunOptions options, Observer... observers);

    /**
     * Learns one model for use: one trial of one recipe, on all data except those that a setting of the data set gives to test on
     * ({@code Setting.isTestData}), unless the options choose another part. The result is {@link Submission#model}.
     *
     * @param seed where all randomness comes from; the same seed gives the same model, wherever it is learned
     * @param options of which the number of threads is not used
     * @return at once
     * @throws ValidationException as {@link #submit}
     */
    Submission learn(Stage dataset, Recipe recipe, long seed, RunOptions options, Observer... observers);

    /**
     * Continues a run where it stopped, with the bundles and the data it began with; ends with the numbers that it would have
     * ended with had it never been stopped.
     *
     * @param folder of a run
     * @param options of which the folder, the base, the share and the part of the data are not looked at: those are as they
     *        were
     * @return at once
     * @throws ValidationException if the folder is written by another, or bundles or data are not those it began with; says
     *         what is missing
     * @throws IOException if the folder cannot be read, or what is in it was damaged
     */
    Submission resume(Path folder, RunOptions options, Observer... observers) throws IOException;

    /**
     * Puts shares of one experiment together, as if one machine had computed all trials: what is reported on them afterwards
     * has the same bytes. Nothing is computed, and neither services nor data are needed.
     *
     * @param shares folders of runs that together have every trial of the experiment once; only read
     * @param into a new folder, in which the run is kept from then on
     * @throws ValidationException if they do not belong together: another experiment, seed, file of data or bundle, a trial that
     *         is missing or stands twice, a folder that is being written; names each. Nothing was written
     * @throws IOException if a folder cannot be read or written, or what is in it was damaged; nothing is left in the new one
     */
    SavedRun merge(List<Path> shares, Path into) throws IOException;

    /** Every run that was not closed, in the order of submission. */
    List<Submission> submissions();

    /** The run of an id; empty if there is none, or it was closed. */
    Optional<Submission> submission(String id);

    /**
     * Opens a run that was kept.
     *
     * @throws ValidationException if there is none
     * @throws IOException if it cannot be read, or was damaged
     */
    SavedRun open(Path folder) throws IOException;

    /** The folders of runs in and below a folder, by name. */
    List<Path> kept(Path folder) throws IOException;

    /**
     * Writes the summary of results, judges the claims and lets every reporter write.
     *
     * @param into is made where it is not there; files of the same name are replaced, nothing else is touched
     * @throws IOException if the summary cannot be written
     */
    Report report(Results results, Path into) throws IOException;

    /**
     * Loads a data set, here and now.
     *
     * @param seed where its randomness comes from
     * @param base where the files are that settings name by a relative path
     * @throws ValidationException if there is none of that name, a setting is wrong, or the settings do not fit together
     * @throws IOException if a file cannot be read; names it
     */
    Dataset load(Stage dataset, long seed, Path base) throws IOException;

    /**
     * Measures a model on the test part of data, here and now.
     *
     * @return what could be measured, by full name, in the order asked
     * @throws ValidationException if a metric is unknown or has no such settings
     */
    Map<String, Double> measure(Model model, Dataset data, List<Stage> metrics);
}
