package psr.shell.experiments;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import psr.api.data.Alphabet;
import psr.api.data.Symbols;
import psr.api.lab.Claim;
import psr.api.lab.DataPart;
import psr.api.lab.Difference;
import psr.api.lab.Experiment;
import psr.api.lab.Experiments;
import psr.api.lab.LearnedModel;
import psr.api.lab.ModelStore;
import psr.api.lab.RateChoice;
import psr.api.lab.Recipe;
import psr.api.lab.Report;
import psr.api.lab.Results;
import psr.api.lab.RunOptions;
import psr.api.lab.ServiceKind;
import psr.api.lab.Shard;
import psr.api.lab.Stage;
import psr.api.lab.TrialResult;
import psr.api.lab.Verdict;
import psr.api.linear.Hmm;
import psr.api.report.ClaimComparison;
import psr.api.report.Comparer;
import psr.api.report.Comparison;
import psr.api.settings.NoSettings;
import psr.api.settings.ValidationError;
import psr.api.source.Dataset;
import psr.shell.cluster.ClusterAccess;
import psr.shell.command.Arguments;
import psr.shell.command.CommandFailedException;
import psr.shell.command.Invocation;
import psr.shell.command.Output;
import psr.shell.command.StoppedException;
import psr.shell.fakes.FakeCatalogue;
import psr.shell.fakes.FakeLaboratory;
import psr.shell.fakes.FakeResults;
import psr.shell.fakes.FakeStore;
import psr.shell.fakes.Typed;
import psr.shell.models.SavedModels;

@Timeout(60)
class ExperimentCommandsTest {

    @TempDir
    private Path folder;

    private final FakeLaboratory laboratory = new FakeLaboratory();
    private final FakeCatalogue catalogue = new FakeCatalogue().with(ServiceKind.DATASET, "coins", NoSettings.class);
    private final Typed typed = new Typed();

    private static Claim claim(String id, String label) {
        return Claim.builder(id).words(id).measure("level.value").subject(Claim.Place.of(label, Claim.When.LAST))
                .reference(Claim.Place.trueModel()).expected(Claim.Expected.BELOW).build();
    }

    private final Experiments experiments = new Experiments() {
        @Override
        public Experiment read(String json, String file, String name) {
            return preset(name).change().description(json.strip()).build();
        }

        @Override
        public ValidationError locate(String json, String file, ValidationError error) {
            return error.saying("in " + file + ": " + error.message());
        }

        @Override
        public String write(Experiment experiment) {
            return "{}";
        }

        @Override
        public List<String> presets() {
            return List.of("ring");
        }

        @Override
        public String summary(String preset) {
            return "a ring";
        }

        @Override
        public Experiment preset(String name) {
            return Experiment.builder(name, Stage.of("coins")).recipe(Recipe.parse("mean")).metric(Stage.of("level"))
                    .trials(2).claims(List.of(claim("one", "mean"), claim("two", "other"))).build();
        }
    };

    private String run(String... words) {
        return typed.in(folder).type(new RunCommand(laboratory.engine(), experiments, catalogue, new ClusterAccess(null)), words);
    }

    private String refused(String... words) {
        return assertThrows(IllegalArgumentException.class, () -> run(words)).getMessage();
    }

    @Test
    void printsTheMeansOfADataSetAndRecipesAndKeepsNothing() {
        String said =
                run("coins", "a", "long", "--metrics", "level", "--seed", "7", "--threads", "2", "--limit", "3", "--progress");
        assertEquals(List.of("recipe         level.value  trials", "a       *  2.0000 ± 0.5774       3",
                "long       5.0000 ± 0.5774       3", "* the best level.value, or within one standard error of it"),
                said.lines().toList());
        FakeLaboratory.Run run = laboratory.runs.get(0);
        assertEquals(7, run.experiment().seed());
        assertEquals(2, run.options().threads());
        assertEquals(3, run.options().limit().orElseThrow().toSeconds());
        assertEquals(folder, run.options().base());
        assertTrue(run.folder().isEmpty());
        assertTrue(run.closed());
        assertTrue(typed.remarks().contains("trial 3, long"), typed.remarks());
    }

    @Test
    void aPresetIsKeptAndItsVerdictsArePrinted() {
        laboratory.report = new Report(folder, List.of(new Verdict(claim("one", "mean"), Verdict.Outcome.REPRODUCED,
                Verdict.Outcome.UNDECIDED, new Difference(-1, .5, 2, 0, 2), 0, Verdict.Tests.NONE)),
                List.of(folder.resolve("report.html")), List.of());
        String said = run("ring", "--recipes", "mean");
        Path kept = laboratory.runs.get(0).folder().orElseThrow();
        assertTrue(kept.startsWith(folder.resolve("runs")) && kept.getFileName().toString().matches("ring-\\d{8}-\\d{6}"),
                kept.toString());
        assertTrue(said.contains("\n1 claim: 1 reproduced, 0 not reproduced, 0 undecided\n"), said);
        assertTrue(said.contains("reproduced  undecided  one    -1.0000 ± 0.5000  -1.41  2/2   one"), said);
        assertTrue(said.endsWith("report: " + folder.resolve("report.html") + "\n"), said);
        assertTrue(typed.remarks().contains("1 of 2 claims are left out"), typed.remarks());
        assertEquals(1, laboratory.runs.get(0).experiment().claims().size());
    }

    @Test
    void aReportThatIsNotWholeIsAFailureThatNamesTheFile() {
        laboratory.report = new Report(folder, List.of(), List.of(), List.of("a report failed: cannot write a.svg: no room"));
        assertEquals("a report failed: cannot write a.svg: no room",
                assertThrows(CommandFailedException.class, () -> run("ring")).getMessage());
    }

    @Test
    void aFileIsReadInTheCurrentFolderAndOptionsTakeThePlaceOfItsFields() throws IOException {
        Files.writeString(folder.resolve("mine.json"), "{}");
        run("mine.json", "--trials", "1", "--recipes", "a b:x=\"1 2\"", "--claims", "none", "--rates", "1e-3,1e-2", "--out",
                "there", "--dataset", "dice", "--every", "5", "--name", "other");
        Experiment experiment = laboratory.runs.get(0).experiment();
        assertEquals("other", experiment.name());
        assertEquals("{}", experiment.description());
        assertEquals(List.of("a", "b:x=\"1 2\""), experiment.recipes().stream().map(Recipe::label).toList());
        assertEquals(List.of("1e-3", "1e-2"), experiment.rateSearch().rates());
        assertEquals(5, experiment.every());
        assertEquals(Stage.of("dice"), experiment.dataset());
        assertEquals(folder.resolve("there"), laboratory.runs.get(0).folder().orElseThrow());
    }

    @Test
    void aShareIsKeptAndContinuedAndPrintsNoMeans() {
        String said = run("coins", "a", "--shard", "2/16", "--out", "share", "--trials", "40");
        RunOptions options = laboratory.runs.get(0).options();
        assertEquals(new Shard(2, 16), options.share());
        assertTrue(options.resuming());
        assertFalse(said.contains("level"), said);
        assertFalse(RunOptions.defaults().resuming());
        assertEquals("--shard needs --out DIR, a folder for this shard alone",
                refused("coins", "a", "--shard", "2/16"));
        assertTrue(refused("coins", "a", "--shard", "17/16", "--out", "b").startsWith("--shard 17/16: a shard must be 1/16"));
    }

    @Test
    void rejectsClusterOptionsWithoutCluster() {
        assertEquals("--on cluster needs --join HOST:PORT,…, the addresses of its workers",
                refused("coins", "a", "--on", "cluster"));
        assertEquals("--on must be cluster; found 'mars'", refused("coins", "a", "--on", "mars", "--join", "a:1"));
        assertEquals("--join needs --on cluster", refused("coins", "a", "--join", "a:1"));
        assertTrue(refused("coins", "a", "--on", "cluster", "--join", "a").endsWith("an address must be HOST:PORT; found 'a'"));
        assertTrue(laboratory.runs.isEmpty());
    }

    @Test
    void mergedSharesArePrintedAndReportedOnAsOneRun() {
        FakeResults results = new FakeResults(experiments.preset("ring"),
                IntStream.range(0, 2)
                        .mapToObj(trial -> TrialResult.of(trial, "mean")
                                .curve(List.of(new TrialResult.Point(0, Map.of("level.value", 1. * trial))))
                                .build())
                        .toList());
        Path one = folder.resolve("one");
        laboratory.saved.put(one, FakeLaboratory.savedRun(one, results, Optional.empty()));
        laboratory.report = new Report(folder.resolve("whole"), List.of(), List.of(), List.of());
        MergeCommand merge = new MergeCommand(laboratory.laboratory());
        String said = typed.in(folder).type(merge, "one", "two", "--out", "whole");
        assertEquals(Map.of(folder.resolve("whole"), List.of(one, folder.resolve("two"))), laboratory.merged);
        assertTrue(said.contains("level.value"), said);
        for (String[] words : new String[][] {{"--out", "whole"}, {"one", "two"}}) {
            assertTrue(assertThrows(IllegalArgumentException.class, () -> typed.type(merge, words)).getMessage()
                    .startsWith("merge needs the folders of shards and a new one"));
        }
    }

    @Test
    void whatWasTypedWrongIsOneClearLine() throws IOException {
        Files.writeString(folder.resolve("mine.json"), "{}");
        assertTrue(refused("rng").endsWith("; found only 'rng'; did you mean 'ring'?"));
        assertTrue(refused().endsWith("found nothing"));
        assertTrue(refused("mine.json", "a").startsWith("an experiment file has its recipes; "));
        assertTrue(refused("none.json").startsWith("there is no file "));
        assertTrue(refused("ring", "--claims", "on").startsWith("no claim with id 'on'; did you mean 'one'?"));
        assertTrue(refused("nofile.csv", "a").contains("csv:file=nofile.csv,"));
        assertTrue(refused("ring", "--rates", "no").startsWith("a rate must be a number above 0"));
        assertTrue(refused("ring", "--rates-by", "level.value").startsWith("rates-by must have rates to choose from"));
        assertEquals(List.of(), laboratory.runs);
    }

    @Test
    void failedRecipesAreReportedAndDetermineTheExitCode() {
        laboratory.failing.put("bad", TrialResult.Failure.refused("rank=3000 is too much"));
        assertTrue(run("coins", "bad", "good", "--metrics", "level").contains("\nbad  failed: rank=3000 is too much\n"),
                typed.said());
        assertEquals("1 of 2 recipes failed: rank=3000 is too much",
                refused("coins", "bad", "good", "--metrics", "level", "--strict"));
        laboratory.failing.put("often", TrialResult.Failure.refused("rank=3000 is too much"));
        laboratory.failing.put("bad", TrialResult.Failure.of("it broke"));
        assertEquals("it broke", assertThrows(CommandFailedException.class, () -> run("coins", "bad")).getMessage());
        assertEquals("", typed.said());
    }

    @Test
    void dataThatCannotBeReadAreTheUsersMistake() {
        laboratory.broken = new NoSuchFileException("x.txt");
        assertEquals("there is no file x.txt", refused("coins", "a"));
        laboratory.broken = new IllegalStateException("ours");
        assertThrows(IllegalStateException.class, () -> run("coins", "a"));
    }

    @Test
    void aRunThatIsStoppedShowsWhatIsFinishedWhereNothingIsKept() {
        laboratory.endless = 1;
        Thread.currentThread().interrupt();
        StoppedException stopped = assertThrows(StoppedException.class, () -> run("coins", "mean", "--metrics", "level"));
        assertEquals("stopped after 1 of 3 trials; nothing is saved without --out", stopped.getMessage());
        assertTrue(typed.said().contains("mean         4.0000       1"), typed.said());
        Thread.currentThread().interrupt();
        stopped = assertThrows(StoppedException.class, () -> run("coins", "mean", "--out", "kept"));
        assertEquals("stopped after 1 of 3 trials; continue with: resume " + folder.resolve("kept"), stopped.getMessage());
        assertFalse(stopped.terminated());
    }

    /** A call of run whose error stream is no terminal. */
    private Invocation call(ByteArrayOutputStream err) {
        RunCommand command = new RunCommand(laboratory.engine(), experiments, catalogue, new ClusterAccess(null));
        return new Invocation(Arguments.parse(command.usage(), List.of("--progress")),
                new Output(System.out, new PrintStream(err, true, StandardCharsets.UTF_8), false, () -> {}, true),
                new ByteArrayInputStream(new byte[0]), folder, null);
    }

    @Test
    void resultsArePrintedInTheFormatThatWasChosen() {
        String json = run("coins", "a", "b_1", "--metrics", "level", "--json");
        assertTrue(json.startsWith("{\"trials\": 3, \"rows\": [{\"recipe\": \"a\", \"true-model\": false, \"iteration\": 0,"
                + " \"measure\": \"level.value\", \"mean\": 2.0, \"stderr\": 0.577"), json);
        assertEquals(1, json.lines().count());
        assertTrue(json.endsWith("\"failures\": [], \"dataset\": \"coins\"}\n"), json);
        String csv = run("coins", "a", "--metrics", "level", "--csv");
        assertTrue(csv.startsWith("recipe,iteration,measure,mean,stderr,trials\na,0,level.value,2.0,0.577"), csv);
        String latex = run("coins", "a", "b_1", "--metrics", "level", "--latex");
        assertTrue(latex.contains("\\toprule\nrecipe & level.value \\\\\n\\midrule\n"), latex);
        assertTrue(latex.contains("b\\_1 & $") && latex.contains("$\\boldsymbol{2.0000 \\pm 0.5774}$"), latex);
        assertEquals("one of --json, --csv and --latex can be given; found --csv --json",
                refused("coins", "a", "--json", "--csv"));
    }

    @Test
    void severalDataSetsHaveHeadings() {
        List<String> text = run("coins:x={1,2}", "a", "--metrics", "level").lines().toList();
        assertEquals(List.of("coins:x=1", "recipe  level.value  trials"),
                List.of(text.get(0), text.get(1).replaceAll(" +", "  ").strip()));
        assertEquals(List.of("", "coins:x=2"), text.subList(text.size() / 2, text.size() / 2 + 2), text::toString);
        List<String> json = run("coins:x={1,2}", "a", "--metrics", "level", "--json").lines().toList();
        assertEquals(2, json.size(), json::toString);
        assertTrue(json.get(1).startsWith("{") && json.get(1).endsWith("\"dataset\": \"coins:x=2\"}"), json::toString);
        assertTrue(run("coins:x={1,2}", "a", "--metrics", "level", "--latex").startsWith("% coins:x=1\n% needs"));
        assertTrue(run("coins:x={1,2}", "a", "--metrics", "level", "--csv").startsWith("recipe,"));
    }

    @Test
    void chosenRatesArePrintedWithAWarningAtTheEdge() {
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        ProgressLine progress = new ProgressLine(call(err), "trial");
        progress.rateChosen(new RateChoice("IG", Optional.of("1e-2"), "pnll.operators", Map.of("1e-2", 1.5), true,
                List.of("1e-2")));
        progress.rateChosen(new RateChoice("EM", Optional.empty(), "pnll.operators", Map.of(), false,
                List.of()));
        assertEquals(List.of("rate 1e-2 for IG (pnll.operators by rate: 1e-2: 1.5000)",
                "warning: 1e-2 is at the edge of the rates that were tried for IG; a better one may be outside of them",
                "no rate worked for EM, it is unchanged (pnll.operators by rate: )"),
                err.toString(StandardCharsets.UTF_8).lines().toList());
        assertEquals("0:07", ProgressLine.clock(7.2));
        assertEquals("12:30", ProgressLine.clock(750));
        assertEquals("1:02:03", ProgressLine.clock(3723));
    }

    private FakeResults results(int trials, int finished) {
        Experiment experiment = experiments.preset("ring").change().trials(trials).build();
        return new FakeResults(experiment, IntStream.range(0, finished).mapToObj(trial -> TrialResult
                .of(trial, "mean").curve(List.of(new TrialResult.Point(0, Map.of("level.value", 1.5)))).build()).toList());
    }

    @Test
    void runsReportsComparesAndResumes() {
        Path one = folder.resolve("runs/one");
        Path two = folder.resolve("runs/two");
        assertTrue(typed.in(folder).type(new RunsCommand(laboratory.laboratory())).startsWith("no runs here"));
        one.toFile().mkdirs();
        laboratory.saved.put(one, FakeLaboratory.savedRun(one, results(2, 2), Optional.empty()));
        laboratory.saved.put(two, FakeLaboratory.savedRun(two, results(2, 1), Optional.of("process 7")));
        String listed = typed.type(new RunsCommand(laboratory.laboratory()));
        assertTrue(listed.contains("one  finished             2/2     1        coins     2026-01-01"), listed);
        assertTrue(listed.contains("two  running (process 7)  1/2 "), listed);

        laboratory.report = new Report(one, List.of(), List.of(), List.of());
        assertTrue(typed.type(new ReportCommand(laboratory.laboratory()), "runs/one").endsWith("results: " + one + "\n"));
        assertTrue(assertThrows(IllegalArgumentException.class,
                () -> typed.type(new ReportCommand(laboratory.laboratory()), "runs/two"))
                .getMessage().contains("is being written by process 7; choose another folder with --out"));
        typed.type(new ReportCommand(laboratory.laboratory()), "runs/two", "--out", "elsewhere");
        assertTrue(typed.remarks().contains("so far 1 of 2 trials"), typed.remarks());

        CompareCommand compare = new CompareCommand(laboratory.laboratory(), new Comparer() {
            @Override
            public List<Comparison> compare(Results left, Results right) {
                return List.of(new Comparison("mean", "level.value", 1, 2, new Difference(-1, .1, 2, 0, 2)));
            }

            @Override
            public List<ClaimComparison> compareClaims(Results left, Results right) {
                return List.of(new ClaimComparison(claim("one", "mean"), new Difference(-3, .3, 2, 0, 2),
                        new Difference(-1, .4, 2, 0, 2), 2, .5, ClaimComparison.Larger.FIRST,
                        ClaimComparison.Larger.UNDECIDED));
            }
        });
        String compared = typed.type(compare, "runs/one", "runs/two");
        assertTrue(compared.contains("mean    level.value  1.0000  2.0000         -1.0000  0.1000"), compared);
        assertTrue(compared.contains("first      undecided  one    -3.0000 ± 0.3000  -1.0000 ± 0.4000  2.0000 ± 0.5000"),
                compared);
        Experiment more = results(2, 1).experiment().change().recipes(List.of(results(2, 1).experiment().recipes().get(0),
                Recipe.parse("other"))).build();
        laboratory.saved.put(two, FakeLaboratory.savedRun(two, new FakeResults(more, List.of()), Optional.empty()));
        typed.type(compare, "runs/one", "runs/two");
        assertTrue(typed.remarks().contains("only in runs/two, not compared: other"), typed.remarks());
        assertFalse(typed.remarks().contains("only in runs/one"), typed.remarks());
        assertThrows(CommandFailedException.class,
                () -> typed.type(new CompareCommand(laboratory.laboratory()), "runs/one", "runs/two"));
        assertThrows(IllegalArgumentException.class, () -> typed.type(compare, "runs/one"));

        typed.type(new ResumeCommand(laboratory.laboratory(), laboratory.engine(), new ClusterAccess(null)), "runs/one",
                "--trials", "5", "--anyway");
        FakeLaboratory.Run resumed = laboratory.runs.get(0);
        assertEquals(5, resumed.experiment().trials());
        assertTrue(resumed.options().otherBundles());
        assertTrue(typed.remarks().startsWith("2 of 5 trials are saved in " + one), typed.remarks());
        assertThrows(IllegalArgumentException.class,
                () -> typed.type(new ResumeCommand(laboratory.laboratory(), laboratory.engine(), new ClusterAccess(null)),
                        "runs/one", "--trials", "1"));
        assertThrows(IllegalArgumentException.class,
                () -> typed.type(new ResumeCommand(laboratory.laboratory(), laboratory.engine(), new ClusterAccess(null)),
                        "runs/none"));
    }

    @Test
    void progressTellsTheDataOnceAndNothingOfTrialsThatWereFinishedBefore() {
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        Invocation call = call(err);
        ProgressLine anew = new ProgressLine(call, "trial");
        anew.loaded(0, "coins, fold 2 of 3");
        anew.loaded(1, "coins, fold 1 of 3");
        assertEquals("", err.toString(StandardCharsets.UTF_8));
        anew.finished(TrialResult.of(0, "a").build(), 1, 2);
        anew.finished(TrialResult.of(0, "b").build(), 2, 2);
        assertTrue(err.toString(StandardCharsets.UTF_8).startsWith("data: coins\n"), err.toString(StandardCharsets.UTF_8));
        assertEquals(3, err.toString(StandardCharsets.UTF_8).lines().count());

        err.reset();
        ProgressLine goesOn = new ProgressLine(call, "trial", BitSet.valueOf(new long[] {1}));
        goesOn.finished(TrialResult.of(0, "a").build(), 1, 2);
        assertEquals("", err.toString(StandardCharsets.UTF_8));
        goesOn.finished(TrialResult.of(1, "a").build(), 1, 1);
        assertTrue(err.toString(StandardCharsets.UTF_8).contains("trial 2, a"), err.toString(StandardCharsets.UTF_8));
    }

    @Test
    void evaluateComparesFoldByFold() {
        EvaluateCommand evaluate = new EvaluateCommand(laboratory.laboratory(),
                new SavedModels(new FakeStore().store(), catalogue, laboratory.laboratory()));
        String said = typed.type(evaluate, "coins", "a", "long", "--folds", "3", "--metrics", "level");
        assertEquals(List.of("recipe         level.value  folds", "a       *  2.0000 ± 0.5774      3",
                "long       5.0000 ± 0.5774      3", "* the best level.value, or within one standard error of it",
                "", "difference from a, fold by fold:", "recipe      level.value  folds",
                "long    3.0000 ± 0.0000      3"), said.lines().toList());
        RunOptions options = laboratory.runs.get(0).options();
        assertEquals(DataPart.folds(), options.part());
        assertEquals(3, laboratory.runs.get(0).experiment().trials());
        laboratory.failing.put("a", TrialResult.Failure.refused("too few"));
        assertEquals("too few", assertThrows(IllegalArgumentException.class, () -> typed.type(evaluate, "coins", "a"))
                .getMessage());
        assertThrows(IllegalArgumentException.class, () -> typed.type(evaluate, "coins"));
    }

    @Test
    void evaluateChoosesInEveryFold() {
        EvaluateCommand evaluate = new EvaluateCommand(laboratory.laboratory(),
                new SavedModels(new FakeStore().store(), catalogue, laboratory.laboratory()));
        typed.type(evaluate, "coins", "a:x={1,2}", "b", "--choose");
        Experiment experiment = laboratory.runs.get(0).experiment();
        assertEquals(List.of("a:x=1", "a:x=2", "b"), experiment.search().candidates().stream().map(Recipe::label).toList());
        assertEquals("chosen among 3 recipes", experiment.recipes().get(0).label());
    }

    @Test
    void evaluateMeasuresASavedModelOnOtherData() throws IOException {
        FakeStore store = new FakeStore();
        Alphabet alphabet = Alphabet.of(List.of("b", "a"));
        store.save(folder.resolve("m.json"), LearnedModel.builder(new Hmm(alphabet, new double[] {1}, new double[][] {{1}},
                new double[][] {{.5, .5}})).build(), ModelStore.Encoding.JSON);
        Alphabet theirs = Alphabet.of(List.of("a", "b"));
        laboratory.datasets.put("coins", Dataset.builder(Symbols.of(theirs, new int[] {0}))
                .test(Symbols.of(theirs, new int[] {0, 0, 1})).build());
        laboratory.measured = Map.of("level.value", 1.25);
        String said =
                typed.in(folder)
                        .type(new EvaluateCommand(laboratory.laboratory(),
                                new SavedModels(store.store(), catalogue, laboratory.laboratory())), "m.json", "coins",
                                "--metrics",
                                "level");
        assertEquals(List.of("model   level.value", "m.json       1.2500"), said.lines().toList());
        assertEquals(Symbols.of(alphabet, new int[] {1, 1, 0}), laboratory.measuredOn.test(),
                "symbols are found by their names");
    }
}
