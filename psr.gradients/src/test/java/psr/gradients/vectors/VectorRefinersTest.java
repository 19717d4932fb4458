package psr.gradients.vectors;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import psr.api.contract.Contracts;
import psr.api.data.Channels;
import psr.api.data.Sequences;
import psr.api.data.Space;
import psr.api.data.Vectors;
import psr.api.learn.Refiner;
import psr.api.learn.SeededRun;
import psr.api.model.Filter;
import psr.api.model.Model;
import psr.api.store.StorableModel;
import psr.api.store.StoredModel;
import psr.math.channels.ChannelRows;
import psr.math.channels.ForecastModel;
import psr.math.vectors.Autoregression;
import psr.math.vectors.Progress;
import psr.math.vectors.Rows;
import psr.math.vectors.ModelSelection;
import psr.math.vectors.SubspaceIdentification;
import psr.math.vectors.Systems;
import psr.math.vectors.TwoStage;

/** The refiners of rows as services. */
class VectorRefinersTest {

    private static final TwoStage.Settings SMALL = new TwoStage.Settings(4, 6, 6, 1e-3, 1, false, 20, 10, 6, 5, 100_000);

    private static ForecastModel start(Sequences data) {
        return ForecastModel.of(data, TwoStage.learn(ChannelRows.of(data), SMALL, new SplittableRandom(1), Progress.NONE));
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void theRefinersFulfillTheContracts(boolean inputs) {
        Sequences data = Contracts.sampleVectors(8, 60, inputs);
        Refiner<VectorInferenceGradients.Settings> ig = new VectorInferenceGradients();
        Refiner<VectorBackpropagation.Settings> bptt = new VectorBackpropagation();
        assertEquals(List.of(), Contracts.check(ig, ig.parse(Map.of("passes", "3", "horizon", "5")), start(data), data));
        assertEquals(List.of(), Contracts.check(bptt, bptt.parse(Map.of("passes", "3")), start(data), data));
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void subspaceModelsAreRefinedToo(boolean inputs) {
        Sequences data = Contracts.sampleVectors(8, 60, inputs);
        ForecastModel start = ForecastModel.of(data, SubspaceIdentification.learn(ChannelRows.of(data),
                new SubspaceIdentification.Settings(3, 6, 6, 1e-5, 5, 100_000), Progress.NONE));
        Refiner<VectorBackpropagation.Settings> bptt = new VectorBackpropagation();
        assertEquals(List.of(), Contracts.check(bptt, bptt.parse(Map.of("passes", "3")), start, data));
    }

    /** A model of a class that this bundle does not know. */
    private record Foreign(ForecastModel model) implements StorableModel {

        @Override
        public Space space() {
            return model.space();
        }

        @Override
        public Optional<Space> inputs() {
            return model.inputs();
        }

        @Override
        public Filter filter() {
            return model.filter();
        }

        @Override
        public StoredModel stored() {
            return model.stored();
        }
    }

    @Test
    void backpropagationLowersErrorsOnUnseenDataWhateverTheClassOfTheStart() {
        SplittableRandom random = new SplittableRandom(3);
        Vectors data = vectors(Systems.lorenz(12, 150, random));
        Rows test = Systems.lorenz(12, 150, random);
        ForecastModel start = start(data.select(0, 1, 2, 3, 4, 5, 6, 7, 8, 9));
        Map<String, String> typed = Map.of("passes", "15");
        ForecastModel refined = (ForecastModel) new VectorBackpropagation().refine(start, data, typed, new SeededRun(1));
        double gain = ModelSelection.score(start.rows(), test) - ModelSelection.score(refined.rows(), test);
        assertTrue(gain > .02, "the logarithm of the error falls by " + gain);
        Model foreign = new VectorBackpropagation().refine(new Foreign(start), data, typed, new SeededRun(1));
        assertEquals(refined.stored(), ((ForecastModel) foreign).stored());
    }

    private static Vectors vectors(Rows rows) {
        Vectors.Builder builder = new Vectors.Builder(Channels.of("x"));
        for (int i = 0; i < rows.count(); i++) {
            builder.add(rows.observations(i), 0, rows.length(i));
        }
        return builder.build();
    }

    @Test
    void otherModelsAreObjectedToInWords() {
        Sequences data = Contracts.sampleVectors(8, 60, false);
        ForecastModel window = ForecastModel.of(data,
                Autoregression.learn(ChannelRows.of(data), new Autoregression.Settings(5, 1e-4, 0, 1, 5, 1000),
                        new SplittableRandom(1), Progress.NONE));
        Refiner<VectorBackpropagation.Settings> bptt = new VectorBackpropagation();
        VectorBackpropagation.Settings settings = bptt.parse(Map.of());
        for (Model model : List.of(window, Contracts.sampleModel(data.space().as(Channels.class)))) {
            String message = bptt.objection(model, data, settings).orElseThrow().message();
            assertTrue(message.startsWith("bptt refines a model of numbers whose filter is a regression"), message);
            assertThrows(IllegalArgumentException.class, () -> bptt.refine(model, data, settings, new SeededRun(1)));
        }
        String missing = bptt.objection(start(Contracts.sampleVectors(8, 60, true)), data, settings).orElseThrow().message();
        assertEquals("bptt needs data with the inputs of the model, 1 channel: u; found none", missing);
    }
}
