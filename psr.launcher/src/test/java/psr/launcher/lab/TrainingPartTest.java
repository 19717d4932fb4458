package psr.launcher.lab;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import org.junit.jupiter.api.Test;

import psr.api.lab.DataPart;
import psr.api.lab.Recipe;
import psr.api.lab.RunOptions;
import psr.api.lab.ServiceKind;
import psr.api.lab.Stage;
import psr.api.learn.Run;
import psr.api.settings.Option;
import psr.api.source.Dataset;
import psr.api.source.DatasetSource;
import psr.launcher.services.ServiceCatalog;
import psr.launcher.services.ServiceOffer;

/** What a model is learned from depends on the meaning of the settings, not on their names. */
class TrainingPartTest {

    /** Data with a setting for test data that is not called {@code test}. */
    private static final class HeldOut implements DatasetSource<HeldOut.Settings> {

        record Settings(@Option(value = "none", absent = "none", help = "what to test on",
                testData = true) Optional<Path> heldOut) {}

        @Override
        public Dataset load(Settings settings, Run run) {
            throw new AssertionError("no data are needed");
        }
    }

    /** Data with a setting called {@code test} that names no test data. */
    private static final class Generated implements DatasetSource<Generated.Settings> {

        record Settings(@Option(value = "10", help = "how many sequences to generate") int test) {}

        @Override
        public Dataset load(Settings settings, Run run) {
            throw new AssertionError("no data are needed");
        }
    }

    private static DataPart part(String dataset) {
        ServiceCatalog catalog = Fakes.all();
        for (Map.Entry<String, DatasetSource<?>> each : Map.of("held", new HeldOut(), "generated", new Generated())
                .entrySet()) {
            ServiceOffer offer = Fakes.offer(ServiceKind.DATASET, each.getKey(), each.getValue());
            catalog.put(offer, List.of(offer));
        }
        return Fakes.lab(catalog).training(Stage.parse(dataset), Recipe.parse("mean"), 1, RunOptions.defaults()).options().part();
    }

    @Test
    void learnsFromTheTrainingDataIfASettingNamesTestData() {
        assertEquals(DataPart.asGiven(), part("held:held-out=other.txt"));
    }

    @Test
    void learnsFromAllDataOtherwise() {
        assertEquals(DataPart.everything(), part("held"));
        assertEquals(DataPart.everything(), part("held:held-out=none"));
        assertEquals(DataPart.everything(), part("generated:test=200"));
    }
}
