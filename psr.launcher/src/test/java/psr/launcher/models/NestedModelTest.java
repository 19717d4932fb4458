package psr.launcher.models;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.zip.ZipFile;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import psr.api.contract.Contracts;
import psr.api.data.Alphabet;
import psr.api.lab.LearnedModel;
import psr.api.lab.ModelStore.Encoding;
import psr.api.linear.HmmFormat;
import psr.api.linear.LinearPsrFormat;
import psr.api.model.Model;
import psr.api.store.ModelFormats;
import psr.api.store.StoredModel;
import psr.api.store.Tensor;

class NestedModelTest {

    private static final String PART = "\"parts\" : {\n    \"model-0\" : {";

    @TempDir
    private Path folder;

    private final ModelFiles files = new ModelFiles(List.of(new Samples.Format(), new Samples.MixtureFormat()));

    @ParameterizedTest
    @EnumSource
    void restoresAMixtureBitForBit(Encoding encoding) throws IOException {
        Path file = folder.resolve("model");
        Samples.Mixture mixture = Samples.mixture();
        files.save(file, Samples.learned(mixture, "mix", Samples.PROVENANCE), encoding);
        LearnedModel back = files.load(file);
        assertArrayEquals(Samples.trace(mixture), Samples.trace(back.model()));
        ModelFormats formats =
                ModelFormats.of(new LinearPsrFormat(), new HmmFormat(), new Samples.Format(), new Samples.MixtureFormat());
        assertEquals(formats.store(mixture), formats.store(back.model()));
        assertEquals(Samples.PROVENANCE, back.provenance());
    }

    @ParameterizedTest
    @EnumSource
    void aNestedModelMayHaveOtherSymbols(Encoding encoding) throws IOException {
        StoredModel inner = new Samples.Format().store(new Samples.Constant(Alphabet.of(List.of("x", "y")).withEnd("."), 1.5),
                ModelFormats.of());
        ModelFiles holding = new ModelFiles(List.of(new Samples.Format() {
            @Override
            public StoredModel store(Samples.Constant model, ModelFormats formats) {
                return StoredModel.builder(kind(), model.space()).part("inner", inner).build();
            }

            @Override
            public Samples.Constant restore(StoredModel stored, ModelFormats formats) {
                assertEquals(inner, stored.part("inner"));
                return new Samples.Constant(1);
            }
        }));
        holding.save(folder.resolve("model"), Samples.learned(new Samples.Constant(1)), encoding);
        assertEquals(Samples.Constant.class, holding.load(folder.resolve("model")).model().getClass());
    }

    @Test
    void writesEqualSymbolsOnce() throws IOException {
        assertEquals(2, json().split("\"alphabet\"").length);
    }

    @Test
    void prefixesArraysOfANestedModelWithItsName() throws IOException {
        Path file = folder.resolve("model.npz");
        files.save(file, Samples.learned(Samples.mixture()), Encoding.NPZ);
        try (ZipFile zip = new ZipFile(file.toFile())) {
            assertTrue(zip.getEntry("model-0/operators.npy") != null);
            assertTrue(zip.getEntry("model-2/model-1/emission.npy") != null);
        }
        for (Path described : List.of(file, Files.writeString(folder.resolve("model.json"), json()))) {
            Map<String, int[]> shapes = files.describe(described).shapes();
            assertArrayEquals(new int[] {3, 3, 3}, shapes.get("model-0/operators"));
            assertArrayEquals(new int[] {2}, shapes.get("model-2/weights"));
            assertArrayEquals(new int[] {3, 0}, shapes.get("model-2/model-0/none"));
        }
    }

    @Test
    void theFingerprintIsTheDocumentedOne() {
        // Computed once with Python from docs/MODEL-FILES.md; a change here makes every older file unreadable.
        StoredModel constant = new Samples.Format().store(new Samples.Constant(.25), ModelFormats.of());
        assertEquals("fa70e470ef932380d690882cc5cd173b6789fb1ab8d2d339b6a0ba4ea530ac89",
                Fingerprint.of(StoredModel.builder("mixture", constant.space()).tensor("weights", Tensor.vector(1, 2))
                        .part("b", constant).part("a", constant).build(), Map.of()));
    }

    @Test
    void noticesChangesOfNestedModels() throws IOException {
        assertRejected(json().replace("0.7, 0.2, 0.1", "0.6, 0.3, 0.1"), "it was changed after it was written");
        assertRejected(json().replace("\"model-1\"", "\"model-9\""), "it was changed after it was written");
        assertRejected(json().replace("\"note\" : \"ü\"", "\"note\" : \"u\""), "it was changed after it was written");
        assertRejected(json().replace("\"model-2\" : {", "\"model-1\" : {"), "it is not valid JSON");
        assertRejected(json().replace(PART, "\"parts\" : {\n    \"../model-0\" : {"),
                "the name of an array or a nested model must be");
        assertRejected(json().replace(PART, "\"parts\" : {\n    \"x\" : 1, \"model-0\" : {"),
                "the field 'x' must be a model; found '1'");
        assertRejected(json().replace("\"parts\" : {", "\"parts\" : { \"x\" : {}, "), "a model file must have 'kind'");
        assertRejected(json().replace("\"parts\" : {", "\"parts\" : [], \"more\" : {"),
                "the field 'parts' must be an object of models; found '['");
    }

    @ParameterizedTest
    @EnumSource
    void rejectsANestedModelOfAnUnknownKind(Encoding encoding) throws IOException {
        Path file = folder.resolve("model");
        files.save(file, Samples.learned(Samples.mixture(), "", Map.of(LearnedModel.BUNDLES, "mine 1.0.0")), encoding);
        IOException refusal = assertThrows(IOException.class,
                () -> new ModelFiles(List.of(new Samples.MixtureFormat())).load(file));
        assertEquals(
                file + ": no installed bundle reads models of kind 'constant', the kind of the nested model 'model-2/model-0';"
                        + " known kinds: conditional, hmm, linear-psr, mixture; it was made by 'mine 1.0.0', which may be missing in plugins/",
                refusal.getMessage());
    }

    @Test
    void rejectsANestedModelWithoutAFormatBeforeWriting() {
        ModelFiles few = new ModelFiles(List.of(new Samples.MixtureFormat()));
        assertFalse(few.canSave(Samples.mixture()));
        assertTrue(few.canSave(new Samples.Mixture(new double[] {1}, List.of(Contracts.sampleModel()))));
        assertTrue(assertThrows(IllegalArgumentException.class,
                () -> few.save(folder.resolve("model"), Samples.learned(Samples.mixture()), Encoding.JSON)).getMessage()
                .contains("found none for psr.launcher.models.Samples$Constant"));
        assertFalse(Files.exists(folder.resolve("model")));
    }

    @ParameterizedTest
    @EnumSource
    void limitsTheDepthOfNestedModels(Encoding encoding) throws IOException {
        Path file = folder.resolve("model");
        files.save(file, Samples.learned(nested(8)), encoding);
        assertArrayEquals(Samples.trace(nested(8)), Samples.trace(files.load(file).model()));
        assertTrue(assertThrows(IllegalArgumentException.class,
                () -> files.save(file, Samples.learned(nested(9)), encoding)).getMessage().contains("8 deep"));
        assertFalse(files.canSave(nested(9)));
        String start = "{\"format\":\"psr-model\",\"version\":1";
        assertRejected(start + ",\"parts\":{\"a\":{".repeat(9).replace("{,", "{"), "8 deep");
    }

    @Test
    void limitsTheNumberOfNestedModels() throws IOException {
        String many = String.join(",", IntStream.range(0, 5000).mapToObj(i -> "\"a" + i + "\":{}").toList());
        assertRejected("{\"format\":\"psr-model\",\"version\":1,\"parts\":{" + many, "at most 4096 nested models");
    }

    private static Model nested(int depth) {
        Model model = Contracts.sampleModel();
        for (int i = 0; i < depth; i++) {
            model = new Samples.Mixture(new double[] {.5}, List.of(model));
        }
        return model;
    }

    private String json() throws IOException {
        Path file = folder.resolve("whole.json");
        files.save(file, Samples.learned(Samples.mixture()), Encoding.JSON);
        String text = Files.readString(file);
        assertTrue(text.contains(PART), text);
        return text;
    }

    private void assertRejected(String text, String reason) throws IOException {
        Path file = Files.writeString(folder.resolve("refused"), text);
        String message = assertThrows(IOException.class, () -> files.load(file)).getMessage();
        assertTrue(message.startsWith(file + ": ") && message.contains(reason), reason + " should be in: " + message);
    }
}
