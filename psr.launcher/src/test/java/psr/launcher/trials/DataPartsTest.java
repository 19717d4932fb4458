package psr.launcher.trials;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;

import psr.api.data.Symbols;
import psr.api.lab.DataPart;
import psr.api.lab.Experiment;
import psr.api.lab.ServiceKind;
import psr.api.lab.Stage;
import psr.api.source.Dataset;
import psr.launcher.lab.Fakes;
import psr.launcher.services.PinnedServices;
import psr.launcher.services.Selection;
import psr.launcher.services.ServiceCatalog;
import psr.launcher.spi.NamedFiles;

class DataPartsTest {

    private static Dataset data(String dataset, int trials, int trial, DataPart part) throws IOException {
        Experiment experiment = Fakes.experiment(trials, "mean").change().dataset(Stage.parse(dataset)).build();
        ServiceCatalog catalogue = Fakes.catalogue(Fakes.offer(ServiceKind.DATASET, "coins", new Fakes.Coins()),
                Fakes.offer(ServiceKind.DATASET, "tape", new Fakes.Tape()),
                Fakes.offer(ServiceKind.LEARNER, "mean", new Fakes.Mean()),
                Fakes.offer(ServiceKind.METRIC, "level", new Fakes.Level()));
        try (BoundExperiment bound = BoundExperiment.of(experiment,
                new PinnedServices(catalogue, Fakes.holds(), Selection.CURRENT))) {
            return Trial.data(bound, trial, part, NamedFiles.in(Path.of("")), () -> false);
        }
    }

    @Test
    void everythingHasTrainingAndTestData() throws Exception {
        Dataset all = data("coins:sequences=7", 1, 0, DataPart.everything());
        assertEquals(14, all.training().count());
        assertEquals(all.training(), all.test());
        assertTrue(all.trueModel().isEmpty());
    }

    @Test
    void everythingOfATextIsOneSequence() throws Exception {
        Dataset cut = data("tape", 1, 0, DataPart.asGiven());
        Dataset whole = data("tape", 1, 0, DataPart.everything());
        assertEquals(60, cut.training().length(0));
        assertEquals(1, whole.training().count());
        assertEquals(cut.together(), whole.training());
        assertEquals(15, whole.training().holdOut(.15).heldOut().total());
    }

    @Test
    void heldOutDataOfATextFollowTheRest() throws Exception {
        Dataset held = data("tape", 1, 0, DataPart.trainingOnly(.25));
        assertEquals(45, held.training().length(0));
        assertTrue(held.continues());
    }

    /** Rates and ranks are chosen on a part of the training data, without the test data. */
    @Test
    void holdsOutTrainingDataOnly() throws Exception {
        int[] training = data("tape", 1, 0, DataPart.asGiven()).training().as(Symbols.class).copy(0);
        Dataset held = data("tape", 1, 0, DataPart.trainingOnly(.25));
        assertArrayEquals(Arrays.copyOf(training, 45), held.training().as(Symbols.class).copy(0));
        assertArrayEquals(Arrays.copyOfRange(training, 45, 60), held.test().as(Symbols.class).copy(0));
        assertFalse(data("coins", 1, 0, DataPart.trainingOnly(.25)).continues());
    }

    @Test
    void foldsDependOnTheSeed() throws Exception {
        Symbols first = data("coins:sequences=30", 2, 0, DataPart.folds()).test().as(Symbols.class);
        assertEquals(first, data("coins:sequences=30", 2, 0, DataPart.folds()).test());
        Symbols all = data("coins:sequences=30", 2, 0, DataPart.everything()).test().as(Symbols.class);
        List<Integer> even = IntStream.range(0, 60).filter(i -> i % 2 == 0).boxed().toList();
        assertFalse(first.equals(all.select(even.stream().mapToInt(Integer::intValue).toArray())),
                "must not be every second sequence");
    }

    @Test
    void aFoldHasTheTrueModelAndAnOrigin() throws Exception {
        Dataset second = data("coins:sequences=7", 14, 1, DataPart.folds());
        assertEquals(1, second.test().count());
        assertTrue(second.trueModel().isPresent());
        assertEquals("a test, fold 2 of 14", second.origin());
    }

    @Test
    void aTextIsTestedInTwoFolds() throws Exception {
        Dataset given = data("tape", 2, 0, DataPart.asGiven());
        Set<String> tested = new HashSet<>();
        for (int fold = 0; fold < 2; fold++) {
            tested.addAll(texts(data("tape", 2, fold, DataPart.folds()).test().as(Symbols.class)));
        }
        assertEquals(Set.of(texts(given.training().as(Symbols.class)).get(0), texts(given.test().as(Symbols.class)).get(0)),
                tested);
        assertEquals("cross-validation in 3 folds must have at least 3 sequences; the data are one sequence in two"
                + " parts, which can be tested in 2 folds",
                assertThrows(IllegalArgumentException.class, () -> data("tape", 3, 0, DataPart.folds()))
                        .getMessage());
    }

    @Test
    void foldsDivideTheDataOfOneTrial() throws Exception {
        List<String> all = texts(data("coins:sequences=7", 1, 0, DataPart.everything()).test().as(Symbols.class));
        List<String> tested = new ArrayList<>();
        for (int fold = 0; fold < 4; fold++) {
            Dataset data = data("coins:sequences=7", 4, fold, DataPart.folds());
            assertEquals(fold < 2 ? 4 : 3, data.test().count());
            assertEquals(14, data.test().count() + data.training().count());
            assertFalse(data.continues());
            tested.addAll(texts(data.test().as(Symbols.class)));
        }
        assertEquals(all.stream().sorted().toList(), tested.stream().sorted().toList());
    }

    private static List<String> texts(Symbols sequences) {
        List<String> texts = new ArrayList<>();
        for (int i = 0; i < sequences.count(); i++) {
            texts.add(Arrays.toString(sequences.copy(i)));
        }
        return texts;
    }

    @Test
    void rejectsMoreFoldsThanSequences() {
        String message = assertThrows(IllegalArgumentException.class,
                () -> data("coins:sequences=7", 15, 0, DataPart.folds())).getMessage();
        assertTrue(message.startsWith("cross-validation in 15 folds must have at least 15 sequences; the data have 14"),
                message);
    }

    @Test
    void everyTrialHasItsOwnData() throws Exception {
        assertFalse(data("coins", 2, 0, DataPart.asGiven()).sha256()
                .equals(data("coins", 2, 1, DataPart.asGiven()).sha256()));
    }
}
