package psr.launcher.models;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;

import org.jetbrains.bio.npy.NpyArray;
import org.jetbrains.bio.npy.NpzEntry;
import org.jetbrains.bio.npy.NpzFile;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import psr.api.lab.ModelStore.Encoding;
import psr.api.linear.LinearPsr;
import psr.api.linear.LinearPsrFormat;
import psr.api.store.ModelFormats;
import psr.api.store.Tensor;

class NpzTest {

    @TempDir
    private Path folder;

    private final ModelFiles files = new ModelFiles(List.of());
    private final LinearPsr psr = Samples.psr();
    private Path file;

    @BeforeEach
    void save() throws IOException {
        file = folder.resolve("model.npz");
        files.save(file, Samples.learned(psr, "2sr:rank=3", Samples.PROVENANCE), Encoding.NPZ);
    }

    /** The reader of JetBrains is independent of ours. */
    @Test
    void anotherLibraryReadsAllArraysAndTheHeader() throws IOException {
        Map<String, Tensor> tensors = new LinearPsrFormat().store(psr, ModelFormats.of()).tensors();
        try (NpzFile.Reader npz = NpzFile.read(file)) {
            Set<String> names = new HashSet<>(tensors.keySet());
            names.add("model.json");
            assertEquals(names, new HashSet<>(npz.introspect().stream().map(NpzEntry::getName).toList()));
            for (Map.Entry<String, Tensor> tensor : tensors.entrySet()) {
                NpyArray array = npz.get(tensor.getKey(), 1 << 18);
                assertArrayEquals(tensor.getValue().shape(), array.getShape(), tensor.getKey());
                assertArrayEquals(tensor.getValue().values(), array.asDoubleArray(), tensor.getKey());
            }
            JsonNode header = new ObjectMapper().readTree(npz.get("model.json", 1 << 18).asByteArray());
            assertEquals("linear-psr", header.get("kind").asText());
            assertEquals("2sr:rank=3", header.get("recipe").asText());
            assertEquals("[3,3,3]", header.get("tensors").get("operators").get("shape").toString());
        }
    }

    @Test
    void rejectsArraysThatDoNotMatchTheHeader() throws IOException {
        assertRejected("initial", (name, bytes) -> null, "it must have the array 'initial'");
        assertRejected("model.json", (name, bytes) -> null, "it is not a model file: it must have the array 'model.json'");
        assertRejected("initial", (name, bytes) -> new byte[0], "must be in NPY version 1.0");
        assertRejected("initial", (name, bytes) -> replaced(bytes, "<f8", "<f4"), "must be of type <f8, row-major");
        assertRejected("initial", (name, bytes) -> replaced(bytes, "<f8", ">f8"), "must be of type <f8, row-major");
        assertRejected("map", (name, bytes) -> replaced(bytes, "False,", "True, "), "must be of type <f8, row-major");
        assertRejected("initial", (name, bytes) -> replaced(bytes, "(3,)", "(2,)"), "must have the shape [3]");
        assertRejected("initial", (name, bytes) -> replaced(bytes, "(3,)", "(,3)"), "whole numbers up to");
        assertRejected("initial", (name, bytes) -> replaced(bytes, "'shape'", "'shave'"), "must have a header with type");
        assertRejected("initial", (name, bytes) -> Arrays.copyOf(bytes, bytes.length - 9), "it is truncated after 1");
        assertRejected("initial", (name, bytes) -> Arrays.copyOf(bytes, bytes.length + 1), "found more after it");
        assertRejected("initial", (name, bytes) -> {
            bytes[bytes.length - 1] ^= 1;
            return bytes;
        }, "it was changed after it was written");
    }

    @Test
    void rejectsAHugeHeaderBeforeReadingIt() throws IOException {
        assertRejected("model.json", (name, bytes) -> replaced(bytes, "(" + (bytes.length - 128) + ",)", "(2000000000,)"),
                "must have at most 67108864 bytes");
    }

    @Test
    void readsShapesAsPythonWritesThem() throws IOException {
        for (int[] shape : new int[][] {{}, {1}, {2, 3}, {2, 1, 4}, {0}, {5, 0}}) {
            double[] values = new double[(int) ModelLimits.size(shape)];
            ByteArrayOutputStream out = new ByteArrayOutputStream();
            Npy.write(values, shape, out);
            assertEquals(0, (out.size() - 8 * values.length) % 64, "the numbers must be aligned");
            assertArrayEquals(values, Npy.doubles("a", new ByteArrayInputStream(out.toByteArray()), shape));
        }
    }

    private static byte[] replaced(byte[] bytes, String from, String to) {
        return new String(bytes, StandardCharsets.ISO_8859_1).replace(from, to).getBytes(StandardCharsets.ISO_8859_1);
    }

    /** Rewrites the file with one entry changed or removed. */
    private void assertRejected(String name, BiFunction<String, byte[], byte[]> change, String reason) throws IOException {
        Path changed = folder.resolve("changed.npz");
        try (ZipFile zip = new ZipFile(file.toFile());
                OutputStream out = Files.newOutputStream(changed);
                ZipOutputStream copy = new ZipOutputStream(out)) {
            for (ZipEntry entry : Collections.list(zip.entries())) {
                byte[] bytes = zip.getInputStream(entry).readAllBytes();
                if (entry.getName().equals(name + ".npy")) {
                    bytes = change.apply(name, bytes);
                }
                if (bytes != null) {
                    copy.putNextEntry(new ZipEntry(entry.getName()));
                    copy.write(bytes);
                }
            }
        }
        String message = assertThrows(IOException.class, () -> files.load(changed)).getMessage();
        assertTrue(message.contains(reason), message);
    }
}
