package psr.launcher.lab;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CancellationException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import psr.api.data.Alphabet;
import psr.api.eval.Evaluation;
import psr.api.eval.Measure;
import psr.api.eval.Meter;
import psr.api.eval.Metric;
import psr.api.eval.Walk;
import psr.api.lab.BundleVersion;
import psr.api.lab.DataPart;
import psr.api.lab.Experiment;
import psr.api.lab.LearnedModel;
import psr.api.lab.Observer;
import psr.api.lab.RateSearch;
import psr.api.lab.Report;
import psr.api.lab.RunOptions;
import psr.api.lab.SavedRun;
import psr.api.lab.ServiceKind;
import psr.api.lab.Shard;
import psr.api.lab.Stage;
import psr.api.lab.Submission;
import psr.api.lab.TrialResult;
import psr.api.model.Model;
import psr.api.model.SingularValues;
import psr.api.settings.NoSettings;
import psr.api.settings.ValidationException;
import psr.api.source.Dataset;
import psr.launcher.services.ServiceOffer;
import psr.launcher.spi.NamedFiles;
import psr.launcher.spi.TrialComputer;
import psr.launcher.spi.TrialOutcome;
import psr.launcher.spi.TrialTask;

/** The functions of a laboratory other than running experiments. */
class ClientsTest {

    private static final BundleVersion FAKES = new BundleVersion("test", "1.0.0", "");

    @TempDir
    private Path folder;

    private static Lab lab(ServiceOffer... more) {
        List<ServiceOffer> offers = new ArrayList<>(List.of(Fakes.offer(ServiceKind.DATASET, "coins", new Fakes.Coins()),
                Fakes.offer(ServiceKind.LEARNER, "mean", new Fakes.Mean()),
                Fakes.offer(ServiceKind.REFINER, "climb", new Fakes.Climb()),
                Fakes.offer(ServiceKind.REFINER, "hop", new Fakes.Hop()),
                Fakes.offer(ServiceKind.METRIC, "level", new Fakes.Level())));
        offers.addAll(List.of(more));
        return Fakes.lab(offers.toArray(ServiceOffer[]::new));
    }

    /** A metric that records its evaluation context. */
    private static final class Curious implements Metric<NoSettings> {

        private Dataset seen;

        @Override
        public List<Measure> measures(NoSettings settings) {
            return List.of(Measure.of("steps", Measure.Better.NEITHER, "how many"));
        }

        @Override
        public Evaluation prepare(Dataset data, NoSettings settings) {
            seen = data;
            return model -> new Meter() {
                private int steps;

                @Override
                public void step(Walk walk) {
                    steps++;
                }

                @Override
                public double[] values() {
                    return new double[] {steps};
                }
            };
        }
    }

    @Test
    void loadsDataWithoutAnExperiment() throws Exception {
        Lab lab = lab();
        Dataset data = lab.load(Stage.parse("coins:sequences=7"), 5, folder);
        assertEquals(7, data.training().count());
        assertEquals(data.sha256(), lab.load(Stage.parse("coins:sequences=7"), 5, folder).sha256());
        assertTrue(!data.sha256().equals(lab.load(Stage.parse("coins:sequences=7"), 6, folder).sha256()));
        assertThrows(ValidationException.class, () -> lab.load(Stage.of("dice"), 5, folder));
        assertThrows(ValidationException.class, () -> lab.load(Stage.parse("coins:sequences=-1"), 5, folder));
    }

    @Test
    void measuresAModelWithoutAnExperiment() throws Exception {
        Curious curious = new Curious();
        Lab lab = lab(Fakes.offer(ServiceKind.METRIC, "curious", curious));
        Dataset drawn = lab.load(Stage.parse("coins:sequences=4"), 5, folder);
        double[] probabilities = {.1, .2, .3, .4};
        Dataset data = Dataset.builder(drawn.training()).test(drawn.test()).trueProbabilities(probabilities)
                .trueModel(drawn.trueModel().orElseThrow()).origin("a test").build();
        Model model = new Fakes.Flat(Alphabet.numbered(2), 3);
        assertEquals(Map.of("level.mean", 3.0, "curious.steps", 12.0),
                lab.measure(model, data, Stage.parseList("level,curious")));
        assertSame(data.training(), curious.seen.training());
        assertSame(data.test(), curious.seen.test());
        assertEquals(data.trueModel(), curious.seen.trueModel());
        assertArrayEquals(probabilities, curious.seen.trueProbabilities().orElseThrow());
    }

    @Test
    void findsARunByNameWithItsExperiment() throws Exception {
        Lab lab = lab();
        RunOptions options = RunOptions.builder().threads(2).build();
        Submission run = lab.submit(Fakes.experiment(2, "mean"), options);
        assertTrue(run.await());
        assertSame(run, lab.submission(run.id()).orElseThrow());
        assertEquals(Optional.empty(), lab.submission("another"));
        assertEquals(options, run.options());
        assertEquals(List.of(FAKES), run.bundles());
        assertEquals(Optional.empty(), run.report());
        Report report = lab.report(run.results(), folder.resolve("tables"));
        assertEquals(List.of("summary.csv", "times.csv"),
                report.files().stream().map(file -> file.getFileName().toString()).toList());
        run.close();
        assertEquals("the run " + run.id() + " was closed, and was not to be saved",
                assertThrows(IllegalStateException.class, run::results).getMessage());
    }

    @Test
    void aSavedRunRecordsHowItWasComputed() throws Exception {
        Lab lab = lab();
        Experiment experiment = Fakes.experiment(1, "mean+hop").change()
                .rateSearch(RateSearch.among(List.of("1", "2"))).build();
        try (Submission run = lab.submit(experiment, RunOptions.builder().folder(folder.resolve("run"))
                .limit(Duration.ofMillis(90_500)).build())) {
            assertTrue(run.await());
        }
        SavedRun once = lab.open(folder.resolve("run"));
        assertEquals(List.of(FAKES), once.bundles());
        assertEquals(1, once.results().finishedTrials());
        Map<String, String> words = once.results().provenance();
        assertEquals(once.started(), words.get("started"));
        assertTrue(words.get("rate of mean+hop").startsWith("2; level.mean by rate: {1=18")
                && words.get("rate of mean+hop").endsWith("; at the edge of what was tried"), words.toString());
        assertEquals("90.5 s", words.get("limit of a stage"));
        assertEquals("1.0.0", words.get("bundle test"));
        assertTrue(!words.containsKey("resumed"));
        for (int trials = 2; trials <= 3; trials++) {
            try (Submission run = lab.resume(folder.resolve("run"), RunOptions.builder().totalTrials(trials).build())) {
                assertTrue(run.await());
            }
        }
        SavedRun twice = lab.open(folder.resolve("run"));
        assertEquals(3, twice.results().finishedTrials());
        assertEquals(once.started(), twice.started());
        assertEquals(2, twice.results().provenance().get("resumed").split(", ").length);
        assertEquals(List.of(folder.resolve("run")), lab.savedRuns(folder));
    }

    @Test
    void notifiesObserversOfStageProgress() throws Exception {
        ServiceOffer slow = Fakes.offer(ServiceKind.LEARNER, "slow", Fakes.learner((data, run) -> {
            run.progress(.25, "counting");
            run.progress(.75, run.file(Path.of("x")).toString());
            return new Fakes.Flat(data.alphabet(), 1);
        }));
        List<String> heard = Collections.synchronizedList(new ArrayList<>());
        Observer observer = new Observer() {
            @Override
            public void progressed(int trial, String label, double share, String doing) {
                heard.add(trial + " " + label + " " + share + " " + doing);
            }
        };
        Experiment experiment = Fakes.experiment(2, "slow");
        List<String> expected = List.of("1 slow 0.25 counting", "1 slow 0.75 " + folder.resolve("x"));
        try (TrialComputer computer = lab(slow).prepare(Fakes.task("elsewhere", experiment, 1))) {
            computer.compute(1, NamedFiles.in(folder), observer);
        }
        assertEquals(expected, heard);
        heard.clear();
        try (Submission run = lab(slow).submit(experiment,
                RunOptions.builder().share(new Shard(2, 2)).base(folder).build(),
                observer)) {
            assertTrue(run.await());
        }
        assertEquals(expected.get(1), heard.get(heard.size() - 1), "the latest; earlier progress may be left out");
    }

    @Test
    void aSingleTrialReportsAFailedStage() throws Exception {
        ServiceOffer broken = Fakes.offer(ServiceKind.LEARNER, "throws", Fakes.learner((data, run) -> {
            throw new IllegalStateException("oh");
        }));
        List<String> heard = new ArrayList<>();
        TrialComputer computer = lab(broken).prepare(new TrialTask("elsewhere",
                Fakes.experiment(1, "throws", "mean+climb"), 0, DataPart.asGiven(), Optional.empty(), List.of(FAKES)));
        TrialOutcome outcome = computer.compute(0, NamedFiles.in(folder), new Observer() {
            @Override
            public void loaded(int trial, String origin) {
                heard.add("loaded " + origin);
            }

            @Override
            public void iterated(int trial, String label, int iteration) {
                heard.add(label + " " + iteration);
            }

            @Override
            public void learned(int trial, String label, LearnedModel model) {
                heard.add("learned " + label);
            }

            @Override
            public void finished(TrialResult result, int done, int total) {
                heard.add("finished " + result.label() + " " + done + "/" + total);
            }
        });
        computer.close();
        assertThrows(CancellationException.class, () -> computer.compute(0, NamedFiles.in(folder), new Observer() {}));
        assertTrue(outcome.results().get(0).failure().orElseThrow().reason().contains("oh"));
        assertEquals(List.of("loaded a test", "finished throws 1/1", "mean+climb 1", "mean+climb 2", "mean+climb 3",
                "learned mean+climb", "finished mean+climb 1/1", "finished oracle 1/1"), heard);
        ValidationException other = assertThrows(ValidationException.class, () -> lab().prepare(new TrialTask("elsewhere",
                Fakes.experiment(1, "mean"), 0, DataPart.asGiven(), Optional.empty(),
                List.of(FAKES, new BundleVersion("more", "2.0.0", "")))));
        assertTrue(other.getMessage().contains("more was 2.0.0 and is absent"), other.getMessage());
    }

    @Test
    void choosesRatesOnlyByMeasuresWithDirection() throws Exception {
        Map<String, String> cases = Map.of("level.nothing", "found 'level.nothing', measures: level.mean, level.nothing",
                "pnll.operators", "no measure named 'pnll.operators' in this experiment");
        for (Map.Entry<String, String> each : cases.entrySet()) {
            Experiment experiment = Fakes.experiment(1, "mean+hop").change()
                    .rateSearch(RateSearch.among(List.of("1", "2")).by(each.getKey())).build();
            Throwable failure = assertThrows(Exception.class, () -> {
                try (Submission run = lab().submit(experiment, RunOptions.defaults())) {
                    run.await();
                }
            });
            String message = String.valueOf(failure.getCause() == null ? failure.getMessage() : failure.getCause().getMessage());
            assertTrue(message.contains(each.getValue()), message);
        }
        Experiment by = Fakes.experiment(1, "mean+hop").change()
                .rateSearch(RateSearch.among(List.of("1", "2", "4")).by("level.mean")).build();
        try (Submission run = lab().submit(by, RunOptions.defaults())) {
            assertTrue(run.await());
            assertEquals("mean+hop:rate=2", run.experiment().recipes().get(0).text());
        }
    }

    @Test
    void aRefinedModelRetainsSingularValues() throws Exception {
        ServiceOffer spectral = Fakes.offer(ServiceKind.LEARNER, "cut", Fakes.learner((data, run) -> {
            run.decomposed(SingularValues.of(new double[] {2, 1}, 1));
            return new Fakes.Mean().learn(data, Map.of(), run);
        }));
        Map<String, Optional<SingularValues>> heard = new TreeMap<>();
        Observer observer = new Observer() {
            @Override
            public void learned(int trial, String label, LearnedModel model) {
                heard.put(label, model.singularValues());
            }
        };
        Optional<SingularValues> seen = Optional.of(SingularValues.of(new double[] {2, 1}, 1));
        Map<String, Optional<SingularValues>> expected = Map.of("cut", seen, "cut+climb", seen, "mean", Optional.empty());
        Experiment experiment = Fakes.experiment(1, "mean", "cut", "cut+climb");
        try (Submission run = lab(spectral).submit(experiment, RunOptions.builder().base(folder).build(),
                observer)) {
            assertTrue(run.await());
        }
        assertEquals(expected, heard);
        heard.clear();
        try (TrialComputer computer = lab(spectral).prepare(Fakes.task("elsewhere", experiment, 0))) {
            computer.compute(0, NamedFiles.in(folder), observer);
        }
        assertEquals(expected, heard);
    }
}
