package psr.launcher.lab;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import psr.api.data.Alphabet;
import psr.api.data.Sequences;
import psr.api.data.Symbols;
import psr.api.lab.DataPart;
import psr.api.lab.Experiment;
import psr.api.lab.RateSearch;
import psr.api.lab.RunOptions;
import psr.api.lab.SavedRun;
import psr.api.lab.ServiceKind;
import psr.api.lab.Shard;
import psr.api.lab.Stage;
import psr.api.lab.Submission;
import psr.api.learn.Refiner;
import psr.api.learn.Run;
import psr.api.model.Model;
import psr.api.settings.NoSettings;
import psr.api.settings.Option;
import psr.api.settings.ValidationError;
import psr.api.settings.ValidationException;
import psr.api.source.Dataset;
import psr.api.source.DatasetSource;
import psr.launcher.runs.RunFolder;
import psr.launcher.services.ServiceOffer;

@Timeout(120)
class MergeTest {

    private static final Experiment EXPERIMENT = Fakes.experiment(37, "mean", "mean+climb", "mean:offset=2");

    @TempDir
    private Path folder;

    private Lab lab = Fakes.lab();

    private static RunOptions.Builder options(Shard share) {
        return RunOptions.builder().threads(2).share(share).resuming(true);
    }

    private Path run(String name, Experiment experiment, RunOptions.Builder options) throws Exception {
        Path path = folder.resolve(name);
        try (Submission run = lab.submit(experiment, options.folder(path).build())) {
            assertTrue(run.await());
        }
        return path;
    }

    private List<Path> shares(String name, Experiment experiment, int count) throws Exception {
        List<Path> shares = new ArrayList<>();
        for (int number = 1; number <= count; number++) {
            shares.add(run(name + number, experiment, options(new Shard(number, count))));
        }
        return shares;
    }

    private byte[] whole(Experiment experiment) throws Exception {
        return Files.readAllBytes(run("whole", experiment, options(Shard.all())).resolve("summary.csv"));
    }

    private byte[] merged(List<Path> shares) throws Exception {
        Path into = folder.resolve("merged");
        SavedRun merged = lab.merge(shares, into);
        lab.report(merged.results(), into);
        return Files.readAllBytes(into.resolve("summary.csv"));
    }

    private static Path cut(Path run, double part) throws IOException {
        byte[] trials = Files.readAllBytes(run.resolve("trials.jsonl"));
        Files.write(run.resolve("trials.jsonl"), Arrays.copyOf(trials, (int) (trials.length * part)));
        return run;
    }

    private String refusal(List<Path> shares) {
        Path into = folder.resolve("refused");
        String message = assertThrows(ValidationException.class, () -> lab.merge(shares, into)).getMessage();
        assertFalse(Files.exists(into), "nothing is written");
        return message;
    }

    @Test
    void sixteenShardsOfWhichTwoWereKilledEqualOneRun() throws Exception {
        List<Path> shares = shares("share", EXPERIMENT, 16);
        cut(shares.get(3), .4);
        cut(shares.get(11), 0);
        // A batch system runs the same command again.
        shares("share", EXPERIMENT, 16);
        assertEquals(2, lab.open(shares.get(11)).results().finishedTrials());
        Collections.shuffle(shares, new Random(1));
        assertArrayEquals(whole(EXPERIMENT), merged(shares));
        SavedRun merged = lab.open(folder.resolve("merged"));
        assertTrue(merged.share().isAll());
        assertEquals(37, merged.results().finishedTrials());
        assertTrue(merged.results().provenance().containsKey("share 16/16"), merged.results().provenance()::toString);
        assertTrue(merged.results().provenance().get("share 4/16").split(", 20").length == 2, "it was resumed");
    }

    @Test
    void aMergedRunCanBeContinued() throws Exception {
        merged(shares("share", EXPERIMENT, 3));
        try (Submission run = lab.resume(folder.resolve("merged"), RunOptions.builder().totalTrials(40).build())) {
            assertTrue(run.await());
        }
        assertArrayEquals(whole(EXPERIMENT.change().trials(40).build()),
                Files.readAllBytes(folder.resolve("merged/summary.csv")));
    }

    @Test
    void aFailedShardHasNoReportAndIsNotDeleted() throws Exception {
        lab = Fakes.lab(Fakes.offer(ServiceKind.DATASET, "coins", new Fakes.Coins()),
                Fakes.offer(ServiceKind.METRIC, "level", new Fakes.Level()),
                Fakes.offer(ServiceKind.LEARNER, "mean", Fakes.learner((data, run) -> {
                    throw new IllegalStateException("oh");
                })));
        Path share = run("share", Fakes.experiment(4, "mean"), options(new Shard(2, 3)));
        assertEquals(1, lab.open(share).results().finishedTrials());
        assertFalse(Files.exists(share.resolve("summary.csv")));
    }

    @Test
    void supportsMoreShardsThanTrials() throws Exception {
        Experiment few = EXPERIMENT.change().trials(3).build();
        assertArrayEquals(whole(few), merged(shares("share", few, 5)));
    }

    @Test
    void aShardContinuesOnlyUnchanged() throws Exception {
        run("share", EXPERIMENT, options(new Shard(1, 16)));
        List<Runnable> others = List.of(
                () -> lab.submit(EXPERIMENT, options(new Shard(2, 16)).folder(folder.resolve("share")).build()),
                () -> lab.submit(EXPERIMENT.change().seed(2).build(),
                        options(new Shard(1, 16)).folder(folder.resolve("share")).build()),
                () -> lab.submit(EXPERIMENT, options(new Shard(1, 16)).part(DataPart.everything())
                        .folder(folder.resolve("share")).build()));
        for (Runnable other : others) {
            String message = assertThrows(ValidationException.class, other::run).getMessage();
            assertTrue(message.startsWith("a run is continued by what it was begun with; " + folder.resolve("share")
                    + " holds share 1/16 of "), message);
        }
    }

    /** The process was killed before the first trial was written, or before the file of trials was created. */
    @Test
    void aShardThatWasKilledImmediatelyContinues() throws Exception {
        List<Path> shares = shares("share", EXPERIMENT, 2);
        Files.delete(shares.get(0).resolve("trials.jsonl"));
        shares("share", EXPERIMENT, 2);
        assertArrayEquals(whole(EXPERIMENT), merged(shares));
    }

    /** A refiner with a rate that can be chosen. */
    public static final class Rated implements Refiner<Rated.Settings> {

        public record Settings(@Option(value = "1", help = "how fast") double rate) {}

        @Override
        public Optional<ValidationError> objection(Model model, Sequences sequences, Settings settings) {
            return Optional.empty();
        }

        @Override
        public Model refine(Model start, Sequences sequences, Settings settings, Run run) {
            Symbols data = sequences.as(Symbols.class);
            return new Fakes.Flat(data.alphabet(), 10 + Math.abs(settings.rate() - 2));
        }
    }

    @Test
    void allShardsChooseTheSameRates() throws Exception {
        lab = Fakes.lab(Fakes.offer(ServiceKind.DATASET, "coins", new Fakes.Coins()),
                Fakes.offer(ServiceKind.METRIC, "level", new Fakes.Level()),
                Fakes.offer(ServiceKind.LEARNER, "mean", new Fakes.Mean()),
                Fakes.offer(ServiceKind.REFINER, "rated", new Rated()));
        Experiment searching = Fakes.experiment(5, "mean+rated").change()
                .rateSearch(RateSearch.among(List.of("1", "2", "3"))).build();
        List<Path> shares = shares("share", searching, 3);
        assertFalse(lab.open(shares.get(0)).results().experiment().equals(searching), "rates were chosen");
        cut(shares.get(1), 0);
        shares("share", searching, 3);
        assertArrayEquals(whole(searching), merged(shares));
        Path other = run("other", searching.change().rateSearch(RateSearch.among(List.of("1", "3"))).build(),
                options(new Shard(3, 3)));
        String message = refusal(List.of(shares.get(0), shares.get(1), other));
        assertTrue(message.contains("the rate chosen for mean+rated is 2 in " + shares.get(0) + " and 1 in "), message);
        assertTrue(message.contains("the list of rates tried for mean+rated is [1, 2, 3] in "), message);
    }

    @Test
    void rejectsShardsOfAnotherExperiment() throws Exception {
        List<Path> shares = shares("share", EXPERIMENT, 2);
        Path second = run("other", EXPERIMENT.change().seed(7).every(2).dataset(Stage.parse("coins:sequences=9")).build(),
                options(new Shard(2, 2)));
        String message = refusal(List.of(shares.get(0), second));
        for (String part : List.of("the seed is 1 in " + shares.get(0) + " and 7 in " + second,
                "the data set is coins in " + shares.get(0) + " and coins:sequences=9 in " + second, "--every is 1 in ")) {
            assertTrue(message.contains(part), message);
        }
        Path recipes = run("recipes", Fakes.experiment(37, "mean", "mean+climb", "mean:offset=3"), options(new Shard(2, 2)));
        assertTrue(refusal(List.of(shares.get(0), recipes)).contains("the recipe mean:offset=3 is absent in "));
        Path part = run("part", EXPERIMENT, options(new Shard(2, 2)).part(DataPart.everything()));
        assertTrue(refusal(List.of(shares.get(0), part)).contains("the part of the data is "));
    }

    @Test
    void rejectsShardsOfOtherBundles() throws Exception {
        List<Path> shares = shares("share", EXPERIMENT, 2);
        String record = Files.readString(shares.get(0).resolve("experiment.json"));
        assertTrue(record.contains("\"version\" : \"1.0.0\""), record);
        lab = Fakes.lab(Fakes.offer(ServiceKind.DATASET, "coins", new Fakes.Coins()),
                Fakes.offer(ServiceKind.METRIC, "level", new Fakes.Level()),
                Fakes.offer(ServiceKind.LEARNER, "mean", 0, "elsewhere", Fakes.Mean::new),
                Fakes.offer(ServiceKind.REFINER, "climb", new Fakes.Climb()));
        Path other = run("other", EXPERIMENT, options(new Shard(2, 2)));
        String message = refusal(List.of(shares.get(0), other));
        assertTrue(message.contains("the bundle elsewhere is absent in " + shares.get(0) + " and 1.0.0 in " + other), message);
    }

    @Test
    void rejectsDuplicateAndMissingTrials() throws Exception {
        List<Path> shares = shares("share", EXPERIMENT, 16);
        List<Path> twice = new ArrayList<>(shares);
        twice.add(shares.get(4));
        assertEquals("shards must be of the same run; trials 5, 21, 37 are in " + shares.get(4) + " and in " + shares.get(4),
                refusal(twice));
        assertEquals("shards must be of the same run; trials 1, 2, 17, 18, 33, 34 are in none of them: add shards 1/16,"
                + " 2/16", refusal(shares.subList(2, 16)));
        cut(shares.get(5), .7);
        assertTrue(refusal(shares).matches("shards must be of the same run; trial (6|22) is not finished in "
                + shares.get(5) + ": resume it"), refusal(shares));
    }

    @Test
    void rejectsDamagedAndActiveShards() throws Exception {
        List<Path> shares = shares("share", EXPERIMENT, 2);
        Path trials = shares.get(1).resolve("trials.jsonl");
        String lines = Files.readString(trials);
        Files.writeString(trials, lines.replaceFirst("\"level.mean\":", "\"level.mean\":1"));
        assertTrue(assertThrows(IOException.class, () -> lab.merge(shares, folder.resolve("into"))).getMessage()
                .startsWith(trials + " was not written by the laboratory: line 1 "));
        Files.writeString(trials, lines);
        assertTrue(assertThrows(ValidationException.class, () -> lab.merge(List.of(folder.resolve("none")),
                folder.resolve("into"))).getMessage().contains("none is not a folder"));
        assertFalse(Files.exists(folder.resolve("into")));
        cut(shares.get(1), .5);
        try (RunFolder written = RunFolder.open(shares.get(1))) {
            assertTrue(refusal(shares).contains(written.path() + " is being written by this process"));
        }
        assertTrue(assertThrows(ValidationException.class, () -> lab.merge(List.of(run("whole", EXPERIMENT,
                options(Shard.all()))), shares.get(0))).getMessage().startsWith("the output folder must not hold a run"));
    }

    /** Reads a file whose name is relative to the base of the run. */
    public static final class FromFile implements DatasetSource<NoSettings> {

        @Override
        public Dataset load(NoSettings settings, Run run) throws IOException {
            Symbols sequences = new Symbols.Builder()
                    .add(Files.readString(run.file(Path.of("data.txt"))).chars().map(c -> c - '0').toArray())
                    .build(Alphabet.numbered(2));
            return Dataset.builder(sequences).test(sequences).origin("a file").build();
        }
    }

    @Test
    void rejectsShardsOfOtherData() throws Exception {
        ServiceOffer[] offers = {Fakes.offer(ServiceKind.DATASET, "coins", new FromFile()),
                Fakes.offer(ServiceKind.METRIC, "level", new Fakes.Level()),
                Fakes.offer(ServiceKind.LEARNER, "mean", new Fakes.Mean())};
        lab = Fakes.lab(offers);
        Experiment experiment = Fakes.experiment(4, "mean");
        List<Path> bases = new ArrayList<>();
        for (String text : List.of("010101", "010101", "010111")) {
            Path base = Files.createDirectory(folder.resolve("base" + bases.size()));
            Files.writeString(base.resolve("data.txt"), text);
            bases.add(base);
        }
        Path one = run("one", experiment, options(new Shard(1, 2)).base(bases.get(0)));
        Path two = run("two", experiment, options(new Shard(2, 2)).base(bases.get(1)));
        Path other = run("three", experiment, options(new Shard(2, 2)).base(bases.get(2)));
        String message = refusal(List.of(one, other));
        assertTrue(message.startsWith("shards must be of the same run; the file data.txt is ")
                && message.endsWith(" in " + other + " (sha256)"), message);
        merged(List.of(one, two));
    }
}
