package psr.launcher.lab;

import java.util.List;
import java.util.Optional;

import psr.api.lab.Catalog;
import psr.api.lab.DataPart;
import psr.api.lab.Experiment;
import psr.api.lab.Recipe;
import psr.api.lab.RunOptions;
import psr.api.lab.ServiceKind;
import psr.api.lab.Stage;
import psr.launcher.spi.JobSpec;
import psr.launcher.spi.ModelQuality;
import psr.launcher.spi.Placement;

/**
 * Learns a model for use: an experiment with one recipe and one trial.
 *
 * @param catalog the services that are present
 */
record Training(Catalog catalog) {

    /** @throws IllegalArgumentException if no metric is present at all */
    JobSpec of(Stage dataset, Recipe recipe, long seed, RunOptions options) {
        List<Stage> preferred = ModelQuality.metrics(catalog);
        List<Stage> metrics = preferred.isEmpty() ? catalog.present(ServiceKind.METRIC).stream().limit(1)
                .map(metric -> Stage.of(metric.name())).toList() : preferred;
        Experiment experiment = Experiment.builder("train", dataset).recipe(recipe).metrics(metrics).seed(seed)
                .every(Integer.MAX_VALUE).build();
        RunOptions chosen = options.change().threads(1).part(options.chosenPart().orElseGet(() -> part(dataset))).build();
        return new JobSpec(JobSpec.Kind.MODEL, Optional.of(experiment), chosen, Placement.LOCAL, 0);
    }

    /** Uses all data for training, except test data that a setting names. */
    private DataPart part(Stage dataset) {
        boolean test = catalog.present(ServiceKind.DATASET).stream().filter(source -> source.name().equals(dataset.name()))
                .flatMap(source -> catalog.settings(source).stream())
                .anyMatch(setting -> setting.isTestData() && setting.isGiven(dataset.settings().get(setting.name())));
        return test ? DataPart.asGiven() : DataPart.everything();
    }
}
