package psr.launcher.spi;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

import com.fasterxml.jackson.databind.JsonNode;

import psr.api.lab.Experiment;
import psr.api.lab.Experiments;
import psr.api.lab.Laboratory;
import psr.api.lab.Observer;
import psr.api.lab.Recipe;
import psr.api.lab.RunOptions;
import psr.api.lab.Stage;
import psr.api.lab.Submission;
import psr.api.settings.ValidationException;

/** The job engine behind the {@link Laboratory}. A service of psr.launcher; thread-safe. */
public interface Engine {

    /** As {@link Laboratory#submit}, computed where the placement says. */
    Submission submit(Experiment experiment, RunOptions options, Placement placement, Observer... observers);

    /** As {@link Laboratory#resume}, computed where the placement says. */
    Submission resume(Path folder, RunOptions options, Placement placement, Observer... observers) throws IOException;

    /**
     * Reads an experiment from parsed JSON, as {@link Experiments#read} does from text. Needs no services.
     *
     * @param name the name of the experiment if the JSON has none
     * @throws ValidationException if it is not an experiment, or too large; has a JSON pointer
     */
    Experiment read(JsonNode json, String name);

    /** Binds an experiment and checks all its settings. */
    CheckedExperiment bind(Experiment experiment);

    /**
     * The lines of finished trials in the folder of a run, as JSON objects; the lines of a trial are consecutive. Empty if no trial is finished.
     *
     * @param after how many lines to skip
     */
    List<String> trialLines(Path folder, int after, int most) throws IOException;

    /** What {@link Laboratory#learn} submits. */
    JobSpec training(Stage dataset, Recipe recipe, long seed, RunOptions options);

    /** What {@link Laboratory#learn} submits for several recipes. */
    JobSpec training(Stage dataset, List<Recipe> candidates, long seed, RunOptions options);

    /**
     * Opens a queue of jobs; a process has at most one.
     *
     * @param threads how many trials this process computes at once, of all jobs
     * @param listener follows the jobs
     */
    JobQueue open(JobStore store, int threads, JobListener listener);

    /**
     * Prepares to compute trials of a job of another process.
     *
     * @param task with the number of any of its trials
     * @throws ValidationException if the bundles of the job are not present, or something else about it is wrong
     * @throws IllegalStateException if a service does not start
     */
    TrialComputer prepare(TrialTask task);
}
