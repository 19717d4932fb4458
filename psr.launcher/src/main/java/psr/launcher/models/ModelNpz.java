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

import psr.api.lab.LearnedModel;
import psr.api.store.StoredModel;
import psr.api.store.Tensor;

/**
 * Model files as NPZ, a ZIP file of NPY arrays: {@value #HEADER} is the header as JSON in an array of bytes, and each tensor
 * is an array of doubles under its name; in nested models the name is prefixed by the name of the model and a slash. The
 * same model gives the same bytes. Nothing is unpacked to disk.
 */
final class ModelNpz {

    /** The name of the array with the header. */
    static final String HEADER = "model.json";

    private static final String SUFFIX = ".npy";
    /** The earliest time that ZIP can express; in local time, so that the bytes do not depend on the time zone. */
    private static final LocalDateTime NO_TIME = LocalDateTime.of(1980, 1, 1, 0, 0);

    private ModelNpz() {}

    /**
     * The header of a model.
     *
     * @throws ModelFileException if it is too long to be read back
     */
    static byte[] header(StoredModel stored, LearnedModel learned) throws IOException {
        ByteArrayOutputStream header = new ByteArrayOutputStream();
        ModelJson.write(stored, learned, false, header);
        if (header.size() > ModelLimits.LONGEST_HEADER) {
            throw new ModelFileException("the header of a model, its symbols, words and shapes, must have at most "
                    + ModelLimits.LONGEST_HEADER + " bytes in NPZ; it has " + header.size() + "; JSON has no such limit");
        }
        return header.toByteArray();
    }

    /** Writes a model with its header. */
    static void write(byte[] header, StoredModel stored, OutputStream out) throws IOException {
        // Not closed: the stream belongs to the caller. finish() writes all data.
        ZipOutputStream zip = new ZipOutputStream(out);
        begin(HEADER, zip);
        Npy.write(header, zip);
        arrays("", stored, zip);
        zip.finish();
    }

    private static void arrays(String prefix, StoredModel stored, ZipOutputStream zip) throws IOException {
        for (Map.Entry<String, Tensor> tensor : stored.tensors().entrySet()) {
            begin(prefix + tensor.getKey(), zip);
            Npy.write(tensor.getValue().values(), tensor.getValue().shape(), zip);
        }
        for (Map.Entry<String, StoredModel> part : stored.parts().entrySet()) {
            arrays(prefix + part.getKey() + "/", part.getValue(), zip);
        }
    }

    private static void begin(String name, ZipOutputStream zip) throws IOException {
        ZipEntry entry = new ZipEntry(name + SUFFIX);
        entry.setTimeLocal(NO_TIME);
        zip.putNextEntry(entry);
    }

    /**
     * Reads a model.
     *
     * @param numbers whether to read the numbers; otherwise only checks that the arrays are present
     * @throws ModelFileException if it is not a valid model; the message has the reason
     */
    static UncheckedModelFile read(Path path, boolean numbers, ModelLimits limits) throws IOException {
        try (ZipFile zip = new ZipFile(path.toFile())) {
            byte[] header = read(zip, HEADER, in -> Npy.bytes(HEADER, in, ModelLimits.LONGEST_HEADER));
            UncheckedModelFile file = ModelJson.read(new ByteArrayInputStream(header), ModelJson.NumberUse.ABSENT, limits);
            arrays(zip, "", file.model, numbers);
            return file;
        } catch (ZipException e) {
            throw new ModelFileException("the file is truncated or damaged: "
                    + ModelFileException.quoted(String.valueOf(e.getMessage())), e);
        }
    }

    private static void arrays(ZipFile zip, String prefix, UncheckedModel model, boolean numbers) throws IOException {
        for (Map.Entry<String, int[]> array : model.shapes.entrySet()) {
            String name = prefix + array.getKey();
            if (numbers) {
                model.values.put(array.getKey(), read(zip, name, in -> Npy.doubles(name, in, array.getValue())));
            } else {
                entry(zip, name);
            }
        }
        for (Map.Entry<String, UncheckedModel> part : model.parts.entrySet()) {
            arrays(zip, prefix + part.getKey() + "/", part.getValue(), numbers);
        }
    }

    /** Whether a file starts like a model; does not read its arrays. */
    static boolean begins(Path path) throws IOException {
        try (ZipFile zip = new ZipFile(path.toFile()); InputStream in = zip.getInputStream(entry(zip, HEADER))) {
            Npy.beginBytes(HEADER, in, ModelLimits.LONGEST_HEADER);
            return ModelJson.begins(in);
        } catch (ZipException | ModelFileException e) {
            return false;
        }
    }

    private interface EntryReader<T> {
        T read(InputStream in) throws IOException;
    }

    private static <T> T read(ZipFile zip, String name, EntryReader<T> part) throws IOException {
        ZipEntry entry = entry(zip, name);
        CRC32 sum = new CRC32();
        try (InputStream in = new CheckedInputStream(zip.getInputStream(entry), sum)) {
            T read = part.read(in);
            if (sum.getValue() != entry.getCrc()) {
                throw new ModelFileException("the array " + name + " is damaged: its checksum does not match");
            }
            return read;
        }
    }

    private static ZipEntry entry(ZipFile zip, String name) throws IOException {
        ZipEntry entry = zip.getEntry(name + SUFFIX);
        if (entry == null) {
            throw new ModelFileException("it is not a model file: it must have the array '" + name + "'; it does not");
        }
        return entry;
    }
}
