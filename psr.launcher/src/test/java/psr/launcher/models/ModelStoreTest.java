package psr.launcher.models;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import psr.api.contract.Contracts;
import psr.api.data.Alphabet;
import psr.api.lab.LearnedModel;
import psr.api.lab.ModelDescription;
import psr.api.lab.ModelStore.Encoding;
import psr.api.store.ModelFormats;
import psr.api.store.StoredModel;
import psr.api.text.Notation;

/** Descriptions, lists and limits of models; what is saved can be loaded. */
class ModelStoreTest {

    @TempDir
    private Path folder;

    private final ModelFiles files = new ModelFiles(List.of(new Samples.Format()));

    @ParameterizedTest
    @EnumSource
    void describesAFileWithoutItsFormat(Encoding encoding) throws IOException {
        Path file = folder.resolve("model");
        files.save(file, Samples.learned(new Samples.Constant(.25, .5), "mine:x=1", Samples.PROVENANCE), encoding);
        ModelDescription description = new ModelFiles(List.of()).describe(file);
        assertEquals("constant", description.kind());
        assertEquals(Alphabet.of(List.of("a", "b", "c")), description.space());
        assertEquals("mine:x=1", description.recipe());
        assertEquals(Samples.PROVENANCE, description.provenance());
        assertEquals(List.of("values", "none"), List.copyOf(description.shapes().keySet()));
        description.shapes().get("none")[0] = 7;
        assertArrayEquals(new int[] {3, 0}, description.shapes().get("none"));
    }

    @ParameterizedTest
    @EnumSource
    void describingRejectsOtherFiles(Encoding encoding) throws IOException {
        Path file = folder.resolve("model");
        files.save(file, Samples.learned(Samples.psr()), encoding);
        byte[] whole = Files.readAllBytes(file);
        Files.write(file, Arrays.copyOf(whole, whole.length / 2));
        String cut = assertThrows(IOException.class, () -> files.describe(file)).getMessage();
        assertTrue(cut.startsWith(file + ": the file is truncated"), cut);
        Files.writeString(file, "{\"format\":\"psr-model\",\"version\":1,\"tensors\":{\"a\":{\"shape\":[2],\"values\":[1]}}}");
        assertTrue(assertThrows(IOException.class, () -> files.describe(file)).getMessage().contains("must be 2, as its shape"));
        Files.writeString(file, "{\"format\":\"psr-model\",\"version\":1,\"kind\":\"hmm\",\"alphabet\":[\"a\"],\"tensors\":{}}");
        assertTrue(assertThrows(IOException.class, () -> files.describe(file)).getMessage().contains("must have 'sha256'"));
        assertTrue(assertThrows(IOException.class, () -> files.describe(folder)).getMessage().contains("this is a folder"));
    }

    @Test
    void listsOnlyTheModelsOfAFolder() throws IOException {
        files.save(folder.resolve("b.json"), Samples.learned(Samples.psr()), Encoding.JSON);
        files.save(folder.resolve("a"), Samples.learned(Samples.psr()), Encoding.NPZ);
        Files.writeString(folder.resolve("newer.json"), "{\"format\": \"psr-model\", \"version\": 9}");
        Files.writeString(folder.resolve("other.json"), "{\"format\": \"other\"}");
        Files.writeString(folder.resolve("empty"), "");
        Files.writeString(folder.resolve("text.txt"), "hello");
        Files.writeString(folder.resolve("zip"), "PK\3\4 not a zip");
        Files.copy(folder.resolve("b.json"), folder.resolve(".c.json.1.part"));
        Files.createDirectory(folder.resolve("folder"));
        try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(folder.resolve("other.npz")))) {
            zip.putNextEntry(new ZipEntry("a.npy"));
        }
        assertEquals(List.of("a", "b.json", "newer.json"),
                files.list(folder).stream().map(path -> path.getFileName().toString()).toList());
        assertEquals(folder.resolve("no") + ": it cannot be listed: it does not exist",
                assertThrows(IOException.class, () -> files.list(folder.resolve("no"))).getMessage());
        assertEquals(folder.resolve("empty") + ": it cannot be listed: it is not a folder",
                assertThrows(IOException.class, () -> files.list(folder.resolve("empty"))).getMessage());
    }

    @Test
    void doesNotBlockOnAPipe() throws IOException, InterruptedException {
        Path pipe = folder.resolve("pipe");
        try {
            assumeTrue(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor() == 0, "no pipes here");
        } catch (IOException e) {
            assumeTrue(false, "no pipes here");
        }
        assertEquals(List.of(), files.list(folder));
        assertTrue(
                assertThrows(IOException.class, () -> files.load(pipe)).getMessage().contains("a regular file; this is not one"));
        assertTrue(assertThrows(IOException.class, () -> files.save(pipe, Samples.learned(Samples.psr()), Encoding.JSON))
                .getMessage().contains("it is not a regular file"));
    }

    @Test
    void knowsWhichModelsItCanSave() {
        assertEquals(List.of("conditional", "constant", "hmm", "linear-psr"), files.kinds());
        assertTrue(files.canSave(Samples.psr()));
        assertTrue(files.canSave(new Samples.Constant(1)));
        assertFalse(new ModelFiles(List.of()).canSave(new Samples.Constant(1)));
        assertEquals(List.of("conditional", "hmm", "linear-psr"), new ModelFiles(List.of(new Samples.Format() {
            @Override
            public String kind() {
                throw new IllegalStateException("broken");
            }
        })).kinds());
    }

    @Test
    void checksBeforehandWhetherAFileCanBeWritten() throws IOException {
        files.checkPlace(folder.resolve("model"));
        assertFalse(Files.exists(folder.resolve("model")));
        assertTrue(assertThrows(IOException.class, () -> files.checkPlace(folder.resolve("no/model"))).getMessage()
                .endsWith("its folder does not exist"));
        assertThrows(IOException.class, () -> files.checkPlace(folder));
    }

    @ParameterizedTest
    @EnumSource
    void doesNotSaveAModelTooLargeToBeLoaded(Encoding encoding) throws IOException {
        ModelFiles small = new ModelFiles(List.of(new Samples.Format()), ModelLimits.of(6));
        Path file = folder.resolve("model");
        small.save(file, Samples.learned(new Samples.Constant(new double[6])), encoding);
        byte[] before = Files.readAllBytes(file);
        assertEquals(6, ((Samples.Constant) small.load(file).model()).values().length);
        assertTrue(assertThrows(IllegalArgumentException.class,
                () -> small.save(file, Samples.learned(new Samples.Constant(new double[7])), encoding)).getMessage()
                .contains("a model must have at most 6 numbers; with values it would have more"));
        assertArrayEquals(before, Files.readAllBytes(file));
        assertFalse(small.canSave(new Samples.Constant(new double[7])));
        files.save(file, Samples.learned(new Samples.Constant(new double[7])), encoding);
        assertTrue(assertThrows(IOException.class, () -> small.load(file)).getMessage().contains("at most 6 numbers"));
        assertTrue(assertThrows(IOException.class, () -> small.describe(file)).getMessage().contains("at most 6 numbers"));
    }

    /** The limit is the memory of the process or, if that is large, the limit of the format. */
    @Test
    void limitsTheNumbersOfAModelByTheMemory() throws IOException {
        ModelLimits.Count count = ModelLimits.ofThisProcess().count();
        long fitting = Math.min(1L << 28, Runtime.getRuntime().maxMemory() / 32);
        assertEquals(fitting, count.array("a", new int[] {(int) fitting}));
        String refusal = assertThrows(IOException.class, () -> count.array("b", new int[] {1})).getMessage();
        assertTrue(refusal.contains("at most " + fitting + " numbers"), refusal);
        assertEquals(fitting < 1L << 28, refusal.contains("memory of this process"), refusal);
    }

    @ParameterizedTest
    @EnumSource
    void doesNotSaveTextsTooLongToBeRead(Encoding encoding) throws IOException {
        Path file = folder.resolve("model");
        String longest = "x".repeat(1 << 24);
        files.save(file, Samples.learned(Samples.psr(), longest, Map.of()), encoding);
        assertEquals(longest, files.load(file).recipe());
        assertTrue(assertThrows(IllegalArgumentException.class,
                () -> files.save(file, Samples.learned(Samples.psr(), longest + "x", Map.of()), encoding)).getMessage()
                .contains("the recipe must have at most 16777216 characters; found 16777217"));
        String name = "ü".repeat(1000);
        files.save(file, Samples.learned(Samples.psr(), "", Map.of(name, "")), encoding);
        assertEquals(Map.of(name, ""), files.load(file).provenance());
        assertTrue(assertThrows(IllegalArgumentException.class,
                () -> files.save(file, Samples.learned(Samples.psr(), "", Map.of(name + "ü", "")), encoding)).getMessage()
                .contains("a name must have at most 1000 characters"));
    }

    @ParameterizedTest
    @EnumSource
    void restoresUnpairedSurrogatesAndRejectsThemInNames(Encoding encoding) throws IOException {
        Path file = folder.resolve("model");
        ModelFiles halves = new ModelFiles(List.of(new Samples.Format() {
            @Override
            public StoredModel store(Samples.Constant model, ModelFormats formats) {
                return StoredModel.builder(kind(), model.space()).words(Map.of("word", "\ud83d")).build();
            }

            @Override
            public Samples.Constant restore(StoredModel stored, ModelFormats formats) {
                assertEquals(Map.of("word", "\ud83d"), stored.words());
                return new Samples.Constant(1);
            }
        }));
        halves.save(file, Samples.learned(new Samples.Constant(1), "\ud83d", Map.of("name", "\ude00")), encoding);
        assertEquals("\ud83d", halves.load(file).recipe());
        assertEquals(Map.of("name", "\ude00"), halves.load(file).provenance());
        assertTrue(assertThrows(IllegalArgumentException.class,
                () -> files.save(file, Samples.learned(Samples.psr(), "", Map.of("\ud83d", "")), encoding)).getMessage()
                .contains("a name must not have unpaired surrogates"));
    }

    @Test
    void doesNotFollowADanglingLink() throws IOException {
        Path elsewhere = folder.resolve("elsewhere");
        Path link = folder.resolve("model.json");
        try {
            Files.createSymbolicLink(link, elsewhere);
        } catch (FileSystemException | UnsupportedOperationException e) {
            assumeTrue(false, "no symbolic links here");
        }
        assertThrows(IOException.class, () -> files.save(link, Samples.learned(Contracts.sampleModel()), Encoding.JSON));
        assertFalse(Files.exists(elsewhere));
    }

    @ParameterizedTest
    @EnumSource
    void restoresTheNotation(Encoding encoding) throws IOException {
        Path file = folder.resolve("model");
        Notation notation = Notation.of(Map.of("separator", "none", "lower-case", "on", "one-blank", "on"));
        LearnedModel learned = LearnedModel.builder(Samples.psr()).notation(notation).build();
        files.save(file, learned, encoding);
        assertEquals(Optional.of(notation), files.load(file).notation());
        assertEquals(Optional.of(notation), files.describe(file).notation());
        files.save(file, files.load(file).change().recipe("x").build(), encoding);
        assertEquals(Optional.of(notation), files.load(file).notation());
        files.save(file, Samples.learned(Samples.psr()), encoding);
        assertEquals(Optional.empty(), files.load(file).notation());
        assertEquals(Optional.empty(), files.describe(file).notation());
    }

    @Test
    void noticesAnotherNotationAndRejectsAnUnknownOne() throws IOException {
        Path file = folder.resolve("model.json");
        files.save(file, LearnedModel.builder(Samples.psr()).notation(Notation.separated("comma")).build(), Encoding.JSON);
        String text = Files.readString(file);
        assertTrue(text.contains("\"notation\" : {\n    \"separator\" : \"comma\"\n  }"), text);
        Files.writeString(file, text.replace("\"comma\"", "\"tab\""));
        assertTrue(assertThrows(IOException.class, () -> files.load(file)).getMessage().contains("it was changed after"));
        Files.writeString(file, text.replace("\"notation\"", "\"notion\""));
        assertTrue(assertThrows(IOException.class, () -> files.load(file)).getMessage().contains("it was changed after"));
        Files.writeString(file, text.replace("\"separator\"", "\"colour\""));
        assertTrue(assertThrows(IOException.class, () -> files.describe(file)).getMessage()
                .contains("the notation cannot be read: a notation must be described by"));
    }

    @Test
    void theFingerprintOfANotationIsTheDocumentedOne() {
        // Computed once with Python from docs/MODEL-FILES.md; a change here makes every older file unreadable.
        assertEquals("2480a9353fc26e38924bdac206c9692d1ddf99b23eeedf9df782bd85c2103b4d",
                Fingerprint.of(new Samples.Format().store(new Samples.Constant(.25), ModelFormats.of()),
                        Map.of("separator", "none", "lower-case", "on")));
    }
}
