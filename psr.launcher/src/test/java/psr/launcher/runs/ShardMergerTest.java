package psr.launcher.runs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

import psr.api.lab.BundleVersion;
import psr.api.lab.Claim;
import psr.api.lab.DataPart;
import psr.api.lab.Experiment;
import psr.api.lab.RateSearch;
import psr.api.lab.Recipe;
import psr.api.lab.RunOptions;
import psr.api.lab.Shard;
import psr.api.lab.Stage;
import psr.api.lab.TrialResult;
import psr.launcher.lab.Fakes;
import psr.launcher.services.PinnedServices;
import psr.launcher.services.Selection;
import psr.launcher.spi.TrialOutcome;
import psr.launcher.trials.BoundExperiment;

/** With shards written by the test; {@code MergeTest} merges computed ones. */
class ShardMergerTest {

    private static final Experiment EXPERIMENT = Fakes.experiment(4, "mean");
    private static final BundleVersion CODE = new BundleVersion("code", "1.0.0", "0123456789abcdef");

    @TempDir
    private Path folder;

    private RunOptions.Builder options(int number, int count) {
        return RunOptions.builder().share(new Shard(number, count)).base(folder);
    }

    private static RunRecord record(Experiment experiment, RunOptions options, BundleVersion... bundles) {
        try (BoundExperiment bound =
                BoundExperiment.of(experiment, new PinnedServices(Fakes.all(), Fakes.holds(), Selection.CURRENT))) {
            return RunRecord.begin(bound, options, Path.of(""), List.of(bundles));
        }
    }

    /** The folder of a shard in which these trials are finished. */
    private Path share(String name, RunRecord record, int... finished) throws IOException {
        try (RunFolder share = RunFolder.create(folder.resolve(name), record)) {
            for (int trial : finished) {
                share.add(List.of(new TrialOutcome(trial,
                        record.experiment().recipes().stream().map(recipe -> TrialResult.of(trial,
                                recipe.label()).curve(List.of(new TrialResult.Point(0, Map.of("level.mean", trial + .5))))
                                .build())
                                .toList(),
                        "data" + trial)));
            }
            return share.path();
        }
    }

    private Path share(int number, int count, int... finished) throws IOException {
        return share("share" + number, record(EXPERIMENT, options(number, count).build(), CODE), finished);
    }

    private String refusal(Path... shares) {
        Path into = folder.resolve("refused");
        String message =
                assertThrows(IllegalArgumentException.class, () -> ShardMerger.merge(List.of(shares), into)).getMessage();
        assertFalse(Files.exists(into), "nothing must be written");
        String begin = "shards must be of the same run; ";
        assertTrue(message.startsWith(begin), message);
        return message.substring(begin.length()).replace(folder + "/", "");
    }

    @Test
    void mergesTrialsInOrderWithTheirData() throws Exception {
        SavedRunFolder merged = ShardMerger.merge(List.of(share(2, 2, 3, 1), share(1, 2, 0, 2)), folder.resolve("merged"));
        List<Double> found = new ArrayList<>();
        merged.results().trials().forEach(result -> found.add(result.last().get("level.mean")));
        assertEquals(List.of(.5, 1.5, 2.5, 3.5), found);
        assertTrue(merged.share().isAll());
        String lines = Files.readString(folder.resolve("share1/trials.jsonl")).lines().findFirst().orElseThrow();
        assertTrue(Files.readString(folder.resolve("merged/trials.jsonl")).startsWith(lines), "byte for byte");
        try (RunFolder again = RunFolder.open(folder.resolve("merged"))) {
            assertEquals("data3", again.data(3).orElseThrow());
        }
    }

    @Test
    void skipsTrialsBeyondTheExperiment() throws Exception {
        ShardMerger.merge(List.of(share(1, 1, 0, 1, 2, 3, 4)), folder.resolve("merged"));
        try (RunFolder again = RunFolder.open(folder.resolve("merged"))) {
            assertEquals(4, again.finished().cardinality());
        }
    }

    @Test
    void unlocksTheMergedFolder() throws Exception {
        ShardMerger.merge(List.of(share(1, 1, 0, 1, 2, 3)), folder.resolve("merged"));
        assertTrue(FolderLock.holder(folder.resolve("merged")).isEmpty());
    }

    static Stream<Arguments> whatMustBeTheSame() {
        Claim claim = Claim.builder("c").words("w").measure("level.mean").subject(Claim.Place.of("mean", Claim.When.LAST))
                .reference(Claim.Place.of("mean", Claim.When.FIRST)).expected(Claim.Expected.BELOW).build();
        return Stream.of(
                Arguments.of(EXPERIMENT.change().name("other"), "the name is sample in share1 and other in share2"),
                Arguments.of(EXPERIMENT.change().description("else"), "the description is a sample in share1 and else in share2"),
                Arguments.of(EXPERIMENT.change().dataset(Stage.parse("coins:sequences=9")),
                        "the data set is coins in share1 and coins:sequences=9 in share2"),
                Arguments.of(EXPERIMENT.change().seed(2), "the seed is 1 in share1 and 2 in share2"),
                Arguments.of(EXPERIMENT.change().trials(3), "the number of trials is 4 in share1 and 3 in share2"),
                Arguments.of(EXPERIMENT.change().every(2), "--every is 1 in share1 and 2 in share2"),
                Arguments.of(EXPERIMENT.change().recipes(List.of(Recipe.parse("mean"), Recipe.parse("mean:offset=1"))),
                        "the list of recipes is [mean] in share1 and [mean, mean:offset=1] in share2"),
                Arguments.of(EXPERIMENT.change().recipes(List.of(Recipe.parse("mean:offset=1").labelled("mean"))),
                        "the recipe mean is mean in share1 and mean:offset=1 in share2"),
                Arguments.of(EXPERIMENT.change().rateSearch(RateSearch.among(List.of("1", "2"))),
                        "the list of rates to choose from is [] in share1 and [1, 2] in share2"),
                Arguments.of(EXPERIMENT.change().claims(List.of(claim)),
                        "the list of claims is [] in share1 and [" + claim + "] in share2"));
    }

    @ParameterizedTest
    @MethodSource("whatMustBeTheSame")
    void rejectsAShardOfAnotherExperiment(Experiment.Builder other, String fault) throws Exception {
        Path second = share("share2", record(other.build(), options(2, 2).build(), CODE), 1);
        String message = refusal(share(1, 2, 0, 2), second);
        assertTrue(List.of(message.split("; ")).contains(fault), message);
    }

    @Test
    void rejectsAShardOfAnotherPartOfTheData() throws Exception {
        Path second = share("share2", record(EXPERIMENT, options(2, 2).part(DataPart.everything()).build(), CODE), 1, 3);
        assertEquals("the part of the data is " + DataPart.asGiven() + " in share1 and " + DataPart.everything() + " in share2",
                refusal(share(1, 2, 0, 2), second));
    }

    @Test
    void rejectsAShardOfOtherCodeWithTheSameVersion() throws Exception {
        BundleVersion rebuilt = new BundleVersion("code", "1.0.0", "fedcba9876543210");
        Path second = share("share2", record(EXPERIMENT, options(2, 2).build(), rebuilt), 1, 3);
        assertEquals("the bundle code is 1.0.0 (01234567…) in share1 and 1.0.0 (fedcba98…) in share2",
                refusal(share(1, 2, 0, 2), second));
    }

    @Test
    void rejectsABundleThatOnlyOneShardHas() throws Exception {
        Path first = share(1, 2, 0, 2);
        Path second =
                share("share2", record(EXPERIMENT, options(2, 2).build(), CODE, new BundleVersion("more", "2.0.0", "")), 1, 3);
        assertEquals("the bundle more is absent in share1 and 2.0.0 in share2", refusal(first, second));
        assertEquals("the bundle more is 2.0.0 in share2 and absent in share1", refusal(second, first));
    }

    @Test
    void rejectsAShardThatWasResumedWithOtherCode() throws Exception {
        RunRecord first = record(EXPERIMENT, options(1, 1).build(), new BundleVersion("code", "0.9.0", ""));
        Path share = share("share1", first.resumed(EXPERIMENT, options(1, 1).build(), Path.of(""), List.of(CODE)), 0, 1, 2, 3);
        assertEquals("share1 was computed by more than one version of its bundles", refusal(share));
    }

    @Test
    void rejectsShardsWithDifferentFilesOfTheSameName() throws Exception {
        RunRecord first = record(EXPERIMENT, options(1, 2).base(folder.resolve("here")).build(), CODE);
        RunRecord second = record(EXPERIMENT, options(2, 2).base(folder.resolve("there")).build(), CODE);
        String here = folder.resolve("here/data.txt").toString();
        String there = folder.resolve("there/data.txt").toString();
        Path one = share("one", first.with(Map.of(here, "aaaaaaaaaa", "/common", "cccc")), 0, 2);
        Path same = share("same", second.with(Map.of(there, "aaaaaaaaaa", "/common", "cccc")), 1, 3);
        Path other = share("other", second.with(Map.of(there, "bbbbbbbbbb", "/common", "dddd")), 1, 3);
        assertEquals("the file /common is cccc… in one and dddd… in other (sha256); the file data.txt is aaaaaaaa… in one and"
                + " bbbbbbbb… in other (sha256)", refusal(one, other));
        assertEquals(Map.of(here, "aaaaaaaaaa", there, "aaaaaaaaaa", "/common", "cccc"),
                ShardMerger.merge(List.of(one, same), folder.resolve("merged")).record().files());
    }

    @Test
    void rejectsATrialThatOccursTwice() throws Exception {
        assertEquals("trial 3 is in share1 and in share2", refusal(share(1, 2, 0, 2), share(2, 2, 1, 2, 3)));
    }

    @Test
    void namesAnUnfinishedShard() throws Exception {
        assertEquals("trials 2, 4 are not finished in share2: resume it", refusal(share(1, 2, 0, 2), share(2, 2)));
    }

    @Test
    void namesAMissingShard() throws Exception {
        assertEquals("trial 2 is in none of them: add shard 2/3", refusal(share(1, 3, 0, 3), share(3, 3, 2)));
    }

    /** If the shards are of different numbers, the missing shard is unknown. */
    @Test
    void namesNoMissingShardIfShardsAreOfDifferentNumbers() throws Exception {
        assertEquals("trials 2, 3 are in none of them", refusal(share(1, 3, 0, 3), share(4, 4)));
    }

    @Test
    void namesTenOfManyTrialsAndShards() throws Exception {
        RunRecord first = record(EXPERIMENT.change().trials(40).build(), options(1, 20).build(), CODE);
        assertEquals(
                "trials 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, … (38) are in none of them: add shards 2/20, 3/20, 4/20, 5/20, 6/20, 7/20,"
                        + " 8/20, 9/20, 10/20, 11/20, …",
                refusal(share("share1", first, 0, 20)));
        RunRecord ten = record(EXPERIMENT.change().trials(11).build(), options(1, 11).build(), CODE);
        assertEquals(
                "trials 2, 3, 4, 5, 6, 7, 8, 9, 10, 11 are in none of them: add shards 2/11, 3/11, 4/11, 5/11, 6/11, 7/11, 8/11,"
                        + " 9/11, 10/11, 11/11",
                refusal(share("share2", ten, 0)));
    }

    @Test
    void rejectsAShardThatIsBeingWritten() throws Exception {
        Path first = share(1, 1, 0, 1, 2, 3);
        try (RunFolder writing = RunFolder.open(first)) {
            assertEquals(first, writing.path());
            assertTrue(refusal(first).startsWith("share1 is being written by "));
        }
    }

    @Test
    void needsAShard() {
        assertEquals("there must be a shard to merge; found none", assertThrows(IllegalArgumentException.class,
                () -> ShardMerger.merge(List.of(), folder.resolve("merged"))).getMessage());
    }
}
