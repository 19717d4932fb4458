package psr.launcher.use;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import psr.api.data.Alphabet;
import psr.api.data.Notation;
import psr.api.data.NumberedLines;
import psr.api.model.Filter;
import psr.api.model.Hmm;
import psr.launcher.lab.Catalogue;
import psr.launcher.lab.Fakes;
import psr.launcher.lab.Kind;
import psr.launcher.lab.Lab;
import psr.launcher.models.Encoding;
import psr.launcher.models.ModelFiles;
import psr.launcher.models.SavedModel;
import psr.launcher.shell.CommandFailedException;
import psr.launcher.shell.Streams;

@Timeout(60)
class UseTest {

    private static final double EXACT = 1e-12;

    @TempDir
    private Path folder;

    private final ModelFiles files = new ModelFiles(List.of());
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();
    private final PrintStream print = new PrintStream(out, true, StandardCharsets.UTF_8);
    private final Streams streams = new Streams(print, new PrintStream(err, true, StandardCharsets.UTF_8), false, err::flush,
            true);

    /** Two symbols and an end; which of the two comes next depends on the last. */
    private static Hmm hmm(Alphabet alphabet) {
        return new Hmm(alphabet, new double[] {.6, .4, 0}, new double[][] {{.5, .2, .3}, {.1, .6, .3}, {0, 0, 1}},
                new double[][] {{.7, .3, 0}, {1. / 3, 2. / 3, 0}, {0, 0, 1}});
    }

    private Path model;

    @BeforeEach
    void save() throws IOException {
        model = folder.resolve("model.json");
        files.save(model, hmm(Alphabet.of(List.of("a", "ü")).withEnd("<end>")), "hmm", Map.of(), Encoding.JSON);
    }

    private String predict(String input, String... more) throws IOException {
        out.reset();
        String[] typed = new String[more.length + 1];
        typed[0] = model.toString();
        System.arraycopy(more, 0, typed, 1, more.length);
        new PredictCommand(typed, files).run(new ByteArrayInputStream(input.getBytes(StandardCharsets.UTF_8)), print);
        return out.toString(StandardCharsets.UTF_8);
    }

    /** The probabilities that the model itself gives after some symbols. */
    private static double[] after(Hmm hmm, int ahead, int... past) {
        Filter filter = hmm.filter();
        for (int symbol : past) {
            filter.update(symbol);
        }
        double[] scores = new double[3];
        filter.scores(ahead, scores);
        return scores;
    }

    @Test
    void everyPrefixOfAFileIsPredictedBitForBitAsTheModelDoes() throws IOException {
        Path file = Files.writeString(folder.resolve("new.txt"), "\uFEFFa ü\n\nü\n");
        List<String> lines = predict("", file.toString(), "--repair", "raw", "--ahead", "2").lines().toList();
        assertEquals("sequence,position,symbol,probability", lines.get(0));
        assertEquals(1 + 3 * 3 + 2 * 3, lines.size());
        Hmm hmm = hmm(Alphabet.of(List.of("a", "ü")).withEnd("<end>"));
        double[] first = after(hmm, 2);
        double[] second = after(hmm, 2, 0, 1);
        for (int o = 0; o < 3; o++) {
            String name = hmm.alphabet().name(o);
            assertTrue(lines.contains("1,2," + name + "," + first[o]), lines.toString());
            assertTrue(lines.contains("1,4," + name + "," + second[o]), lines.toString());
            assertTrue(lines.contains("3,2," + name + "," + first[o]), "the number is that of the line");
        }
    }

    @Test
    void topTakesTheBest() throws IOException {
        Path file = Files.writeString(folder.resolve("new.txt"), "a\n");
        List<String> lines = predict("", file.toString(), "--top", "1").lines().toList();
        assertEquals(3, lines.size());
        assertTrue(lines.get(1).startsWith("1,1,a,0.55"), lines.get(1));
    }

    @Test
    void standardInputIsAnsweredLineByLine() throws Exception {
        PipedOutputStream questions = new PipedOutputStream();
        PipedInputStream in = new PipedInputStream(questions);
        PipedInputStream answers = new PipedInputStream();
        PrintStream to = new PrintStream(new PipedOutputStream(answers), false, StandardCharsets.UTF_8);
        PredictCommand command = new PredictCommand(new String[] {model.toString(), "-", "--top", "2"}, files);
        Thread driven = new Thread(() -> command.run(in, to));
        driven.start();
        java.io.BufferedReader reader = new java.io.BufferedReader(
                new java.io.InputStreamReader(answers, StandardCharsets.UTF_8));
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
    void unknownSymbolsAreRefusedLeftOutOrAnything() throws IOException {
        String refused = assertThrows(IllegalArgumentException.class, () -> predict("a\na x\n")).getMessage();
        assertEquals("line 2 of standard input: symbol 'x' is not in the alphabet of the model (3 symbols: a, ü, <end>);"
                + " --unknown skip leaves it out, --unknown any takes it for anything", refused);
        assertEquals(predict("a ü\n"), predict("a x ü\n", "--unknown", "skip"));
        String any = predict("x\n", "--unknown", "any", "--repair", "raw");
        Filter filter = hmm(Alphabet.of(List.of("a", "ü")).withEnd("<end>")).filter();
        assertTrue(filter.skip());
        double[] scores = new double[3];
        filter.scores(1, scores);
        assertTrue(any.contains("a," + scores[0]), any);
        assertTrue(assertThrows(IllegalArgumentException.class, () -> predict("a <end>\n")).getMessage()
                .contains("the end of a sequence is not written"));
    }

    @Test
    void anAlphabetWithASymbolForUnknownWordsKnowsEveryWord() throws IOException {
        files.save(model, hmm(Alphabet.of(List.of("a", "<unk>")).withEnd("<end>")), "hmm", Map.of(), Encoding.JSON);
        assertEquals(predict("a <unk>\n"), predict("a whatever\n"));
    }

    @Test
    void aModelThatCannotSkipSaysSo() throws IOException {
        Filter filter = new Fakes.Flat(Alphabet.numbered(2), 1).filter();
        NumberedLines lines = NumberedLines.of("standard input", new ByteArrayInputStream(new byte[] {'x', '\n'}));
        lines.next();
        assertTrue(assertThrows(IOException.class, () -> ModelAndLines.update(filter, Notation.ANYTHING, lines)).getMessage()
                .startsWith("line 1 of standard input: the model cannot go on without knowing a symbol"));
    }

    @Test
    void aNotationThatNobodyKnowsIsRefused() throws IOException {
        files.save(model, hmm(Alphabet.of(List.of("a", "b")).withEnd("<end>")), "hmm",
                Map.of("notation.separator", "none", "notation.upside-down", "on"), Encoding.JSON);
        assertTrue(assertThrows(IllegalArgumentException.class, () -> predict("a\n")).getMessage()
                .contains("'upside-down' is none of them"));
    }

    private double score(String line) {
        out.reset();
        new ScoreCommand(new String[] {model.toString()}, files)
                .run(new ByteArrayInputStream((line + "\n").getBytes(StandardCharsets.UTF_8)), print);
        return Double.parseDouble(out.toString(StandardCharsets.UTF_8).lines().toList().get(1).split(",")[3]);
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
        Notation notation = Notation.of(Map.of("separator", "none", "one-blank", "on", "lower-case", "on",
                "plain-english", "on", "rare", "<other>"));
        files.save(model, new Hmm(alphabet, new double[] {1}, new double[][] {{1}}, new double[][] {emission}), "hmm",
                ModelAndLines.provenance(notation), Encoding.JSON);
        assertEquals(score("the end"), score("  the \u00a0 end "), EXACT);
        assertEquals(score("the end"), score("THE END"), EXACT);
        assertEquals(score("the #"), score("the 1,995"), EXACT);
        assertEquals(Math.log(emission[10]), score("z"), 1e-6, "<other> is the symbol for rare ones, <unk> is a character");
    }

    @Test
    void scoresAreTheLogarithmsOfWholeSequences() throws IOException {
        Path file = Files.writeString(folder.resolve("new.txt"), "a ü\na\n");
        new ScoreCommand(new String[] {model.toString(), file.toString(), "--repair", "absolute"}, files)
                .run(new ByteArrayInputStream(new byte[0]), print);
        List<String> lines = out.toString(StandardCharsets.UTF_8).lines().toList();
        Hmm hmm = hmm(Alphabet.of(List.of("a", "ü")).withEnd("<end>"));
        double expected = Math.log(after(hmm, 1)[0] * after(hmm, 1, 0)[1] * after(hmm, 1, 0, 1)[2]);
        String[] first = lines.get(1).split(",");
        assertEquals("3", first[1]);
        assertEquals(expected, Double.parseDouble(first[3]), 1e-8, "up to the floor of the repair");
        assertEquals(Math.exp(-Double.parseDouble(first[3]) / 3), Double.parseDouble(first[5]), EXACT);
        String[] all = lines.get(3).split(",");
        assertEquals("all", all[0]);
        assertEquals(Double.parseDouble(first[3]) + Double.parseDouble(lines.get(2).split(",")[3]),
                Double.parseDouble(all[3]), EXACT);
    }

    @Test
    void samplesFollowTheModelAndStopAtTheEnd() throws IOException {
        String[] typed = {model.toString(), "--sequences", "3000", "--length", "50"};
        SampleCommand.run(typed, files, print);
        String drawn = out.toString(StandardCharsets.UTF_8);
        List<String> lines = drawn.lines().toList();
        double a = lines.stream().filter(line -> line.startsWith("a")).count() / 3000.0;
        double expected = .6 * .7 + .4 / 3;
        assertEquals(expected, a, 3 * Math.sqrt(expected * (1 - expected) / 3000), "three standard errors");
        assertTrue(lines.stream().mapToInt(String::length).max().orElseThrow() < 99, "an end comes with .3 in each step");
        out.reset();
        SampleCommand.run(typed, files, print);
        assertEquals(drawn, out.toString(StandardCharsets.UTF_8), "the same seed gives the same lines");
    }

    @Test
    void fieldsOfAnswersAreQuoted() {
        assertEquals("a,\"b,\"\"c\"\"\",\"\"", Csv.line("a", "b,\"c\"", ""));
    }

    private Catalogue catalogue() {
        return Fakes.catalogue(Fakes.offer(Kind.DATASET, "coins", new Fakes.Coins()),
                Fakes.offer(Kind.DATASET, "tape", new Fakes.Tape()),
                Fakes.offer(Kind.METRIC, "level", new Fakes.Level()),
                Fakes.offer(Kind.LEARNER, "fair", Fakes.learner((data, run) -> new Hmm(data.alphabet(), new double[] {1},
                        new double[][] {{1}}, new double[][] {{.5, .5}}))),
                Fakes.offer(Kind.LEARNER, "mean", new Fakes.Mean()),
                Fakes.offer(Kind.LEARNER, "null", Fakes.learner((data, run) -> null)),
                Fakes.offer(Kind.LEARNER, "moody", Fakes.learner((data, run) -> new Fakes.Flat(data.alphabet(),
                        System.nanoTime()))),
                Fakes.offer(Kind.LEARNER, "deaf", Fakes.learner((data, run) -> {
                    while (!Thread.interrupted()) {
                        Thread.onSpinWait();
                    }
                    return null;
                })));
    }

    private void train(String... typed) throws IOException {
        new TrainCommand(new Lab(catalogue(), null), catalogue(), files, streams).run(typed);
    }

    @Test
    void trainLearnsFromAllDataAndKeepsWhereTheModelIsFrom() throws IOException {
        Path file = folder.resolve("fair.npz");
        train("coins:sequences=7", "fair", "--model", file.toString());
        SavedModel saved = files.load(file);
        assertEquals("fair", saved.file().recipe());
        Map<String, String> provenance = saved.file().provenance();
        assertEquals("coins:sequences=7", provenance.get("dataset"));
        assertEquals("all data: 14 sequences, 42 symbols", provenance.get("learned-from"));
        assertEquals(64, provenance.get("data-sha256").length());
        assertTrue(out.toString(StandardCharsets.UTF_8).contains("(npz, "), out.toString(StandardCharsets.UTF_8));
        train("coins:sequences=7", "fair", "--model", file.toString(), "--on", "training", "--format", "json");
        assertEquals("the training part: 7 sequences, 21 symbols", files.load(file).file().provenance().get("learned-from"));
    }

    /** A text is one sequence cut in two: all of it is one sequence, not two. */
    @Test
    void trainOnOneTextLearnsFromOneSequence() throws IOException {
        Path file = folder.resolve("tape.json");
        train("tape", "fair", "--model", file.toString());
        assertEquals("all data: 1 sequence, 100 symbols", files.load(file).file().provenance().get("learned-from"));
        assertEquals("none", files.load(file).file().provenance().get("notation.separator"));
    }

    @Test
    void trainWritesNothingWhenItFails() {
        Path file = folder.resolve("none.json");
        assertTrue(assertThrows(CommandFailedException.class, () -> train("coins", "null", "--model", file.toString()))
                .getMessage().contains("a stage must return a model; it returned null"));
        assertTrue(assertThrows(CommandFailedException.class, () -> train("coins", "deaf", "--model", file.toString(),
                "--limit", "0.1")).getMessage().startsWith("deaf took longer than 0.1 s (--limit) and did not stop"));
        assertTrue(assertThrows(IllegalArgumentException.class, () -> train("coins", "mean", "--model", file.toString()))
                .getMessage().startsWith("a model can be saved where a bundle has a ModelFormat"));
        assertThrows(IllegalArgumentException.class, () -> train("coins", "fair"));
        assertThrows(IllegalArgumentException.class, () -> train("coins", "fair", "--model", folder.toString()));
        assertFalse(Files.exists(file));
    }

    @Test
    void evaluateComparesFoldByFold() {
        new EvaluateCommand(new Lab(catalogue(), null), streams).run(new String[] {"coins:oracle=off,sequences=6", "mean",
            "mean:offset=2", "--folds", "3", "--metrics", "level"});
        List<String> lines = out.toString(StandardCharsets.UTF_8).lines().toList();
        assertTrue(lines.get(0).startsWith("recipe "), lines.toString());
        assertTrue(lines.get(lines.size() - 1).startsWith("mean:offset=2"), lines.toString());
        assertTrue(lines.contains("difference from mean, fold by fold:"), lines.toString());
        assertThrows(IllegalArgumentException.class, () -> new EvaluateCommand(new Lab(catalogue(), null), streams)
                .run(new String[] {"coins:sequences=1", "mean", "--folds", "3", "--metrics", "level"}));
    }

    private String check(String... typed) {
        out.reset();
        try {
            new CheckCommand(new Lab(catalogue(), null), streams).run(typed);
        } catch (CommandFailedException e) {
            print.println(e.getMessage());
        }
        return out.toString(StandardCharsets.UTF_8);
    }

    @Test
    void checkSaysInWordsWhatIsBroken() {
        assertTrue(check("coins:oracle=off").contains("coins, a data set of test 1.0.0: keeps every promise"));
        assertTrue(check("coins").contains("update() must refuse a symbol beyond the alphabet"), "of its true model");
        assertTrue(check("null").contains("learn() must make a model; it returned null"), check("null"));
        assertTrue(check("moody").contains("the same seed must give the same model, bit for bit"), check("moody"));
        assertTrue(check("moody").contains("moody breaks its contract as learner"));
        assertTrue(check("deaf", "--limit", "0.2").contains("it must come to an end; the trial took longer than 0.2 s"));
        assertTrue(assertThrows(IllegalArgumentException.class, () -> check("nul")).getMessage().contains("'null'"));
    }

    @Test
    void inspectTellsInWords() {
        List<String> lines = new InspectCommand(new Lab(catalogue(), null), catalogue(), files,
                List.of(any -> List.of("said by an inspector"), any -> {
                    throw new IllegalStateException("broken");
                })).lines(new String[] {model.toString()});
        assertEquals("a model of kind hmm, made by hmm", lines.get(0));
        assertEquals("alphabet: 3 symbols, of which <end> ends a sequence: a, ü, <end>", lines.get(1));
        assertEquals("numbers: 21 in all: initial 3, transition 3×3, emission 3×3", lines.get(2));
        assertTrue(lines.contains("said by an inspector"));
        assertTrue(lines.contains("an inspector failed: java.lang.IllegalStateException: broken"));
    }
}
