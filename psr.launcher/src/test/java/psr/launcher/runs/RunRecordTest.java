package psr.launcher.runs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;

import psr.api.eval.Measure;
import psr.api.lab.BundleVersion;
import psr.api.lab.Claim;
import psr.api.lab.DataPart;
import psr.api.lab.Experiment;
import psr.api.lab.RateChoice;
import psr.api.lab.Recipe;
import psr.api.lab.RunOptions;
import psr.api.lab.Shard;
import psr.api.lab.Stage;
import psr.api.settings.ValidationError;
import psr.launcher.json.Checksum;
import psr.launcher.lab.Fakes;
import psr.launcher.services.PinnedServices;
import psr.launcher.services.Selection;
import psr.launcher.trials.BoundExperiment;

class RunRecordTest {

    private static final Experiment EXPERIMENT = Fakes.experiment(4, "mean", "mean+climb");
    private static final BundleVersion CODE = new BundleVersion("code", "1.0.0", "0123");
    private static final BundleVersion NEWER = new BundleVersion("code", "1.1.0", "4567");
    private static final RunOptions DEFAULTS = RunOptions.defaults();
    private static final Path HOME = Path.of("");

    @TempDir
    private Path folder;

    private static RunRecord begin(Experiment experiment, RunOptions options) {
        try (BoundExperiment bound = bound(experiment)) {
            return RunRecord.begin(bound, options, HOME, List.of(CODE));
        }
    }

    private static BoundExperiment bound(Experiment experiment) {
        return BoundExperiment.of(experiment, new PinnedServices(Fakes.all(), Fakes.holds(), Selection.CURRENT));
    }

    private static Claim claim() {
        return Claim.builder("c").words("w").measure("level.mean").subject(Claim.Place.of("mean", Claim.When.LAST))
                .reference(Claim.Place.of("mean", Claim.When.FIRST)).expected(Claim.Expected.BELOW).build();
    }

    private RunRecord readBack(RunRecord record) throws Exception {
        record.write(folder);
        return RunRecord.read(folder);
    }

    @Test
    void fingerprintDependsOnEverythingThatChangesResults() {
        String known = begin(EXPERIMENT, DEFAULTS).fingerprint();
        List<Experiment> others = List.of(EXPERIMENT.change().seed(2).build(), EXPERIMENT.change().every(2).build(),
                EXPERIMENT.change().dataset(Stage.parse("coins:sequences=9")).build(),
                EXPERIMENT.change().recipes(List.of(Recipe.parse("mean"))).build());
        for (Experiment other : others) {
            assertNotEquals(known, begin(other, DEFAULTS).fingerprint(), other::toString);
        }
        assertNotEquals(known, begin(EXPERIMENT, RunOptions.builder().part(DataPart.everything()).build()).fingerprint());
    }

    @Test
    void fingerprintDoesNotDependOnTextsClaimsAndTheNumberOfTrials() {
        Experiment reworded = EXPERIMENT.change().name("other").description("else").trials(9).claims(List.of(claim())).build();
        assertEquals(begin(EXPERIMENT, DEFAULTS).fingerprint(), begin(reworded, DEFAULTS).fingerprint());
    }

    @Test
    void isOfExactlyTheRequestedExperiment() {
        RunOptions third = RunOptions.builder().share(new Shard(3, 5)).build();
        RunRecord record = begin(EXPERIMENT, third);
        assertTrue(record.isOf(EXPERIMENT, third));
        assertFalse(record.isOf(EXPERIMENT, DEFAULTS));
        assertFalse(record.isOf(EXPERIMENT, RunOptions.builder().share(new Shard(3, 5)).part(DataPart.everything()).build()));
        assertFalse(record.isOf(EXPERIMENT.change().claims(List.of(claim())).build(), third));
        assertFalse(record.isOf(EXPERIMENT.change().name("other").build(), third));
    }

    @Test
    void isOfTheRequestedExperimentAfterRatesWereChosen() {
        Experiment chosen = EXPERIMENT.change().recipes(List.of(Recipe.parse("mean:offset=2"))).build();
        try (BoundExperiment rebound = bound(chosen)) {
            RunRecord record = begin(EXPERIMENT, DEFAULTS).with(rebound, List.of());
            assertEquals(chosen, record.experiment());
            assertTrue(record.isOf(EXPERIMENT, DEFAULTS));
            assertFalse(record.isOf(chosen, DEFAULTS));
        }
    }

    @Test
    void listsTheServicesOfAMissingBundle() throws Exception {
        List<ValidationError.Missing> bundles = List.of(new ValidationError.Missing("bundle", "test", "1.0.0", "test", "89ab"),
                new ValidationError.Missing("bundle", "other", "1.0.0", "other", "0123"));
        List<ValidationError.Missing> missing = readBack(begin(EXPERIMENT, DEFAULTS)).services(bundles);
        for (String[] service : new String[][] {{"data set", "coins"}, {"learner", "mean"}, {"refiner", "climb"}}) {
            assertTrue(missing.contains(new ValidationError.Missing(service[0], service[1], "1.0.0", "test", "89ab")),
                    missing::toString);
        }
        assertEquals(bundles.get(1), missing.get(missing.size() - 1), "a bundle without services of this run");
    }

    @Test
    void readsAllFieldsBack() throws Exception {
        RunOptions options =
                RunOptions.builder().share(new Shard(2, 3)).part(DataPart.trainingOnly(.2)).limit(Duration.ofSeconds(90))
                        .base(folder).build();
        Map<String, Double> means = new LinkedHashMap<>();
        means.put("1e-2", .5);
        means.put("1e-3", .25);
        List<RateChoice> rates =
                List.of(new RateChoice("mean", Optional.of("1e-3"), "level.mean", means, true, List.of("1e-3", "1e-2")),
                        new RateChoice("mean+climb", Optional.empty(), "level.mean", Map.of(), false, List.of()));
        RunRecord record;
        try (BoundExperiment bound = bound(EXPERIMENT)) {
            record = begin(EXPERIMENT, options).with(bound, rates).with(Map.of("/data.txt", "89ab"));
        }
        RunRecord read = readBack(record);
        assertEquals(EXPERIMENT, read.experiment());
        assertEquals(new Shard(2, 3), read.share());
        assertEquals(DataPart.trainingOnly(.2), read.part());
        assertEquals(Optional.of(Duration.ofSeconds(90)), read.limit());
        assertEquals(folder, read.base());
        assertEquals(rates, read.rates());
        assertEquals(Map.of("/data.txt", "89ab"), read.files());
        assertEquals(List.of(CODE), read.bundles());
        assertEquals(List.of("level.mean", "level.nothing"), List.copyOf(read.measures().keySet()));
        assertEquals(Measure.Better.LOWER, read.measures().get("level.mean").better());
        assertEquals("the mean score", read.measures().get("level.mean").help());
        assertEquals(Measure.Better.NEITHER, read.measures().get("level.nothing").better());
        assertEquals(record.fingerprint(), read.fingerprint());
        assertEquals(record.provenance(), read.provenance());
        assertTrue(read.isOf(EXPERIMENT, options));
    }

    @Test
    void writesTheSameBytesAgain() throws Exception {
        RunRecord read = readBack(begin(EXPERIMENT, RunOptions.builder().limit(Duration.ofSeconds(9)).build()));
        String text = Files.readString(folder.resolve(RunRecord.FILE));
        Path again = Files.createDirectory(folder.resolve("again"));
        read.write(again);
        assertEquals(text, Files.readString(again.resolve(RunRecord.FILE)));
        assertEquals("mean", read.measures().get("level.mean").name());
    }

    @Test
    void rejectsAnotherFormatAndAnEditedRecord() throws Exception {
        begin(EXPERIMENT, DEFAULTS).write(folder);
        Path file = folder.resolve(RunRecord.FILE);
        String text = Files.readString(file);
        for (String[] edit : new String[][] {
                {"\"format\" : 3", "\"format\" : 1", "must be a run's record of format 2 or 3; its format is 1"},
                {"\"seed\" : 1", "\"seed\" : 2", "must not be changed; its checksum does not match"}}) {
            assertTrue(text.contains(edit[0]), edit[0]);
            Files.writeString(file, text.replace(edit[0], edit[1]));
            String message = assertThrows(IllegalArgumentException.class, () -> RunRecord.read(folder)).getMessage();
            assertTrue(message.startsWith(file + " " + edit[2]), message);
        }
        assertEquals("a run folder must hold experiment.json; " + file + " is not a folder",
                assertThrows(IllegalArgumentException.class, () -> RunRecord.read(file)).getMessage());
    }

    @Test
    void recordsAllSettings() throws Exception {
        Experiment combined = Fakes.experiment(1, "sum/mean:offset=3/mean+climb:passes=2");
        begin(combined, DEFAULTS).write(folder);
        String json = Files.readString(folder.resolve(RunRecord.FILE)).replaceAll("\\s+", "");
        assertTrue(json.contains("\"dataset\":{\"name\":\"coins\",\"settings\":{\"oracle\":\"on\",\"sequences\":\"20\"}}"), json);
        assertTrue(json.contains("{\"name\":\"sum\",\"settings\":{\"hold\":\"0.0\"},\"models\":[[{\"name\":\"mean\",\"settings\":"
                + "{\"offset\":\"3.0\""), json);
        assertTrue(json.contains("{\"name\":\"climb\",\"settings\":{\"passes\":\"2\",\"hold\":\"0.0\",\"first\":\"off\"}}"),
                json);
        assertTrue(json.contains("\"metrics\":[{\"name\":\"level\",\"settings\":{}}]"), json);
        assertTrue(
                json.contains(
                        "\"services\":[{\"kind\":\"dataset\",\"name\":\"coins\",\"bundle\":\"test\",\"version\":\"1.0.0\"}"),
                json);
    }

    @Test
    void aResumedRunHasTheCodeAndTheLimitOfItsLastSession() throws Exception {
        RunRecord begun = begin(EXPERIMENT, RunOptions.builder().limit(Duration.ofSeconds(5)).base(folder).build());
        RunRecord read = readBack(begun.resumed(EXPERIMENT.change().trials(9).build(), DEFAULTS, HOME, List.of(NEWER)));
        assertEquals(9, read.experiment().trials());
        assertEquals(List.of(NEWER), read.bundles());
        assertEquals(List.of(List.of(CODE), List.of(NEWER)), read.everyBundles());
        assertEquals(Optional.of(Duration.ofSeconds(5)), read.limit(), "unchanged, because no other limit is given");
        assertEquals(folder, read.base(), "the base folder does not change");
        assertEquals(begun.started(), read.started());
        assertEquals(Optional.of(Duration.ofSeconds(7)),
                begun.resumed(EXPERIMENT, RunOptions.builder().limit(Duration.ofSeconds(7))
                        .build(), HOME, List.of(CODE)).limit());
        assertEquals(1, begun.resumed(EXPERIMENT, DEFAULTS, HOME, List.of(CODE)).everyBundles().size());
    }

    @Test
    void provenanceHasEverythingNeededToRepeatTheRun() {
        RateChoice edge = new RateChoice("mean", Optional.of("3"), "level.mean", Map.of("3", .5), true, List.of());
        RateChoice none = new RateChoice("mean+climb", Optional.empty(), "level.mean", Map.of(), false, List.of());
        RunRecord begun = begin(EXPERIMENT, RunOptions.builder().limit(Duration.ofMillis(1500)).threads(3).base(folder).build());
        try (BoundExperiment bound = bound(EXPERIMENT)) {
            Map<String, String> words = begun.with(bound, List.of(edge, none)).with(Map.of("/data.txt", "89ab"))
                    .resumed(EXPERIMENT, DEFAULTS, HOME, List.of(NEWER, new BundleVersion("plain", "2.0.0", ""))).provenance();
            assertEquals("3; level.mean by rate: {3=0.5}; at the edge of what was tried", words.get("rate of mean"));
            assertEquals("as it was, every rate failed; level.mean by rate: {}", words.get("rate of mean+climb"));
            assertEquals("1.5 s", words.get("limit of a stage"));
            assertEquals("3", words.get("threads"));
            assertEquals(folder.toString(), words.get("directory"));
            assertEquals("sha256 89ab", words.get("file /data.txt"));
            assertEquals("1.1.0 sha256 4567", words.get("bundle code"));
            assertEquals("2.0.0", words.get("bundle plain"));
            assertTrue(words.get("resumed").startsWith("20"), words.get("resumed"));
        }
        assertFalse(begun.provenance().containsKey("resumed"));
    }

    @Test
    void aMergedRunHasTheTimeAndPlaceOfEachShard() throws Exception {
        RunRecord first = begin(EXPERIMENT, RunOptions.builder().share(new Shard(1, 2)).build()).with(Map.of("/one", "1"));
        RunRecord second = begin(EXPERIMENT, RunOptions.builder().share(new Shard(2, 2)).build()).with(Map.of("/two", "2"));
        RunRecord resumed = second.resumed(EXPERIMENT, DEFAULTS, HOME, List.of(CODE));
        RunRecord merged = readBack(RunRecord.merged(List.of(first, resumed)));
        assertTrue(merged.share().isAll());
        assertTrue(merged.isOf(EXPERIMENT, DEFAULTS));
        assertEquals(first.fingerprint(), merged.fingerprint());
        assertEquals(Map.of("/one", "1", "/two", "2"), merged.files());
        String when = first.started() + " on " + first.provenance().get("processor");
        Map<String, String> words = merged.provenance();
        assertEquals(when, words.get("share 1/2"));
        assertEquals(2, words.get("share 2/2").split(", 20").length, words.get("share 2/2"));
        assertFalse(words.containsKey("share"));
        assertFalse(words.containsKey("resumed"));
    }

    /** A record in an uploaded archive may have a valid checksum and still be invalid. */
    @Test
    void rejectsAnInvalidRecordWithAValidChecksum() throws Exception {
        begin(EXPERIMENT, DEFAULTS).write(folder);
        Path file = folder.resolve(RunRecord.FILE);
        String text = Files.readString(file);
        Map<Consumer<ObjectNode>, String> wrong = Map.of(
                json -> json.putArray("sessions"), file + " must be the record of a run; it has no sessions",
                json -> json.remove("experiment"), file + " must be the record of a run; it was changed or truncated: ",
                json -> json.put("more", 1), file + " must be the record of a run; it was changed or truncated: ",
                json -> ((ObjectNode) json.get("experiment")).remove("dataset"),
                file + " must be the record of a run; it was changed or truncated: ",
                json -> ((ObjectNode) json.get("experiment")).put("dataset", "?"),
                file + " must be the record of a run; it was changed or truncated: ",
                json -> ((ObjectNode) json.get("experiment")).put("trials", 1_000_001),
                "an experiment must have at most 1000000 trials; trials=1000001");
        for (Map.Entry<Consumer<ObjectNode>, String> each : wrong.entrySet()) {
            ObjectNode json = (ObjectNode) new ObjectMapper().readTree(text);
            json.remove("check");
            each.getKey().accept(json);
            json.put("check", Checksum.of(json.toString()));
            Files.writeString(file, json.toString());
            String message = assertThrows(IllegalArgumentException.class, () -> RunRecord.read(folder)).getMessage();
            assertTrue(message.startsWith(each.getValue()), message);
        }
    }

    @Test
    void rejectsARecordThatIsNotARegularFile() throws Exception {
        assertFalse(RunRecord.isIn(folder));
        Files.createDirectory(folder.resolve(RunRecord.FILE));
        assertEquals(folder.resolve(RunRecord.FILE) + " must be the record of a run; it is not a regular file",
                assertThrows(IllegalArgumentException.class, () -> RunRecord.read(folder)).getMessage());
        assertTrue(RunRecord.isIn(folder));
        Files.delete(folder.resolve(RunRecord.FILE));
        Files.write(folder.resolve(RunRecord.FILE), new byte[] {(byte) 0xc3, (byte) 0x28});
        assertTrue(assertThrows(IllegalArgumentException.class, () -> RunRecord.read(folder)).getMessage()
                .endsWith("it is not text in UTF-8"));
    }
}
