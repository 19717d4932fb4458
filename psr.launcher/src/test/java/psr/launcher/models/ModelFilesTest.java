package psr.launcher.models;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import psr.api.contract.Contracts;
import psr.api.data.Alphabet;
import psr.api.data.Vectors;
import psr.api.lab.LearnedModel;
import psr.api.lab.ModelStore.Encoding;
import psr.api.linear.Hmm;
import psr.api.model.Model;
import psr.api.model.SingularValues;
import psr.api.store.ModelFormat;
import psr.api.store.ModelFormats;
import psr.api.store.StoredModel;
import psr.api.store.Tensor;
import psr.math.channels.ChannelRows;
import psr.math.channels.ForecastModel;
import psr.math.channels.ForecastTensors;
import psr.math.vectors.Autoregression;
import psr.math.vectors.Progress;

class ModelFilesTest {

    @TempDir
    private Path folder;

    private final ModelFiles files = new ModelFiles(List.of(new Samples.Format()));

    @ParameterizedTest
    @EnumSource
    void restoresEveryKindOfModelBitForBit(Encoding encoding) throws IOException {
        Path file = folder.resolve("model");
        for (Model model : List.of(Samples.psr(), Contracts.sampleModel(), Samples.hmmWithEnd(),
                new Samples.Constant(.25))) {
            files.save(file, Samples.learned(model, "2sr:rank=3+ig", Samples.PROVENANCE), encoding);
            LearnedModel saved = files.load(file);
            assertEquals(model.getClass(), saved.model().getClass());
            assertEquals(model.space().as(Alphabet.class), saved.model().space().as(Alphabet.class));
            assertArrayEquals(Samples.trace(model), Samples.trace(saved.model()));
            assertEquals("2sr:rank=3+ig", saved.recipe());
            assertEquals(Samples.PROVENANCE, saved.provenance());
            assertEquals(List.copyOf(Samples.PROVENANCE.keySet()), List.copyOf(saved.provenance().keySet()));
        }
    }

    /** Reads models of rows. */
    private record RowsFormat(String kind) implements ModelFormat<ForecastModel> {

        @Override
        public Class<ForecastModel> type() {
            return ForecastModel.class;
        }

        @Override
        public StoredModel store(ForecastModel model, ModelFormats formats) {
            return model.stored();
        }

        @Override
        public ForecastModel restore(StoredModel stored, ModelFormats formats) {
            return ForecastTensors.restore(stored);
        }
    }

    @ParameterizedTest
    @EnumSource
    void restoresModelsOfRowsWithChannelsUnitsAndInputs(Encoding encoding) throws IOException {
        ModelFiles rows = new ModelFiles(List.of(new RowsFormat(ForecastTensors.READOUTS)));
        Path file = folder.resolve("model");
        for (boolean inputs : new boolean[] {false, true}) {
            Vectors data = Contracts.sampleVectors(4, 40, inputs);
            ForecastModel model = ForecastModel.of(data, Autoregression.learn(ChannelRows.of(data),
                    new Autoregression.Settings(4, 1e-4, 5, 1, 3, 1000), new SplittableRandom(1), Progress.NONE));
            rows.save(file, Samples.learned(model, "ar", Samples.PROVENANCE), encoding);
            Model back = rows.load(file).model();
            assertEquals(model.space(), back.space());
            assertEquals(model.inputs(), back.inputs());
            assertEquals(model.stored(), ((ForecastModel) back).stored());
            assertEquals("readouts", rows.describe(file).kind());
            assertTrue(encoding == Encoding.NPZ || Files.readString(file).contains("\"version\" : 2,"));
        }
    }

    @ParameterizedTest
    @EnumSource
    void preservesEveryBitOfANumber(Encoding encoding) throws IOException {
        double[] odd = {0.0, -0.0, Double.MIN_VALUE, -Double.MIN_NORMAL, Double.MAX_VALUE, 0.1, 1.0 / 3, 2e-3,
                Math.nextUp(1), 1e22, 9007199254740993.0, 2.2250738585072011e-308};
        Path file = folder.resolve("model");
        files.save(file, Samples.learned(new Samples.Constant(odd)), encoding);
        double[] back = ((Samples.Constant) files.load(file).model()).values();
        for (int i = 0; i < odd.length; i++) {
            assertEquals(Double.doubleToRawLongBits(odd[i]), Double.doubleToRawLongBits(back[i]), "entry " + i);
        }
    }

    @ParameterizedTest
    @EnumSource
    void theSameModelGivesTheSameBytes(Encoding encoding) throws IOException {
        files.save(folder.resolve("one"), Samples.learned(Samples.psr(), "2sr", Samples.PROVENANCE), encoding);
        files.save(folder.resolve("two"), Samples.learned(Samples.psr(), "2sr", Samples.PROVENANCE), encoding);
        assertEquals(-1, Files.mismatch(folder.resolve("one"), folder.resolve("two")));
    }

    @ParameterizedTest
    @EnumSource
    void restoresAnyNamesOfSymbols(Encoding encoding) throws IOException {
        for (List<String> names : List.of(List.of("ü", "\"", "\\", "\n", "", "日本", "😀"),
                List.of("\ud83d", "\ude00", "ü"))) {
            Alphabet alphabet = Alphabet.of(names).withEnd("</s>");
            Path file = folder.resolve("model");
            files.save(file, Samples.learned(new Samples.Constant(alphabet, 1.5)), encoding);
            assertEquals(alphabet, files.load(file).model().space().as(Alphabet.class));
        }
    }

    @Test
    void theHeaderIsReadableAndComesFirst() throws IOException {
        Path file = folder.resolve("model.json");
        files.save(file, Samples.learned(Samples.hmmWithEnd(), "em:states=2", Samples.PROVENANCE), Encoding.JSON);
        String text = Files.readString(file);
        assertTrue(text.startsWith("""
                {
                  "format" : "psr-model",
                  "version" : 1,
                  "kind" : "hmm",
                  "recipe" : "em:states=2",
                  "alphabet" : [ "a", "ü", "." ],
                  "end" : ".",
                  "provenance" : {
                    "dataset" : "ring",
                    "data-sha256" : "ab12",
                    "seed" : "7",
                    "bundles" : "psr.spectral 1.0.0"
                  },
                  "words" : { },
                """), text);
        assertTrue(text.contains("""
                    "transition" : {
                      "shape" : [ 2, 2 ],
                      "values" : [ 0.7, 0.3,
                        0.0, 1.0 ]
                    },
                """), text);
    }

    @Test
    void theFingerprintIsTheDocumentedOne() throws IOException {
        // Computed once with Python from docs/MODEL-FILES.md; a change here makes every older file unreadable.
        assertEquals("ce2656bb84a3189f383399eeeb05c70e172725255546fc4f85f8a2b2feb62c26",
                Fingerprint.of(new Samples.Format().store(new Samples.Constant(.25), ModelFormats.of()), Map.of()));
    }

    @Test
    void replacesAFileAtomically() throws IOException {
        Path file = folder.resolve("model.json");
        files.save(file, Samples.learned(Contracts.sampleModel()), Encoding.JSON);
        byte[] before = Files.readAllBytes(file);
        ModelFormat<Samples.Constant> stubborn = new Samples.Format() {
            @Override
            public StoredModel store(Samples.Constant model, ModelFormats formats) {
                return StoredModel.builder(kind(), model.space()).word("a", "b")
                        .tensor("no/name", Tensor.vector(1)).build();
            }

            @Override
            public Samples.Constant restore(StoredModel stored, ModelFormats formats) {
                return new Samples.Constant(1);
            }
        };
        ModelFiles refusing = new ModelFiles(List.of(stubborn));
        assertThrows(IllegalArgumentException.class,
                () -> refusing.save(file, Samples.learned(new Samples.Constant(1)), Encoding.JSON));
        assertArrayEquals(before, Files.readAllBytes(file));
        files.save(file, Samples.learned(new Samples.Constant(1)), Encoding.NPZ);
        assertEquals(Samples.Constant.class, files.load(file).model().getClass());
        try (Stream<Path> left = Files.list(folder)) {
            assertEquals(List.of(file), left.toList());
        }
    }

    @Test
    void aLinkToAFileStaysALink() throws IOException {
        Path file = Files.createFile(folder.resolve("model.json"));
        Path link = Files.createSymbolicLink(folder.resolve("latest"), file);
        files.save(link, Samples.learned(Contracts.sampleModel()), Encoding.JSON);
        assertTrue(Files.isSymbolicLink(link));
        assertEquals(Hmm.class, files.load(file).model().getClass());
    }

    @Test
    void reportsWhereAModelCannotBeWritten() {
        assertMessage("it cannot be written: it is a folder", assertThrows(IOException.class,
                () -> files.save(folder, Samples.learned(Contracts.sampleModel()), Encoding.JSON)));
        assertMessage("its folder does not exist", assertThrows(IOException.class,
                () -> files.save(folder.resolve("no/model"), Samples.learned(Contracts.sampleModel()), Encoding.NPZ)));
    }

    @Test
    void rejectsAModelWithoutAFormat() {
        assertMessage("found none for psr.launcher.models.Samples$Constant; known kinds: conditional, hmm, linear-psr",
                assertThrows(IllegalArgumentException.class, () -> new ModelFiles(List.of())
                        .save(folder.resolve("model"), Samples.learned(new Samples.Constant(1)), Encoding.JSON)));
        assertFalse(Files.exists(folder.resolve("model")));
    }

    @Test
    void aFailingFormatDoesNotAffectOthers() throws IOException {
        ModelFiles broken = new ModelFiles(List.of(new Samples.Format() {
            @Override
            public String kind() {
                throw new IllegalStateException("broken");
            }

            @Override
            public Class<Samples.Constant> type() {
                throw new NoClassDefFoundError("gone");
            }
        }));
        Path file = folder.resolve("model");
        broken.save(file, Samples.learned(Contracts.sampleModel()), Encoding.JSON);
        assertEquals(Hmm.class, broken.load(file).model().getClass());
        ModelFiles throwing = new ModelFiles(List.of(new Samples.Format() {
            @Override
            public StoredModel store(Samples.Constant model, ModelFormats formats) {
                throw new UnsupportedOperationException("not today");
            }
        }));
        assertMessage("must store its own models; it threw java.lang.UnsupportedOperationException: not today",
                assertThrows(IllegalArgumentException.class,
                        () -> throwing.save(file, Samples.learned(new Samples.Constant(1)), Encoding.JSON)));
    }

    @Test
    void namesTheMissingBundleOfAnUnknownKind() throws IOException {
        Path file = folder.resolve("model");
        files.save(file, Samples.learned(new Samples.Constant(1), "", Map.of(LearnedModel.BUNDLES, "my-learner 1.0.0")),
                Encoding.JSON);
        assertMessage(
                file + ": no installed bundle reads models of kind 'constant'; known kinds: conditional, hmm, linear-psr; it was"
                        + " made by 'my-learner 1.0.0', which may be missing in plugins/",
                assertThrows(IOException.class, () -> new ModelFiles(List.of()).load(file)));
    }

    @ParameterizedTest
    @EnumSource
    void rejectsInvalidArraysWithTheReasonOfTheirFormat(Encoding encoding) throws IOException {
        Map<String, Tensor> tensors = new LinkedHashMap<>();
        tensors.put("initial", Tensor.vector(.5, .6));
        StoredModel nonsense = StoredModel.builder("hmm", Alphabet.numbered(2)).tensors(tensors).build();
        assertRejected(written(nonsense, encoding), "the arrays are not a valid hmm: a stored hmm must have 'transition'");
        tensors.put("transition", Tensor.matrix(new double[][] {{1, 0}, {0, 1}}, 2));
        tensors.put("emission", Tensor.matrix(new double[][] {{1, 0}, {0, 1}}, 2));
        assertRejected(written(StoredModel.builder("hmm", Alphabet.numbered(2)).tensors(tensors).build(), encoding),
                "the arrays are not a valid hmm: the initial distribution must sum to 1; found 1.1");
    }

    @Test
    void rejectsOtherFiles() throws IOException {
        assertRejected("", "the file is empty");
        assertRejected("hello", "it is not valid JSON at line 1");
        assertRejected("[1, 2]", "it is not a model file");
        assertRejected("{\"format\": \"other\"}", "it is not a model file");
        assertRejected("{\"version\": 1}", "it is not a model file");
        assertRejected("PK\3\4 not a zip", "the file is truncated or damaged");
        assertMessage("there is no such file",
                assertThrows(IOException.class, () -> files.load(folder.resolve("nothing"))));
        assertMessage("this is a folder", assertThrows(IOException.class, () -> files.load(folder)));
    }

    @Test
    void rejectsANewerVersionBeforeAnythingElse() throws IOException {
        assertRejected("{\"format\": \"psr-model\", \"version\": 3, \"kind\": [{", "the file has version 3, and this"
                + " laboratory reads versions 1 and 2; a newer laboratory wrote it");
        assertRejected("{\"format\": \"psr-model\", \"version\": 123456789012345678901}", "a newer laboratory wrote it");
        assertRejected("{\"format\": \"psr-model\", \"version\": \"1\"}",
                "a whole number, must follow the format of the file; found '1'");
        assertRejected("{\"format\": \"psr-model\", \"kind\": \"hmm\"}", "must follow the format of the file");
    }

    @Test
    void rejectsFilesEditedByHand() throws IOException {
        edited("0.7, 0.3", "0.6, 0.4", "it was changed after it was written");
        edited("0.7, 0.3", "0.7, 0.30000000000000004", "it was changed after it was written");
        edited("\"a\", ", "\"b\", ", "it was changed after it was written");
        edited("\"kind\" : \"hmm\"", "\"kind\" : \"linear-psr\"", "it was changed after it was written");
        edited("\"words\" : { }", "\"words\" : { \"a\" : \"b\" }", "it was changed after it was written");
        edited("0.7, 0.3", "0.7", "the values of transition must be 4, as its shape says; found 3");
        edited("0.7, 0.3", "0.7, 0.3, 0.1", "the values of transition must be 4, as its shape says; there are more");
        edited("0.7, 0.3", "0.7, \"x\"", "the values of transition must be numbers; entry 1 is 'x'");
        edited("0.7, 0.3", "0.7, NaN", "it is not valid JSON at line");
        edited("0.7, 0.3", "0.7, 1e999", "must be finite");
        edited("[ 2, 2 ]", "[ 2, -2 ]", "a shape must have no negative length");
        edited("[ 2, 2 ]", "[ 2, 2.5 ]", "must be a list of whole numbers; found '2.5'");
        edited("\"end\" : \".\"", "\"end\" : \"a\"", "the end must be the last symbol");
        edited("\"kind\" : \"hmm\"", "\"sort\" : \"hmm\"", "a model file must have 'kind'");
        edited("\"kind\" : \"hmm\"", "\"kind\" : 7", "the field 'kind' must be text; found '7'");
        edited("\"recipe\"", "\"kind\" : \"hmm\", \"recipe\"", "it is not valid JSON at line 5");
        edited("\"transition\" : {", "\"../transition\" : {", "the name of an array or a nested model must be");
    }

    @Test
    void acceptsEditsThatDoNotChangePredictions() throws IOException {
        String text = json().replace("\"recipe\" : \"em:states=2\"",
                "\"note\" : {\"by\" : [\"me\"]}, \"recipe\" : \"mine\"");
        assertEquals("mine", files.load(Files.writeString(folder.resolve("edited"), text)).recipe());
    }

    @Test
    void rejectsShapesThatWouldExhaustTheMemory() throws IOException {
        String start = "{\"format\":\"psr-model\",\"version\":1,\"tensors\":{\"a\":{\"shape\":";
        assertRejected(start + "[2000000000, 2000000000, 2000000000],\"values\":[", "a model must have at most");
        assertRejected(start + "[65536, 65536, 65536, 65536],\"values\":[]}}}", "a model must have at most");
        assertRejected(start + "[2147483647, 0],\"values\":[]}}}", "an array without numbers must have no length above");
        assertRejected(start + "[0, 2147483647],\"values\":[]}}}", "an array without numbers must have no length above");
        assertRejected(start + "[60000000],\"values\":[1]}}}", "must be 60000000, as its shape says; found 1");
        assertRejected(start + "[1,1,1,1,1,1,1,1,1],\"values\":[1]}}}", "at most 8 dimensions");
        assertRejected("{\"format\":\"psr-model\",\"version\":1,\"x\":" + "[".repeat(100_000), "it is not valid JSON");
        assertRejected(json() + json(), "found more after it");
    }

    @Test
    void messagesAreOneShortLine() throws IOException {
        String message = assertThrows(IOException.class, () -> files.load(Files.writeString(folder.resolve("long"),
                "{\"format\":\"psr-model\",\"version\":1,\"kind\":{\"" + "x\\n".repeat(5000) + "\":1}}"))).getMessage();
        assertFalse(message.contains("\n"));
        assertTrue(message.length() < 400, message);
    }

    private String json() throws IOException {
        Path file = folder.resolve("whole.json");
        files.save(file, Samples.learned(Samples.hmmWithEnd(), "em:states=2", Samples.PROVENANCE), Encoding.JSON);
        return Files.readString(file);
    }

    private void edited(String from, String to, String reason) throws IOException {
        String text = json();
        assertTrue(text.contains(from), from);
        assertRejected(text.replace(from, to), reason);
    }

    private byte[] written(StoredModel stored, Encoding encoding) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        LearnedModel about = Samples.learned(Contracts.sampleModel());
        if (encoding == Encoding.NPZ) {
            ModelNpz.write(ModelNpz.header(stored, about), stored, bytes);
        } else {
            ModelJson.write(stored, about, true, bytes);
        }
        return bytes.toByteArray();
    }

    private void assertRejected(String content, String reason) throws IOException {
        assertRejected(content.getBytes(StandardCharsets.UTF_8), reason);
    }

    private void assertRejected(byte[] content, String reason) throws IOException {
        Path file = Files.write(folder.resolve("refused"), content);
        assertMessage(reason, assertThrows(IOException.class, () -> files.load(file)));
    }

    private static void assertMessage(String expected, Exception thrown) {
        assertTrue(thrown.getMessage().contains(expected), () -> expected + " should be in: " + thrown.getMessage());
    }

    @ParameterizedTest
    @EnumSource
    void restoresSingularValues(Encoding encoding) throws IOException {
        SingularValues seen = SingularValues.of(new double[] {.5, 1.0 / 3, 1e-17, 0}, 2);
        Path file = folder.resolve("model");
        LearnedModel learned =
                Samples.learned(Samples.psr(), "2sr", Samples.PROVENANCE).change().singularValues(Optional.of(seen)).build();
        files.save(file, learned, encoding);
        assertEquals(Optional.of(seen), files.load(file).singularValues());
        assertEquals(Optional.of(seen), files.load(file).change().build().singularValues());
        assertEquals(Optional.of(seen), files.describe(file).singularValues());
        files.save(file, Samples.learned(Samples.psr()), encoding);
        assertEquals(Optional.empty(), files.load(file).singularValues());
        assertEquals(Optional.empty(), files.describe(file).singularValues());
    }

    @Test
    void singularValuesDoNotChangeTheFingerprintAndAreChecked() throws IOException {
        Path file = folder.resolve("model.json");
        files.save(file, Samples.learned(Samples.psr()), Encoding.JSON);
        String plain = Files.readString(file);
        Map<String, String> cases = Map.of("{ \"rank\" : 3, \"values\" : [ 1.0, 0.5 ] }",
                "the rank must be 1..2, the number of singular values; rank=3",
                "{ \"rank\" : 1, \"values\" : [ 1.0, 2.0 ] }", "the largest first; number 2 is 2.0 after 1.0",
                "{ \"rank\" : 1, \"values\" : [ 1.0, \"x\" ] }", "must be a list of numbers; found 'x'",
                "{ \"rank\" : 1, \"values\" : [ " + "1,".repeat(1 << 16) + "1 ] }", "at most 65536 singular values",
                "[ 1.0 ]", "must be an object with rank and values");
        for (Map.Entry<String, String> each : cases.entrySet()) {
            Files.writeString(file, plain.replace("\"words\" :", "\"singular-values\" : " + each.getKey() + ", \"words\" :"));
            String said = assertThrows(IOException.class, () -> files.load(file)).getMessage();
            assertTrue(said.contains(each.getValue()), said);
        }
        Files.writeString(file, plain.replace("\"words\" :",
                "\"singular-values\" : { \"later\" : { }, \"values\" : [ 2, 0.5 ], \"rank\" : 1 }, \"words\" :"));
        assertEquals(Optional.of(SingularValues.of(new double[] {2, .5}, 1)), files.load(file).singularValues());
        LearnedModel many = Samples.learned(Samples.psr()).change()
                .singularValues(Optional.of(SingularValues.of(new double[(1 << 16) + 1], 1))).build();
        assertTrue(assertThrows(IllegalArgumentException.class, () -> files.save(file, many, Encoding.JSON)).getMessage()
                .contains("singular values"));
    }
}
