package psr.launcher.models;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** One array in NumPy's NPY format, version 1.0, row-major, little-endian. */
final class Npy {

    /** 64-bit floating point. */
    static final String DOUBLES = "<f8";
    /** Bytes. */
    static final String BYTES = "|u1";

    private static final byte[] MAGIC = {(byte) 0x93, 'N', 'U', 'M', 'P', 'Y', 1, 0};
    /** The data start at a multiple of this. */
    private static final int ALIGNMENT = 64;
    private static final int CHUNK = 8192;
    private static final Pattern HEADER = Pattern.compile("\\{\\s*'descr':\\s*'([^']*)',"
            + "\\s*'fortran_order':\\s*(True|False),\\s*'shape':\\s*\\(([0-9, ]*)\\),?\\s*\\}\\s*");

    private Npy() {}

    static void write(double[] values, int[] shape, OutputStream out) throws IOException {
        header(DOUBLES, shape, out);
        ByteBuffer bytes = ByteBuffer.allocate(CHUNK * Double.BYTES).order(ByteOrder.LITTLE_ENDIAN);
        for (int from = 0; from < values.length; from += CHUNK) {
            int count = Math.min(CHUNK, values.length - from);
            bytes.asDoubleBuffer().put(values, from, count);
            out.write(bytes.array(), 0, count * Double.BYTES);
        }
    }

    static void write(byte[] values, OutputStream out) throws IOException {
        header(BYTES, new int[] {values.length}, out);
        out.write(values);
    }

    private static void header(String type, int[] shape, OutputStream out) throws IOException {
        // As Python prints tuples: (), (3,), (3, 4).
        String tuple = Arrays.stream(shape).mapToObj(Integer::toString).collect(Collectors.joining(", "))
                + (shape.length == 1 ? "," : "");
        String text = "{'descr': '" + type + "', 'fortran_order': False, 'shape': (" + tuple + "), }";
        int before = MAGIC.length + Short.BYTES;
        int padding = Math.floorMod(-(before + text.length() + 1), ALIGNMENT);
        byte[] header = (text + " ".repeat(padding) + "\n").getBytes(StandardCharsets.US_ASCII);
        out.write(MAGIC);
        out.write(header.length);
        out.write(header.length >> 8);
        out.write(header);
    }

    /**
     * Reads an array of doubles.
     *
     * @param shape the required shape, already checked against the limits
     */
    static double[] doubles(String name, InputStream in, int[] shape) throws IOException {
        int size = Math.toIntExact(ModelLimits.size(shape));
        int[] found = header(name, in, DOUBLES);
        if (!Arrays.equals(found, shape)) {
            throw new ModelFileException("the array " + name + " must have the shape " + Arrays.toString(shape)
                    + " given in the header; found " + Arrays.toString(found));
        }
        double[] values = new double[Math.min(size, CHUNK)];
        int count = 0;
        while (count < size) {
            byte[] bytes = in.readNBytes(Math.min(CHUNK, size - count) * Double.BYTES);
            int whole = bytes.length / Double.BYTES;
            if (whole == 0) {
                throw new ModelFileException("the array " + name + " must have " + size + " numbers; it is truncated after "
                        + count);
            }
            if (count + whole > values.length) {
                values = Arrays.copyOf(values, (int) Math.min(size, Math.max(count + whole, 2L * count)));
            }
            ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).asDoubleBuffer().get(values, count, whole);
            count += whole;
        }
        end(name, in);
        return values;
    }

    /** Advances to the first byte of an array of bytes and returns its length. */
    static int beginBytes(String name, InputStream in, int most) throws IOException {
        int[] shape = header(name, in, BYTES);
        if (shape.length != 1 || shape[0] > most) {
            throw new ModelFileException("the array " + name + " must have at most " + most + " bytes in one dimension; its shape"
                    + " is " + Arrays.toString(shape));
        }
        return shape[0];
    }

    /** Reads an array of bytes of limited length. */
    static byte[] bytes(String name, InputStream in, int most) throws IOException {
        int size = beginBytes(name, in, most);
        byte[] bytes = in.readNBytes(size);
        if (bytes.length < size) {
            throw new ModelFileException("the array " + name + " must have " + size + " bytes; it is truncated after "
                    + bytes.length);
        }
        end(name, in);
        return bytes;
    }

    private static void end(String name, InputStream in) throws IOException {
        if (in.read() >= 0) {
            throw new ModelFileException("the array " + name + " must end after its last number; found more after it");
        }
    }

    private static int[] header(String name, InputStream in, String type) throws IOException {
        byte[] magic = in.readNBytes(MAGIC.length);
        byte[] length = in.readNBytes(Short.BYTES);
        if (!Arrays.equals(magic, MAGIC) || length.length < Short.BYTES) {
            throw new ModelFileException("the array " + name + " must be in NPY version 1.0; it is not");
        }
        String header = new String(in.readNBytes((length[0] & 0xff) + 256 * (length[1] & 0xff)),
                StandardCharsets.ISO_8859_1);
        Matcher matcher = HEADER.matcher(header);
        if (!matcher.matches()) {
            throw new ModelFileException("the array " + name + " must have a header with type, order and shape; found "
                    + ModelFileException.quoted(header));
        }
        if (!matcher.group(1).equals(type) || !matcher.group(2).equals("False")) {
            throw new ModelFileException("the array " + name + " must be of type " + type + ", row-major; found "
                    + ModelFileException.quoted(header));
        }
        String[] lengths = matcher.group(3).isBlank() ? new String[0] : matcher.group(3).strip().split("\\s*,\\s*");
        int[] shape = new int[lengths.length];
        for (int i = 0; i < shape.length; i++) {
            try {
                shape[i] = Integer.parseInt(lengths[i]);
            } catch (NumberFormatException e) {
                throw new ModelFileException("the lengths of " + name + " must be whole numbers up to " + Integer.MAX_VALUE
                        + "; found " + ModelFileException.quoted(lengths[i]), e);
            }
        }
        return shape;
    }
}
