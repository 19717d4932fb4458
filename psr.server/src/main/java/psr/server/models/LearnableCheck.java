package psr.server.models;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import psr.api.lab.Experiment;
import psr.api.lab.Recipe;
import psr.api.lab.RunOptions;
import psr.api.lab.Stage;
import psr.api.settings.ValidationError;
import psr.server.LabServices;
import psr.server.data.DataPreview;
import psr.server.data.FileSettings;
import psr.server.http.Problem;
import psr.server.http.ProblemException;

/** Rejects requests for models that can never be learned or saved. */
public record LearnableCheck(LabServices lab, FileSettings files, DataPreview data) {

    /** Time limit for loading the data. Errors that are not found within it are reported when the model is learned. */
    private static final Duration TIME_LIMIT = Duration.ofSeconds(5);

    /**
     * Checks a request: names and settings, then whether such a model can be saved, then the files.
     *
     * @throws ProblemException if the model cannot be learned or saved
     * @throws psr.api.settings.ValidationException if its data cannot be loaded
     */
    void check(Stage dataset, Recipe recipe, long seed) throws InterruptedException {
        Experiment experiment = lab.engine().training(dataset, recipe, seed, RunOptions.defaults()).experiment().orElseThrow();
        List<ValidationError> refusals = new ArrayList<>(files.refusals(experiment));
        for (ValidationError refusal : refusals.isEmpty() ? lab.laboratory().check(experiment) : List.<ValidationError>of()) {
            // The request has one recipe.
            refusals.add(refusal.at(refusal.place().replaceFirst("^/recipes/0", "/recipe")));
        }
        if (refusals.isEmpty()) {
            lab.catalogue().models(recipe).filter(type -> !lab.models().hasFormat(type))
                    .ifPresent(type -> refusals.add(ValidationError.of(
                            "the recipe must make models that can be saved; "
                                    + recipe.stages().get(recipe.stages().size() - 1).name() + " makes "
                                    + type.getName() + ", for which no bundle has a ModelFormat; kinds known: "
                                    + String.join(", ", lab.models().kinds()))
                            .at("/recipe")));
        }
        if (!refusals.isEmpty()) {
            throw new ProblemException(Problem.refused(refusals));
        }
        if (!files.names(dataset).isEmpty()) {
            data.check(dataset, seed, TIME_LIMIT);
        }
    }
}
