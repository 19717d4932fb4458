package psr.launcher.jobs;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import org.junit.jupiter.api.Test;

import psr.api.lab.DataPart;
import psr.api.lab.Laboratory;
import psr.api.lab.LearnedModel;
import psr.api.lab.Observer;
import psr.api.lab.RunOptions;
import psr.api.lab.ServiceKind;
import psr.api.lab.Stage;
import psr.api.lab.Submission;
import psr.launcher.lab.Fakes;

class ModelOriginTest {

    private static LearnedModel learned(String dataset, DataPart part, String recipe) throws Exception {
        Laboratory lab = Fakes.lab(Fakes.offer(ServiceKind.DATASET, "coins", new Fakes.Coins()),
                Fakes.offer(ServiceKind.DATASET, "tape", new Fakes.Tape()),
                Fakes.offer(ServiceKind.LEARNER, "mean", 0, "learners", Fakes.Mean::new),
                Fakes.offer(ServiceKind.REFINER, "climb", 0, "gradients", Fakes.Climb::new),
                Fakes.offer(ServiceKind.METRIC, "level", 0, "measures", Fakes.Level::new));
        List<LearnedModel> models = new ArrayList<>();
        try (Submission run = lab.submit(Fakes.experiment(1, "mean:offset=5", recipe).change().dataset(Stage.parse(dataset))
                .seed(77).build(), RunOptions.builder().part(part).build(),
                new Observer() {
                    @Override
                    public void learned(int trial, String label, LearnedModel model) {
                        if (label.equals(recipe)) {
                            models.add(model);
                        }
                    }
                })) {
            run.await();
        }
        assertEquals(1, models.size());
        return models.get(0);
    }

    @Test
    void recordsDataRecipeAndBundles() throws Exception {
        LearnedModel model = learned("coins:sequences=7", DataPart.asGiven(), "mean+climb:passes=1");
        assertEquals("mean+climb:passes=1", model.recipe());
        Map<String, String> origin = model.provenance();
        assertEquals("coins:sequences=7", origin.get(LearnedModel.DATASET));
        assertEquals("a test", origin.get(LearnedModel.ORIGIN));
        assertEquals("the training part: 7 sequences, 21 symbols", origin.get(LearnedModel.LEARNED_FROM));
        assertEquals("77", origin.get(LearnedModel.SEED));
        assertEquals("psr outside a framework", origin.get(LearnedModel.LAB));
        assertEquals(64, origin.get(LearnedModel.DATA_SHA256).length());
        assertEquals(Optional.of(new LearnedModel.TrainingSize(21, "7 sequences, 21 symbols")),
                model.change().build().trainingSize());
        assertEquals("gradients 1.0.0, learners 1.0.0, test 1.0.0", origin.get(LearnedModel.BUNDLES), "not what only measures");
    }

    @Test
    void recordsThatAllDataWereUsed() throws Exception {
        assertEquals("both parts together: 14 sequences, 42 symbols",
                learned("coins:sequences=7", DataPart.everything(), "mean").provenance().get(LearnedModel.LEARNED_FROM));
        assertEquals("both parts together: 1 sequence, 100 symbols",
                learned("tape", DataPart.everything(), "mean").provenance().get(LearnedModel.LEARNED_FROM));
    }
}
