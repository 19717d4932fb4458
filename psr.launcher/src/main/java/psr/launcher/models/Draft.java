package psr.launcher.models;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import psr.api.data.Alphabet;
import psr.api.store.StoredModel;
import psr.api.store.Tensor;

/** What was read of a model file so far. Nothing is trusted before {@link #finish}. Used by one thread. */
final class Draft {

    /** All numbers of a model together: 512 MiB of them. A file that claims more is refused before any is read. */
    static final long MOST_NUMBERS = 1L << 26;

    /** Of an array without numbers: 1000×0 is an array, 2 billion×0 an attack on the memory of who makes rows. */
    private static final int LONGEST_WITHOUT_NUMBERS = 1 << 20;

    private static final int MOST_DIMENSIONS = 8;

    String kind;
    String recipe = "";
    List<String> alphabet;
    String end;
    String sha256;
    final Map<String, String> provenance = new LinkedHashMap<>();
    final Map<String, String> words = new LinkedHashMap<>();
    boolean hasTensors;
    /** The arrays that the file announces. */
    final Map<String, int[]> shapes = new LinkedHashMap<>();
    final Map<String, double[]> values = new LinkedHashMap<>();
    private long announced;

    /** Takes note of an array; how many numbers it has. */
    int announce(String name, int[] shape) throws Refusal {
        if (!tensorName(name)) {
            throw new Refusal("the name of an array must be of letters, digits, dots, dashes and underscores; found "
                    + Refusal.quoted(name));
        }
        if (shape.length > MOST_DIMENSIONS) {
            throw new Refusal("an array must have at most " + MOST_DIMENSIONS + " dimensions; " + name + " has "
                    + shape.length);
        }
        for (int length : shape) {
            if (length < 0) {
                throw new Refusal("a shape must have no negative length; that of " + name + " is "
                        + Arrays.toString(shape));
            }
        }
        long size = size(shape);
        if (size == 0 && Arrays.stream(shape).anyMatch(length -> length > LONGEST_WITHOUT_NUMBERS)) {
            throw new Refusal("an array without numbers must have no length above " + LONGEST_WITHOUT_NUMBERS
                    + "; the shape of " + name + " is " + Arrays.toString(shape));
        }
        announced += size;
        if (announced > MOST_NUMBERS) {
            throw new Refusal("a model must have at most " + MOST_NUMBERS + " numbers; with " + name
                    + " it would have more");
        }
        if (shapes.put(name, shape) != null) {
            throw new Refusal("an array must stand once; '" + name + "' stands twice");
        }
        return (int) size;
    }

    /** How many numbers a shape holds; where that is too many, one more than is allowed. */
    static long size(int[] shape) {
        long size = 1;
        for (int length : shape) {
            if (length == 0) {
                return 0;
            }
            // Does not overflow: the product is cut above what is allowed, and a length is below 2³¹.
            size = Math.min(size * length, MOST_NUMBERS + 1);
        }
        return size;
    }

    /** Whether an array may have this name: it becomes the name of a file within NPZ. */
    static boolean tensorName(String name) {
        return name.matches("[A-Za-z0-9][A-Za-z0-9_.-]{0,99}") && !name.equals(ModelNpz.HEADER);
    }

    /**
     * The content of the file, complete and with the fingerprint it claims.
     *
     * @throws Refusal if something is missing or does not fit
     */
    ModelFile finish() throws Refusal {
        require("kind", kind);
        require("alphabet", alphabet);
        require("sha256", sha256);
        require("tensors", hasTensors ? shapes : null);
        Map<String, Tensor> tensors = new LinkedHashMap<>();
        StoredModel stored;
        try {
            for (Map.Entry<String, int[]> entry : shapes.entrySet()) {
                tensors.put(entry.getKey(), Tensor.of(values.get(entry.getKey()), entry.getValue()));
            }
            stored = StoredModel.builder(kind, letters()).words(words).tensors(tensors).build();
        } catch (IllegalArgumentException e) {
            throw new Refusal(e.getMessage(), e);
        }
        String found = Fingerprint.of(stored);
        if (!found.equals(sha256)) {
            throw new Refusal("the content must have the sha256 that the file says; it was changed since it was"
                    + " written: the file says " + Refusal.quoted(sha256) + ", found '" + found + "'");
        }
        return new ModelFile(stored, recipe, provenance);
    }

    private static void require(String field, Object value) throws Refusal {
        if (value == null) {
            throw new Refusal("a model file must have '" + field + "'; it has none");
        }
    }

    private Alphabet letters() throws Refusal {
        if (end == null) {
            return Alphabet.of(alphabet);
        }
        int last = alphabet.size() - 1;
        if (last < 1 || !alphabet.get(last).equals(end)) {
            throw new Refusal("the end must be the last symbol of at least 2; the end is " + Refusal.quoted(end)
                    + " and the last of " + alphabet.size() + " symbols is "
                    + (last < 0 ? "none" : Refusal.quoted(alphabet.get(last))));
        }
        return Alphabet.of(alphabet.subList(0, last)).withEnd(end);
    }
}
