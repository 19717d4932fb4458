package psr.itest.programs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CountDownLatch;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import psr.api.data.Alphabet;
import psr.api.data.Sequences;
import psr.api.data.Symbols;
import psr.api.eval.Evaluation;
import psr.api.eval.Measure;
import psr.api.eval.Meter;
import psr.api.eval.Metric;
import psr.api.eval.Walk;
import psr.api.lab.BundleVersion;
import psr.api.lab.EmbeddedLab;
import psr.api.lab.Experiment;
import psr.api.lab.Recipe;
import psr.api.lab.RunOptions;
import psr.api.lab.ServiceInfo;
import psr.api.lab.ServiceKind;
import psr.api.lab.Stage;
import psr.api.lab.Submission;
import psr.api.learn.Learner;
import psr.api.learn.Run;
import psr.api.linear.Hmm;
import psr.api.model.Model;
import psr.api.report.ReportWriter;
import psr.api.settings.NoSettings;
import psr.api.settings.PsrService;
import psr.api.source.Dataset;
import psr.api.source.DatasetSource;
import psr.spectral.TwoStageRegression;

/** The laboratory in a plain Java program, with the services that the program gives it. */
class EmbeddedLabTest {

    @TempDir
    Path folder;

    @PsrService(name = "coin", summary = "two symbols")
    static final class Coin implements DatasetSource<NoSettings> {

        @Override
        public Class<NoSettings> settings() {
            return NoSettings.class;
        }

        @Override
        public Dataset load(NoSettings settings, Run run) {
            Alphabet alphabet = Alphabet.numbered(2);
            return Dataset.builder(Symbols.of(alphabet, new int[] {0, 1, 1}, new int[] {1, 0, 1}))
                    .test(Symbols.of(Alphabet.numbered(2), new int[] {1, 1})).build();
        }
    }

    /** Learns one state that emits each symbol with the same probability. */
    @PsrService(name = "fair", summary = "a fair coin", paper = "none")
    static class Fair implements Learner<NoSettings> {

        @Override
        public Class<NoSettings> settings() {
            return NoSettings.class;
        }

        @Override
        public Model learn(Sequences sequences, NoSettings settings, Run run) {
            Symbols data = sequences.as(Symbols.class);
            return new Hmm(data.alphabet(), new double[] {1}, new double[][] {{1}}, new double[][] {{0.5, 0.5}});
        }
    }

    /** Measures that a model is there. */
    @PsrService(name = "one", summary = "always 1")
    static final class One implements Metric<NoSettings> {

        @Override
        public Class<NoSettings> settings() {
            return NoSettings.class;
        }

        @Override
        public List<Measure> measures(NoSettings settings) {
            return List.of(Measure.of("there", Measure.Better.HIGHER, "always 1"));
        }

        @Override
        public Evaluation prepare(Dataset data, NoSettings settings) {
            return model -> new Meter() {

                @Override
                public void step(Walk walk) {}

                @Override
                public double[] values() {
                    return new double[] {1};
                }
            };
        }
    }

    /** Learns nothing until it is cancelled. */
    @PsrService(name = "endless", summary = "waits")
    static final class Endless extends Fair {

        private final CountDownLatch begun = new CountDownLatch(1);

        @Override
        public Model learn(Sequences sequences, NoSettings settings, Run run) {
            Symbols data = sequences.as(Symbols.class);
            begun.countDown();
            while (true) {
                run.checkpoint();
                Thread.onSpinWait();
            }
        }
    }

    /** Has no annotation of its own: those of a superclass are not inherited. */
    static final class Nameless extends Fair {}

    static Experiment experiment(String learner) {
        return Experiment.builder("test", Stage.parse("coin")).recipe(Recipe.parse(learner)).metric(Stage.of("one")).trials(2)
                .seed(1).build();
    }

    private static Submission finished(Submission run) throws Exception {
        assertTrue(run.await());
        return run;
    }

    @Test
    void runsAnExperimentWithTheGivenServicesAndWritesTheReport() throws Exception {
        ReportWriter writer = (results, verdicts, into) -> List.of(Files.writeString(into.resolve("mine.txt"), "mine"));
        try (EmbeddedLab lab = EmbeddedLab.open(new Coin(), new Fair(), new One(), writer)) {
            assertEquals(List.of(), lab.laboratory().check(experiment("fair")));
            Path saved = folder.resolve("run");
            try (Submission run =
                    finished(lab.laboratory().submit(experiment("fair"), RunOptions.builder().folder(saved).build()))) {
                assertEquals(List.of("fair one.there 1.0"), run.results().summary().stream()
                        .map(row -> row.label() + " " + row.measure() + " " + row.mean()).toList());
            }
            assertEquals("mine", Files.readString(saved.resolve("mine.txt")));
            ServiceInfo fair = lab.catalog().present(ServiceKind.LEARNER).get(0);
            assertEquals("a fair coin; none", fair.summary() + "; " + fair.paper());
            assertEquals(experiment("fair"), lab.experiments().read(lab.experiments().write(experiment("fair")), "x", "test"));
        }
    }

    @Test
    void aSavedRunRecordsTheJarsAndIsResumedWithTheSameOnes() throws Exception {
        Path saved = folder.resolve("run");
        try (EmbeddedLab lab = EmbeddedLab.builder().fromClassPath().service(new Coin()).service(new One()).open()) {
            Experiment experiment = experiment("2sr:rank=1");
            try (Submission run = finished(lab.laboratory().submit(experiment,
                    RunOptions.builder().folder(saved).build()))) {
                List<String> names = run.bundles().stream().map(BundleVersion::name).toList();
                assertTrue(names.containsAll(List.of("psr.launcher", "psr.spectral")), names::toString);
                for (BundleVersion code : run.bundles()) {
                    assertEquals(code.name().startsWith("psr.itest"), code.sha256().isEmpty(), code.toString());
                }
            }
            try (Submission again = finished(lab.laboratory().resume(saved, RunOptions.builder().totalTrials(3).build()))) {
                assertEquals(3, again.results().finishedTrials());
            }
        }
        assertTrue(Files.readString(saved.resolve("experiment.json")).contains("psr 1."), "the record says which lab it was");
    }

    @Test
    void aGivenServiceIsUsedInsteadOfOneOfItsNameOnTheClassPath() {
        try (EmbeddedLab lab = EmbeddedLab.builder().fromClassPath().service("2sr", new Fair()).open()) {
            ServiceInfo found = lab.catalog().present(ServiceKind.LEARNER).stream()
                    .filter(learner -> learner.name().equals("2sr")).findFirst().orElseThrow();
            assertEquals("a fair coin", found.summary());
            assertTrue(lab.catalog().present(ServiceKind.REFINER).stream().anyMatch(refiner -> refiner.name().equals("ig")));
            assertTrue(lab.models().kinds().contains("ngram"), lab.models().kinds()::toString);
        }
    }

    @Test
    void twoLabsInOneProcessHaveTheirOwnServicesAndRuns() throws Exception {
        try (EmbeddedLab two = EmbeddedLab.builder().service(new Coin()).service("toss", new Fair()).service(new One()).open()) {
            Submission second = two.laboratory().submit(experiment("toss"), RunOptions.defaults());
            try (EmbeddedLab one = EmbeddedLab.open(new Coin(), new Fair(), new One())) {
                Submission first = one.laboratory().submit(experiment("fair"), RunOptions.defaults());
                finished(first);
                finished(second);
                assertEquals(List.of(first), one.laboratory().submissions());
                assertEquals(List.of(second), two.laboratory().submissions());
                assertFalse(one.laboratory().check(experiment("toss")).isEmpty());
            }
            finished(two.laboratory().submit(experiment("toss"), RunOptions.defaults()));
        }
    }

    private static List<Thread> threads() {
        return Thread.getAllStackTraces().keySet().stream().filter(thread -> thread.getName().startsWith("psr-")).toList();
    }

    @Test
    void closeCancelsRunsAndLeavesNoThreads() throws Exception {
        Endless endless = new Endless();
        EmbeddedLab lab = EmbeddedLab.open(new Coin(), new Fair(), new One(), endless);
        finished(lab.laboratory().submit(experiment("fair"), RunOptions.defaults()));
        Submission run = lab.laboratory().submit(experiment("endless"), RunOptions.builder().threads(1).build());
        endless.begun.await();
        assertFalse(threads().isEmpty());
        lab.close();
        assertEquals(List.of(), threads());
        lab.close();
        assertEquals(Submission.State.CANCELLED, run.state());
        assertThrows(IllegalStateException.class, () -> lab.laboratory().submit(experiment("fair"), RunOptions.defaults()));
    }

    private static String refused(EmbeddedLab.Builder builder) {
        return assertThrows(IllegalArgumentException.class, builder::open).getMessage();
    }

    @Test
    void saysWhichServiceCannotBeUsed() {
        assertEquals(
                "a learner must have a name; " + Nameless.class.getName() + " has no @PsrService: add that to the class, or give"
                        + " the name with the service",
                refused(EmbeddedLab.builder().service(new Nameless())));
        EmbeddedLab.builder().service("named", new Nameless()).open().close();
        String twice = refused(EmbeddedLab.builder().service(new TwoStageRegression()).service("2sr", new Fair()));
        assertTrue(twice.contains(TwoStageRegression.class.getName()) && twice.contains(Fair.class.getName())
                && twice.contains("'2sr'"), twice);
        String foreign = refused(EmbeddedLab.builder().service("text"));
        assertTrue(foreign.contains("psr.api.learn.Learner") && foreign.endsWith("found java.lang.String"), foreign);
        String spaced = refused(EmbeddedLab.builder().service("my learner", new Fair()));
        assertTrue(spaced.contains(Fair.class.getName()) && spaced.endsWith("'my learner'"), spaced);
    }
}
