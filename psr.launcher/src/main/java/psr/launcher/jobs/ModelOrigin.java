package psr.launcher.jobs;

import java.util.stream.Collectors;

import psr.api.data.Sequences;
import psr.api.lab.DataPart;
import psr.api.lab.Experiment;
import psr.api.lab.Recipe;
import psr.api.lab.ServiceKind;
import psr.api.model.Model;
import psr.api.source.Dataset;
import psr.api.store.LearnedModel;
import psr.launcher.services.ServiceOffer;
import psr.launcher.trials.BoundExperiment;

/** Notes with a model where it is from, so that it can be learned again and its symbols be written as they were. */
final class ModelOrigin {

    private ModelOrigin() {}

    /**
     * A model that a recipe has made.
     *
     * @param label the recipe
     * @param part of the data, as the run divides them
     * @param version of the laboratory, in words
     */
    static LearnedModel note(Model model, String label, BoundExperiment bound, Dataset dataset, DataPart part,
            String version) {
        Experiment asked = bound.experiment();
        Recipe recipe = asked.recipes().stream().filter(each -> each.label().equals(label)).findFirst().orElseThrow();
        Sequences sequences = dataset.training().sequences();
        String from = part.division() == DataPart.Division.EVERYTHING ? "both parts together: " : "the training part: ";
        LearnedModel.TrainingSize size = new LearnedModel.TrainingSize(sequences.count(), sequences.total());
        return LearnedModel.builder(model).recipe(recipe.text()).notation(dataset.notation()).trainingSize(size)
                .provenance(LearnedModel.DATASET, asked.dataset().toString())
                .provenance(LearnedModel.ORIGIN, dataset.origin())
                .provenance(LearnedModel.LEARNED_FROM, from + size)
                .provenance(LearnedModel.DATA_SHA256, sequences.sha256())
                .provenance(LearnedModel.SEED, Long.toString(asked.seed()))
                .provenance(LearnedModel.LAB, version)
                .provenance(LearnedModel.BUNDLES, bound.services().stream()
                        .filter(offer -> offer.kind() != ServiceKind.METRIC).map(ServiceOffer::by).distinct().sorted()
                        .collect(Collectors.joining(", ")))
                .build();
    }
}
