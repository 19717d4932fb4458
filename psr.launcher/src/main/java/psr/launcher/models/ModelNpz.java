package psr.launcher.models;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.util.Map;
import java.util.zip.CRC32;
import java.util.zip.CheckedInputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;

import psr.api.store.Tensor;

/**
 * Model files as NPZ, a ZIP file of NPY arrays: {@value #HEADER} is the header as JSON in an array of bytes, each
 * tensor an array of doubles under its own name. The same model gives the same bytes.
 */
final class ModelNpz {

    /** The name of the array with the header. */
    static final String HEADER = "model.json";

    private static final String SUFFIX = ".npy";
    private static final int LONGEST_HEADER = 1 << 26;
    /** The first moment a ZIP file can name; in local time, so that the bytes do not depend on the time zone. */
    private static final LocalDateTime NO_TIME = LocalDateTime.of(1980, 1, 1, 0, 0);

    private ModelNpz() {}

    static void write(ModelFile file, OutputStream out) throws IOException {
        // Not closed: the stream belongs to the caller. finish() writes all there is.
        ZipOutputStream zip = new ZipOutputStream(out);
        ByteArrayOutputStream header = new ByteArrayOutputStream();
        ModelJson.write(file, false, header);
        begin(HEADER, zip);
        Npy.write(header.toByteArray(), zip);
        for (Map.Entry<String, Tensor> tensor : file.stored().tensors().entrySet()) {
            begin(tensor.getKey(), zip);
            Npy.write(tensor.getValue().values(), tensor.getValue().shape(), zip);
        }
        zip.finish();
    }

    private static void begin(String name, ZipOutputStream zip) throws IOException {
        ZipEntry entry = new ZipEntry(name + SUFFIX);
        entry.setTimeLocal(NO_TIME);
        zip.putNextEntry(entry);
    }

    /** Reads a model; throws {@link Refusal} if it is none, with the reason. */
    static Draft read(Path path) throws IOException {
        try (ZipFile zip = new ZipFile(path.toFile())) {
            byte[] header = read(zip, HEADER, in -> Npy.bytes(HEADER, in, LONGEST_HEADER));
            Draft draft = ModelJson.read(new ByteArrayInputStream(header), false);
            for (Map.Entry<String, int[]> tensor : draft.shapes.entrySet()) {
                String name = tensor.getKey();
                int[] shape = tensor.getValue();
                draft.values.put(name, read(zip, name, in -> Npy.doubles(name, in, shape)));
            }
            return draft;
        } catch (ZipException e) {
            throw new Refusal("the file is cut short or damaged: " + Refusal.quoted(String.valueOf(e.getMessage())), e);
        }
    }

    private interface Part<T> {
        T read(InputStream in) throws IOException;
    }

    private static <T> T read(ZipFile zip, String name, Part<T> part) throws IOException {
        ZipEntry entry = zip.getEntry(name + SUFFIX);
        if (entry == null) {
            throw new Refusal("it is no model file: it must have the array '" + name + "'; it has none");
        }
        CRC32 sum = new CRC32();
        try (InputStream in = new CheckedInputStream(zip.getInputStream(entry), sum)) {
            T read = part.read(in);
            if (sum.getValue() != entry.getCrc()) {
                throw new Refusal("the array " + name + " is damaged: its checksum does not hold");
            }
            return read;
        }
    }
}
