package psr.launcher.jobs;

import java.util.stream.Collectors;

import psr.api.data.Sequences;
import psr.api.lab.DataPart;
import psr.api.lab.Experiment;
import psr.api.lab.LearnedModel;
import psr.api.lab.Recipe;
import psr.api.lab.ServiceKind;
import psr.api.model.Model;
import psr.api.source.Dataset;
import psr.launcher.services.ServiceOffer;
import psr.launcher.trials.BoundExperiment;

/** Adds provenance to a model, so that it can be learned again and its symbols can be written in their original form. */
final class ModelOrigin {

    private ModelOrigin() {}

    /**
     * The provenance of a model that a recipe has produced.
     *
     * @param part the part of the data that the recipe has learned from
     * @param version the version of the laboratory, for people
     */
    static LearnedModel note(Model model, String label, BoundExperiment bound, Dataset dataset, DataPart part,
            String version) {
        Experiment experiment = bound.experiment();
        Recipe recipe = experiment.recipes().stream().filter(each -> each.label().equals(label)).findFirst().orElseThrow();
        Sequences sequences = dataset.training();
        String from = part.division() == DataPart.Division.EVERYTHING ? "both parts together: " : "the training part: ";
        LearnedModel.TrainingSize size = new LearnedModel.TrainingSize(sequences.total(), sequences.extent());
        return LearnedModel.builder(model).recipe(recipe.text()).notation(dataset.notation()).trainingSize(size)
                .provenance(LearnedModel.DATASET, experiment.dataset().toString())
                .provenance(LearnedModel.ORIGIN, dataset.origin())
                .provenance(LearnedModel.LEARNED_FROM, from + size)
                .provenance(LearnedModel.DATA_SHA256, sequences.sha256())
                .provenance(LearnedModel.SEED, Long.toString(experiment.seed()))
                .provenance(LearnedModel.LAB, version)
                .provenance(LearnedModel.BUNDLES, bound.services().stream()
                        .filter(offer -> offer.kind() != ServiceKind.METRIC).map(ServiceOffer::by).distinct().sorted()
                        .collect(Collectors.joining(", ")))
                .build();
    }
}
