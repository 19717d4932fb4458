package psr.itest;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import psr.api.data.Space;
import psr.api.lab.Catalog;
import psr.api.lab.Experiment;
import psr.api.lab.Laboratory;
import psr.api.lab.Recipe;
import psr.api.lab.RunOptions;
import psr.api.lab.ServiceInfo;
import psr.api.lab.ServiceKind;
import psr.api.lab.Stage;
import psr.api.lab.Submission;
import psr.api.lab.TrialResult;

/** Learners and refiners that ship stop when their time is over: none has to be left behind, which takes 2 s more. */
public class StoppingTest {

    private static final int SYMBOLS = 40;
    private static final int LINES = 400;
    private static final int LENGTH = 1000;

    /** What a refiner begins with where it does not take what a random start makes. */
    private static final String HMM = "random:rank=4+exterior:stages=1,iterations=1,combinations=1";

    @TempDir
    Path folder;

    private Path data() throws Exception {
        SplittableRandom random = new SplittableRandom(1);
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < LINES; i++) {
            int symbol = 0;
            int before = 0;
            for (int t = 0; t < LENGTH; t++) {
                int next = (3 * symbol + before / 7 + 1 + random.nextInt(5)) % SYMBOLS;
                before = symbol;
                symbol = next;
                text.append('s').append(symbol).append(t + 1 < LENGTH ? ' ' : '\n');
            }
        }
        return Files.writeString(folder.resolve("much.txt"), text);
    }

    @Test
    @LongTest
    public void everyLearnerAndRefinerOfSymbolsStopsSoonAfterItsLimit() throws Exception {
        Catalog catalogue = Shell.service(Catalog.class);
        List<Recipe> recipes = new ArrayList<>();
        for (ServiceInfo learner : ofSymbols(catalogue, ServiceKind.LEARNER)) {
            recipes.add(Recipe.parse(learner.name()));
        }
        recipes.add(Recipe.parse("2sr:length=3"));
        recipes.add(Recipe.parse("2sr:rank=auto"));
        recipes.add(Recipe.parse("ngram:order=auto"));
        recipes.add(Recipe.parse("psim:mode=dagger"));
        for (ServiceInfo refiner : ofSymbols(catalogue, ServiceKind.REFINER)) {
            recipes.add(Recipe.parse((refiner.name().equals("em") ? HMM : "random:rank=4,length=1") + "+" + refiner.name()));
        }
        Experiment experiment = Experiment.builder("stopping", Stage.parse("lines:file=" + data())).recipes(recipes)
                .metrics(Stage.parseList("pnll")).every(Integer.MAX_VALUE).build();
        List<String> stopped = new ArrayList<>();
        try (Submission run = Shell.service(Laboratory.class).submit(experiment,
                RunOptions.builder().limit(Duration.ofSeconds(1)).build())) {
            assertTrue(run.await());
            for (TrialResult result : run.results().trials()) {
                String why = result.failure().map(TrialResult.Failure::reason).orElse("");
                assertFalse(why.contains("left behind"), result.label() + ": " + why);
                if (why.contains("took longer than 1 s (--limit) and was stopped")) {
                    stopped.add(result.label());
                }
            }
        }
        assertTrue(stopped.containsAll(List.of("em", "gibbs", "psr")),
                "those that need minutes must have been stopped: " + stopped);
    }

    private static List<ServiceInfo> ofSymbols(Catalog catalog, ServiceKind kind) {
        return catalog.present(kind).stream().filter(each -> each.accepts().observations().contains(Space.Kind.SYMBOLS)).toList();
    }
}
