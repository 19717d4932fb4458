package psr.launcher.lab;

import java.util.List;
import java.util.Optional;

import psr.api.lab.Catalog;
import psr.api.lab.DataPart;
import psr.api.lab.Experiment;
import psr.api.lab.Recipe;
import psr.api.lab.RunOptions;
import psr.api.lab.ServiceInfo;
import psr.api.lab.ServiceKind;
import psr.api.lab.Stage;
import psr.launcher.spi.JobSpec;
import psr.launcher.spi.Placement;

/**
 * A model that is learned for use: an experiment of one trial of one recipe.
 *
 * @param catalog knows the services that are present
 */
record Training(Catalog catalog) {

    /** What is measured of a model, if present: how well it predicts, and whether its scores are probabilities. */
    private static final List<String> METRICS = List.of("perplexity", "health");

    /** @throws IllegalArgumentException if no metric is present at all */
    JobSpec of(Stage dataset, Recipe recipe, long seed, RunOptions options) {
        List<String> present = catalog.present(ServiceKind.METRIC).stream().map(ServiceInfo::name).toList();
        List<String> wanted = METRICS.stream().filter(present::contains).toList();
        List<Stage> metrics = (wanted.isEmpty() ? present.stream().limit(1) : wanted.stream()).map(Stage::of).toList();
        Experiment experiment = Experiment.builder("train", dataset).recipe(recipe).metrics(metrics).seed(seed)
                .every(Integer.MAX_VALUE).build();
        RunOptions chosen = options.change().threads(1).part(options.chosenPart().orElseGet(() -> part(dataset))).build();
        return new JobSpec(JobSpec.Kind.MODEL, Optional.of(experiment), chosen, Placement.LOCAL, 0);
    }

    /** All data, except those that a setting gives to test on. */
    private DataPart part(Stage dataset) {
        boolean test = catalog.present(ServiceKind.DATASET).stream().filter(source -> source.name().equals(dataset.name()))
                .flatMap(source -> catalog.settings(source).stream())
                .anyMatch(setting -> setting.isTestData() && setting.isGiven(dataset.settings().get(setting.name())));
        return test ? DataPart.asGiven() : DataPart.everything();
    }
}
