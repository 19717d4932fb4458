package psr.shell.models;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import psr.api.data.Alphabet;
import psr.api.data.Symbols;
import psr.api.lab.DataPart;
import psr.api.lab.LearnedModel;
import psr.api.lab.ModelStore;
import psr.api.lab.Recipe;
import psr.api.lab.ServiceKind;
import psr.api.lab.TrialResult;
import psr.api.linear.Hmm;
import psr.api.model.Model;
import psr.api.model.SymbolFilter;
import psr.api.settings.NoSettings;
import psr.api.settings.Option;
import psr.api.source.Dataset;
import psr.api.text.Notation;
import psr.shell.command.CommandFailedException;
import psr.shell.command.ReaderGoneException;
import psr.shell.fakes.FakeCatalogue;
import psr.shell.fakes.FakeLaboratory;
import psr.shell.fakes.FakeStore;
import psr.shell.fakes.Typed;

@Timeout(60)
class ModelCommandsTest {

    private static final double EXACT = 1e-12;
    private static final Alphabet ALPHABET = Alphabet.of(List.of("a", "ü")).withEnd("<end>");

    /** A data set of a file, with a test file. */
    public record Settings(
            @Option(value = "", help = "to learn from", required = true) Path file,
            @Option(value = "none", help = "to test on", absent = "none", testData = true) Optional<Path> test,
            @Option(value = "2", help = "rare words") int minCount) {}

    @TempDir
    private Path folder;

    private final FakeStore store = new FakeStore();
    private final FakeLaboratory laboratory = new FakeLaboratory();
    private final FakeCatalogue catalogue = new FakeCatalogue().with(ServiceKind.DATASET, "table", Settings.class)
            .with(ServiceKind.METRIC, "perplexity", NoSettings.class).with(ServiceKind.METRIC, "health", NoSettings.class);
    private final Typed typed = new Typed();

    /** Two symbols and an end; which of the two comes next depends on the last. */
    private static Hmm hmm(Alphabet alphabet) {
        return new Hmm(alphabet, new double[] {.6, .4, 0}, new double[][] {{.5, .2, .3}, {.1, .6, .3}, {0, 0, 1}},
                new double[][] {{.7, .3, 0}, {1. / 3, 2. / 3, 0}, {0, 0, 1}});
    }

    @BeforeEach
    void prepare() throws IOException {
        typed.in(folder);
        save(LearnedModel.builder(hmm(ALPHABET)).recipe("hmm").build());
    }

    private void save(LearnedModel model) throws IOException {
        store.save(folder.resolve("model.json"), model, ModelStore.Encoding.JSON);
    }

    private SavedModels saved() {
        return new SavedModels(store.store(), catalogue, laboratory.laboratory());
    }

    private PredictCommand predict() {
        return new PredictCommand(saved());
    }

    private ScoreCommand score() {
        return new ScoreCommand(saved());
    }

    /** The probabilities that the model itself gives after some symbols. */
    private static double[] after(Model model, int ahead, int... past) {
        SymbolFilter filter = SymbolFilter.of(model);
        for (int symbol : past) {
            filter.update(symbol);
        }
        double[] scores = new double[3];
        filter.scores(ahead, scores);
        return scores;
    }

    @Test
    void everyPrefixOfAFileIsPredictedBitForBitAsTheModelDoes() throws IOException {
        Files.writeString(folder.resolve("new.txt"), "\uFEFFa ü\n\nü\n");
        List<String> lines = typed.type(predict(), "model.json", "new.txt", "--repair", "raw", "--ahead", "2").lines().toList();
        assertEquals("sequence,position,symbol,probability", lines.get(0));
        assertEquals(1 + 3 * 3 + 3 + 2 * 3, lines.size(), "sequences end, so the empty line is one too");
        double[] first = after(hmm(ALPHABET), 2);
        double[] second = after(hmm(ALPHABET), 2, 0, 1);
        for (int o = 0; o < 3; o++) {
            String name = ALPHABET.name(o);
            assertTrue(lines.contains("1,2," + name + "," + first[o]), lines.toString());
            assertTrue(lines.contains("1,4," + name + "," + second[o]), lines.toString());
            assertTrue(lines.contains("3,2," + name + "," + first[o]), "the number is that of the line");
        }
    }

    /** Users can join the results with their own tables by the keys. */
    @Test
    void aSequenceOfADataSetIsCalledByItsKey() throws IOException {
        Alphabet theirs = Alphabet.of(List.of("a", "ü"));
        laboratory.datasets.put("table:file=x,test=x,min-count=1", Dataset.builder(Symbols.of(theirs, new int[] {0}))
                .test(Symbols.of(theirs, new int[] {0, 1}, new int[] {1})).testNames(List.of("user 7", "user 3")).build());
        List<String> scores = typed.type(score(), "model.json", "table:file=x").lines().toList();
        assertTrue(scores.get(1).startsWith("user 7,3,0,") && scores.get(2).startsWith("user 3,2,0,"), scores::toString);
        List<String> json = typed.type(predict(), "model.json", "table:file=x", "--top", "1", "--json").lines().toList();
        assertEquals("{\"rows\": [", json.get(0));
        assertTrue(json.get(1).startsWith("{\"sequence\": \"user 7\", \"position\": 1, \"symbol\": \"a\", \"probability\": 0.55"),
                json::toString);
        assertEquals("]}", json.get(json.size() - 1));
        String latex = typed.type(score(), "model.json", "table:file=x", "--latex");
        assertTrue(latex.contains("\\midrule\nuser 7 & 3 & 0 & $") && latex.endsWith("\\bottomrule\n\\end{tabular}\n"), latex);
    }

    @Test
    void topTakesTheBest() throws IOException {
        Files.writeString(folder.resolve("new.txt"), "a\n");
        List<String> lines = typed.type(predict(), "model.json", "new.txt", "--top", "1").lines().toList();
        assertEquals(3, lines.size());
        assertTrue(lines.get(1).startsWith("1,1,a,0.55"), lines.get(1));
    }

    @Test
    void standardInputIsAnsweredLineByLine() throws Exception {
        PipedOutputStream questions = new PipedOutputStream();
        PipedInputStream in = new PipedInputStream(questions);
        PipedInputStream answers = new PipedInputStream();
        PrintStream to = new PrintStream(new PipedOutputStream(answers), false, StandardCharsets.UTF_8);
        Thread driven = new Thread(() -> typed.type(predict(), in, to, "model.json", "-", "--top", "2"));
        driven.start();
        BufferedReader reader = new BufferedReader(new InputStreamReader(answers, StandardCharsets.UTF_8));
        questions.write("\n".getBytes(StandardCharsets.UTF_8));
        questions.flush();
        // Answered while the input is still open: another program can drive it.
        assertTrue(reader.readLine().startsWith("a,0.55"));
        questions.write("a ü\n".getBytes(StandardCharsets.UTF_8));
        questions.flush();
        assertEquals(4, reader.readLine().split(",").length);
        questions.close();
        driven.join();
    }

    @Test
    void anUnknownSymbolIsAnsweredInItsPlaceUnlessAskedToStop() {
        assertEquals("1 of 3 lines could not be answered", assertThrows(CommandFailedException.class,
                () -> typed.feed(predict(), "a\na x\nü\n", "model.json")).getMessage());
        List<String> lines = typed.said().lines().toList();
        assertEquals(3, lines.size());
        assertEquals("error,\"line 2 of standard input: symbol 'x' is not in the alphabet of the model (3 symbols: a, ü, <end>);"
                + " --unknown skip leaves it out, --unknown any allows any symbol in its place\"", lines.get(1));
        assertEquals(6, lines.get(2).split(",").length);
        assertTrue(assertThrows(IllegalArgumentException.class, () -> typed.feed(predict(), "a\na x\nü\n", "model.json",
                "--unknown", "stop")).getMessage().startsWith("line 2 of standard input: symbol 'x'"));
        assertEquals(1, typed.said().lines().count());
    }

    @Test
    void answersToLinesAreCsvOnly() {
        assertEquals("--json and --latex need FILE; each line of standard input is answered by a line of CSV",
                assertThrows(IllegalArgumentException.class, () -> typed.feed(predict(), "a\n", "model.json", "--latex"))
                        .getMessage());
        assertEquals(typed.feed(predict(), "a\n", "model.json"), typed.feed(predict(), "a\n", "model.json", "--csv"));
    }

    @Test
    void unknownSymbolsAreLeftOutOrAnything() throws IOException {
        assertEquals(typed.feed(predict(), "a ü\n", "model.json"), typed.feed(predict(), "a x ü\n", "model.json", "--unknown",
                "skip"));
        String any = typed.feed(predict(), "x\n", "model.json", "--unknown", "any", "--repair", "raw");
        SymbolFilter filter = hmm(ALPHABET).filter();
        assertTrue(filter.skip());
        double[] scores = new double[3];
        filter.scores(1, scores);
        assertTrue(any.contains("a," + scores[0]), any);
        Files.writeString(folder.resolve("new.txt"), "a <end>\n");
        assertTrue(assertThrows(IllegalArgumentException.class, () -> typed.type(predict(), "model.json", "new.txt"))
                .getMessage().contains("the end of a sequence is not written"));
    }

    @Test
    void whereTheSeparatorIsAnotherTheMessageSaysSo() throws IOException {
        save(LearnedModel.builder(hmm(ALPHABET)).notation(Notation.separated("tab")).build());
        Files.writeString(folder.resolve("new.txt"), "a ü\n");
        String message = assertThrows(IllegalArgumentException.class, () -> typed.type(score(), "model.json", "new.txt"))
                .getMessage();
        assertTrue(message.startsWith("line 1 of new.txt: symbol 'a ü' is not in the alphabet"), message);
        assertTrue(message.endsWith("symbols must be separated by a tab, as in training; change this with --separator blank"),
                message);
        typed.type(score(), "model.json", "new.txt", "--separator", "blank");
    }

    @Test
    void anAlphabetWithASymbolForUnknownWordsKnowsEveryWord() throws IOException {
        save(LearnedModel.builder(hmm(Alphabet.of(List.of("a", "<unk>")).withEnd("<end>"))).build());
        assertEquals(typed.feed(predict(), "a <unk>\n", "model.json"), typed.feed(predict(), "a whatever\n", "model.json"));
    }

    @Test
    void scoresAreTheLogarithmsOfWholeSequencesAndAnEmptyLineIsOne() throws IOException {
        Files.writeString(folder.resolve("new.txt"), "a ü\n\na\n");
        List<String> lines = typed.type(score(), "model.json", "new.txt", "--repair", "absolute").lines().toList();
        double expected = Math.log(after(hmm(ALPHABET), 1)[0] * after(hmm(ALPHABET), 1, 0)[1] * after(hmm(ALPHABET), 1, 0, 1)[2]);
        String[] first = lines.get(1).split(",");
        assertEquals("3", first[1]);
        assertEquals(expected, Double.parseDouble(first[3]), 1e-8, "up to the floor of the repair");
        assertEquals(-expected / Math.log(2), Double.parseDouble(first[4]), 1e-8, "bits");
        assertEquals(Math.exp(-Double.parseDouble(first[3]) / 3), Double.parseDouble(first[6]), EXACT);
        assertTrue(lines.get(2).startsWith("2,1,0,"), "nothing but the end: " + lines.get(2));
        String[] all = lines.get(4).split(",");
        assertEquals("all", all[0]);
        assertEquals(Double.parseDouble(first[3]) + Double.parseDouble(lines.get(2).split(",")[3])
                + Double.parseDouble(lines.get(3).split(",")[3]), Double.parseDouble(all[3]), EXACT);
        String[] mean = lines.get(5).split(",");
        assertEquals("mean", mean[0]);
        assertEquals(2, Double.parseDouble(mean[1]), EXACT, "6 symbols, ends included, in 3 sequences");
        assertEquals(Double.parseDouble(all[4]) / 3, Double.parseDouble(mean[4]), EXACT, "bits of a sequence");
        assertEquals(Double.parseDouble(all[6]), Double.parseDouble(mean[6]), EXACT, "perplexity is that of all");
        assertThrows(IllegalArgumentException.class, () -> typed.type(score(), "model.json", "new.txt", "--repair", "raw"));
    }

    @Test
    void anEmptyLineIsNothingWhereSequencesHaveNoEnd() throws IOException {
        save(LearnedModel.builder(new Hmm(Alphabet.of(List.of("a", "b")), new double[] {1}, new double[][] {{1}},
                new double[][] {{.5, .5}})).build());
        Files.writeString(folder.resolve("new.txt"), "a\n\nb\n");
        assertEquals(5, typed.type(score(), "model.json", "new.txt").lines().count(), "a heading, two sequences, all, mean");
    }

    /** Says the same at every step: a has a negative score. */
    private static final Model NEGATIVE = new Model() {
        @Override
        public Alphabet space() {
            return ALPHABET;
        }

        @Override
        public SymbolFilter filter() {
            return new SymbolFilter() {
                @Override
                public void reset() {}

                @Override
                public void update(int symbol) {}

                @Override
                public void scores(int ahead, double[] into) {
                    into[0] = -.25;
                    into[1] = 1;
                    into[2] = .25;
                }

                @Override
                public SymbolFilter copy() {
                    return this;
                }
            };
        }
    };

    @Test
    void predictAndScoreGiveOneStringTheSameProbabilityAndSayWhatBecameOfNegativeScores() throws IOException {
        save(LearnedModel.builder(NEGATIVE).build());
        Files.writeString(folder.resolve("new.txt"), "a ü\n");
        for (String[] repair : new String[][] {{}, {"--repair", "clip"}, {"--repair", "absolute"}}) {
            String[] predict = Stream.concat(Stream.of("model.json", "new.txt"), Stream.of(repair)).toArray(String[]::new);
            List<String> predicted = typed.type(predict(), predict).lines().toList();
            String said = repair.length == 0 || repair[1].equals("clip")
                    ? "3 of 3 distributions had negative scores, which count as zero (--repair clip)"
                    : "3 of 3 distributions had negative scores, which count with their absolute values (--repair absolute)";
            assertEquals(said, typed.remarks().strip());
            double product = 1;
            for (String next : List.of("1,1,a,", "1,2,ü,", "1,3,<end>,")) {
                product *= Double.parseDouble(predicted.stream().filter(line -> line.startsWith(next)).findFirst().orElseThrow()
                        .substring(next.length()));
            }
            String scored = typed.type(score(), predict).lines().toList().get(1);
            assertEquals(Math.log(product), Double.parseDouble(scored.split(",")[3]), EXACT, String.join(" ", repair));
            assertEquals(said, typed.remarks().strip());
        }
        save(LearnedModel.builder(hmm(ALPHABET)).build());
        typed.type(score(), "model.json", "new.txt");
        assertEquals("", typed.remarks());
    }

    @Test
    void aLineOfUnknownSymbolsOnlyIsASequenceOfWhichNothingIsScored() throws IOException {
        save(LearnedModel.builder(new Hmm(Alphabet.of(List.of("a", "b")), new double[] {1}, new double[][] {{1}},
                new double[][] {{.5, .5}})).build());
        Files.writeString(folder.resolve("new.txt"), "a x b\nx y\na\n");
        List<String> lines = typed.type(score(), "model.json", "new.txt", "--unknown", "skip").lines().toList();
        assertEquals("2,0,2,0.0,0.0,,", lines.get(2));
        assertTrue(lines.get(4).startsWith("all,3,3,"), lines.get(4));
    }

    @Test
    void aDataSetIsScoredAsALineOfItsSymbolsWouldBe() throws IOException {
        Alphabet theirs = Alphabet.of(List.of("ü", "a", "y")).withEnd("$");
        // min-count is lowered and the file is its own test file, so that every sequence is there, in its order.
        laboratory.datasets.put("table:file=new.csv,test=new.csv,min-count=1", Dataset.builder(Symbols.of(theirs, new int[] {3}))
                .test(Symbols.of(theirs, new int[] {1, 0, 3}, new int[] {3})).build());
        Files.writeString(folder.resolve("new.txt"), "a ü\n\n");
        assertEquals(typed.type(score(), "model.json", "new.txt"), typed.type(score(), "model.json", "table:file=new.csv"));
        assertEquals(typed.type(predict(), "model.json", "new.txt"), typed.type(predict(), "model.json", "table:file=new.csv"));
        laboratory.datasets.put("table:file=new.csv,test=t.csv,min-count=1",
                Dataset.builder(Symbols.of(theirs, new int[] {3})).test(Symbols.of(theirs, new int[] {2, 3})).build());
        assertTrue(assertThrows(IllegalArgumentException.class, () -> typed.type(score(), "model.json",
                "table:file=new.csv,test=t.csv")).getMessage()
                .startsWith("sequence 1 of table:file=new.csv,test=t.csv: symbol 'y'"));
        assertTrue(typed.type(score(), "model.json", "table:file=new.csv,test=t.csv", "--unknown", "any").contains("\n1,1,1,"));
        assertThrows(IllegalArgumentException.class, () -> typed.type(score(), "model.json", "nothing.txt"));
    }

    /** A model of characters scores a line as the data set that taught it would have read it. */
    @Test
    void linesAreReadAsInTraining() throws IOException {
        Alphabet alphabet = Alphabet.of(List.of("t", "h", "e", "n", "d", "<blank>", "#", "ς", "σ", "<unk>", "<other>"));
        int n = alphabet.size();
        double[] emission = new double[n];
        for (int o = 0; o < n; o++) {
            emission[o] = 2.0 * (o + 1) / (n * (n + 1));
        }
        save(LearnedModel.builder(new Hmm(alphabet, new double[] {1}, new double[][] {{1}}, new double[][] {emission}))
                .notation(Notation.of(Map.of("separator", "none", "one-blank", "on", "lower-case", "on", "plain-english", "on",
                        "rare", "<other>")))
                .build());
        assertEquals(scored("the end"), scored("  the \u00a0 end "), EXACT);
        assertEquals(scored("the end"), scored("THE END"), EXACT);
        assertEquals(scored("the #"), scored("the 1,995"), EXACT);
        assertEquals(Math.log((emission[10] + 1e-4) / (1 + 1e-4 * n)), scored("z"), 1e-6,
                "<other> is the symbol for rare ones, <unk> is a character");
    }

    private double scored(String line) {
        return Double.parseDouble(typed.feed(score(), line + "\n", "model.json").lines().toList().get(1).split(",")[3]);
    }

    @Test
    void samplesFollowTheModelAndStopAtTheEnd() {
        String[] words = {"model.json", "--sequences", "3000", "--length", "50", "--repair", "absolute"};
        SampleCommand sample = new SampleCommand(saved());
        String drawn = typed.type(sample, words);
        List<String> lines = drawn.lines().toList();
        double a = lines.stream().filter(line -> line.startsWith("a")).count() / 3000.0;
        double expected = .6 * .7 + .4 / 3;
        assertEquals(expected, a, 3 * Math.sqrt(expected * (1 - expected) / 3000), "three standard errors");
        assertTrue(lines.stream().mapToInt(String::length).max().orElseThrow() < 99, "an end comes with .3 in each step");
        assertEquals(drawn, typed.type(sample, words), "the same seed gives the same lines");
    }

    @Test
    void aReaderThatHasGoneEndsTheCommand() {
        PrintStream gone = new PrintStream(new OutputStream() {
            @Override
            public void write(int b) throws IOException {
                throw new IOException("Broken pipe");
            }
        });
        assertThrows(ReaderGoneException.class, () -> typed.type(new SampleCommand(saved()),
                InputStream.nullInputStream(), gone, "model.json", "--sequences", "100000000"));
    }

    private String train(String... words) {
        return typed.type(new TrainCommand(laboratory.laboratory(), catalogue, store.store()), words);
    }

    @Test
    void trainKeepsTheModelWithWhereItIsFrom() throws IOException {
        laboratory.learned = LearnedModel.builder(hmm(ALPHABET)).recipe("fair").provenance(LearnedModel.ORIGIN, "a table")
                .trainingSize(new LearnedModel.TrainingSize(42, "14 sequences, 42 symbols")).build();
        String said = train("table:file=x", "fair", "--model", "fair.npz", "--seed", "5");
        assertTrue(
                said.startsWith(
                        "learned fair from 14 sequences, 42 symbols (a table; both parts together) over an alphabet of 3 symbols: a, ü, <end>,"
                                + " in 0.0 s"),
                said);
        assertTrue(said.contains("written to " + folder.resolve("fair.npz") + " (npz, 1 KiB)"), said);
        LearnedModel saved = store.load(folder.resolve("fair.npz"));
        assertEquals("train", saved.provenance().get("created-by"));
        FakeLaboratory.Run run = laboratory.runs.get(0);
        assertEquals(5, run.experiment().seed());
        assertEquals(DataPart.everything(), run.options().part(), "the laboratory chooses");
        for (String on : List.of("all", "training")) {
            assertTrue(train("table:file=x", "fair", "--model", "fair.npz", "--on", on)
                    .contains(on.equals("all") ? "both parts together" : "the training part"), typed.said());
            assertEquals(on.equals("all") ? DataPart.everything() : DataPart.asGiven(),
                    laboratory.runs.get(laboratory.runs.size() - 1).options().part());
        }
    }

    /** The fake's models have 12 numbers. */
    @Test
    void trainWarnsOfAModelThatIsTooLargeForItsData() {
        assertTrue(trainedFrom(1).contains("warning: 12 numbers were learned from 1 symbols"), trainedFrom(1));
        assertFalse(trainedFrom(2).contains("warning"), trainedFrom(2));
        store.kind = "mixture";
        assertFalse(trainedFrom(1).contains("warning"), trainedFrom(1));
    }

    private String trainedFrom(int symbols) {
        // The words of its provenance are for people: the warning counts by the value.
        laboratory.learned =
                LearnedModel.builder(hmm(ALPHABET)).recipe("fair").provenance(LearnedModel.LEARNED_FROM, "1000 symbols")
                        .trainingSize(new LearnedModel.TrainingSize(symbols, "1 sequence")).build();
        return train("table:file=x", "fair", "--model", "fair.json");
    }

    @Test
    void trainSaysBeforeItLearnsThatAModelCannotBeSaved() {
        catalogue.with(ServiceKind.LEARNER, "odd", NoSettings.class).making("odd", FakeStore.Unsaved.class);
        String message = assertThrows(CommandFailedException.class, () -> train("table:file=x", "odd", "--model", "odd.json"))
                .getMessage();
        assertTrue(message.startsWith("train needs models that can be saved; odd makes "), message);
        assertEquals(0, laboratory.runs.size(), "nothing was learned");
    }

    @Test
    void trainSelectsAmongSeveralRecipesOnRequestAlone() {
        laboratory.learned = LearnedModel.builder(hmm(ALPHABET)).recipe("em").build();
        train("coins", "mean:rate={1,2}", "em", "--choose", "--model", "chosen.json");
        assertEquals(List.of("mean:rate=1", "mean:rate=2", "em"),
                laboratory.runs.get(0).experiment().search().candidates().stream()
                        .map(Recipe::label).toList());
        assertTrue(assertThrows(IllegalArgumentException.class, () -> train("coins", "mean:rate={1,2}", "--model", "m.json"))
                .getMessage()
                .contains("has 2 recipes: --choose selects one"));
        assertTrue(assertThrows(IllegalArgumentException.class, () -> train("coins", "mean", "--choose", "--model", "m.json"))
                .getMessage()
                .startsWith("--choose needs at least two recipes"));
        assertEquals(1, laboratory.runs.size());
    }

    @Test
    void trainSaysThatItReplacedAModel() throws IOException {
        laboratory.learned = LearnedModel.builder(hmm(ALPHABET)).recipe("fair").build();
        assertFalse(train("table:file=x", "fair", "--model", "fair.json").contains("in place of"));
        assertTrue(train("table:file=x", "fair", "--model", "fair.json").contains(", replacing the old file"));
    }

    @Test
    void trainWritesNothingWhenItFails() {
        laboratory.failing.put("bad", TrialResult.Failure.of("it broke"));
        assertEquals("it broke", assertThrows(CommandFailedException.class, () -> train("table:file=x", "bad", "--model",
                "none.json")).getMessage());
        laboratory.failing.put("bad", TrialResult.Failure.refused("too much"));
        assertThrows(IllegalArgumentException.class, () -> train("table:file=x", "bad", "--model", "none.json"));
        assertThrows(IllegalArgumentException.class, () -> train("table:file=x", "fair"));
        assertThrows(IllegalArgumentException.class, () -> train("table:file=x", "fair", "--model", folder.toString()));
        assertThrows(IllegalArgumentException.class, () -> train("table:file=x", "fair", "--model", "no/such/folder.json"));
        int runs = laboratory.runs.size();
        assertThrows(IllegalArgumentException.class, () -> train("table:file=x", "fair", "--model", "read-only.json"));
        assertEquals(runs, laboratory.runs.size(), "before anything is learned");
        assertTrue(assertThrows(IllegalArgumentException.class, () -> train("nofile.csv", "fair", "--model", "a.json"))
                .getMessage().contains("csv:file=nofile.csv,"));
        assertFalse(Files.exists(folder.resolve("none.json")));
    }

    @Test
    void inspectTellsInWords() throws IOException {
        laboratory.measured = Map.of("health.negative", 0.0, "health.repairs", 0.0, "health.sum-error", 0.0);
        List<String> lines = typed.type(new InspectCommand(store.store(), catalogue, laboratory.laboratory(), List.of(
                any -> List.of("said by an inspector"), any -> {
                    throw new IllegalStateException("broken");
                })), "model.json").lines().toList();
        assertEquals(List.of("a model of kind hmm, made by hmm",
                "alphabet: 3 symbols, of which <end> ends a sequence: a, ü, <end>",
                "numbers: 12 in all: initial 3, transition 3×3", "said by an inspector",
                "an inspector failed: java.lang.IllegalStateException: broken", "health: its scores are probabilities",
                "the file does not say where it is from"), lines);
        assertEquals(50, laboratory.measuredOn.test().count());
        save(LearnedModel.builder(hmm(ALPHABET)).provenance("seed", "7").notation(Notation.separated("tab")).build());
        assertTrue(typed.type(new InspectCommand(store.store(), catalogue, laboratory.laboratory(), List.of()), "model.json")
                .endsWith("\nseed: 7\nnotation.separator: tab\n"), typed.said());
    }
}
