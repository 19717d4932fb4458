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
import psr.server.data.UploadedFiles;
import psr.server.http.Problem;
import psr.server.http.ProblemException;

/** Refuses at once what could never be learned, or never be kept. */
public final class LearnableCheck {

    /** A wrong column or an empty file is seen at once; what is wrong at the end of a large file is seen when it is learned from. */
    private static final Duration LOOK = Duration.ofSeconds(5);

    private final LabServices lab;
    private final FileSettings files;
    private final DataPreview data;

    /** Of what is present. */
    public LearnableCheck(LabServices lab, UploadedFiles files, DataPreview data) {
        this.lab = lab;
        this.files = new FileSettings(lab.catalogue(), files);
        this.data = data;
    }

    /**
     * Looks at what is asked for: names and settings, then whether such a model can be saved, then the files.
     *
     * @throws ProblemException if it cannot be learned or kept
     * @throws psr.api.settings.ValidationException if its data cannot be loaded
     */
    void check(Stage dataset, Recipe recipe, long seed) throws InterruptedException {
        Experiment experiment = lab.engine().training(dataset, recipe, seed, RunOptions.defaults()).experiment().orElseThrow();
        List<ValidationError> refusals = new ArrayList<>(files.refusals(experiment));
        for (ValidationError refusal : refusals.isEmpty() ? lab.laboratory().check(experiment) : List.<ValidationError>of()) {
            // What is asked for has one recipe.
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
            data.check(dataset, seed, LOOK);
        }
    }
}
