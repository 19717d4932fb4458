package psr.launcher.models;

import java.nio.charset.CharsetEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

import psr.api.data.Alphabet;
import psr.api.data.Space;
import psr.api.lab.LearnedModel;
import psr.api.store.StoredModel;
import psr.api.store.Tensor;
import psr.api.text.Notation;

/**
 * The size limits of models in files. Saving enforces the same limits as loading, so every saved model can be loaded by a
 * process with the same amount of memory. Immutable and thread-safe.
 */
final class ModelLimits {

    /**
     * The total number of numbers in a model, 2 GiB, even if there is more memory. Above it, one array would approach the
     * longest possible Java array, and the JSON file would exceed 5 GB.
     */
    private static final long MOST_NUMBERS = 1L << 28;

    /** While a model is loaded, each number has four copies: stored, read by its format, passed on, and in the model. */
    private static final int BYTES_PER_NUMBER = 4 * Double.BYTES;

    /**
     * The longest dimension of an array without numbers: 1000×0 is legitimate, 2 billion×0 would exhaust memory with empty
     * rows.
     */
    private static final int LONGEST_WITHOUT_NUMBERS = 1 << 20;

    private static final int MOST_DIMENSIONS = 8;

    /** The maximum depth of nested models; the outermost has depth 0. */
    private static final int MAX_DEPTH = 8;

    private static final int MOST_PARTS = 1 << 12;

    /** The maximum length of a word, a symbol or the recipe, in UTF-16 units. */
    static final int LONGEST_TEXT = 1 << 24;

    /** The maximum length of the name of a word or provenance entry, in UTF-16 units. */
    static final int LONGEST_NAME = 1000;

    /** The maximum size of the header in NPZ, in bytes: symbols, words and shapes. */
    static final int LONGEST_HEADER = 1 << 26;

    /** The maximum number of singular values; more than any decomposition in this project has. */
    private static final int MOST_SINGULAR_VALUES = 1 << 16;

    /** Used only to check names. */
    private static final Tensor NO_NUMBERS = Tensor.vector(new double[0]);
    private static final Alphabet ANY = Alphabet.numbered(1);

    private final long mostNumbers;
    private final String reason;

    private ModelLimits(long mostNumbers, String reason) {
        this.mostNumbers = mostNumbers;
        this.reason = reason;
    }

    /** The limits of this process: as many numbers as fit into its memory, at most as many as the format allows. */
    static ModelLimits ofThisProcess() {
        long memory = Runtime.getRuntime().maxMemory();
        long fitting = memory / BYTES_PER_NUMBER;
        return fitting < MOST_NUMBERS
                ? new ModelLimits(fitting, ", as many as fit into the memory of this process (" + (memory >> 20)
                        + " MiB; java -Xmx sets it)")
                : new ModelLimits(MOST_NUMBERS, "");
    }

    /** Limits with another number of numbers. */
    static ModelLimits of(long mostNumbers) {
        return new ModelLimits(mostNumbers, "");
    }

    /** The number of entries of a shape without negative lengths, capped just above the maximum of a model. */
    static long size(int[] shape) {
        long size = 1;
        for (int length : shape) {
            if (length == 0) {
                return 0;
            }
            // Does not overflow: the product is capped, and a length is below 2³¹.
            size = Math.min(size * length, MOST_NUMBERS + 1);
        }
        return size;
    }

    /** Returns a new counter for one model. */
    Count count() {
        return new Count();
    }

    /**
     * Checks a model before it is written.
     *
     * @throws ModelFileException if it could not be read back
     */
    void check(StoredModel stored, LearnedModel learned) throws ModelFileException {
        Count count = count();
        count.text("the recipe", learned.recipe());
        count.texts(learned.provenance());
        count.texts(learned.notation().map(Notation::words).orElse(Map.of()));
        if (learned.singularValues().isPresent()) {
            count.singularValues(learned.singularValues().get().values().length);
        }
        check(stored, 0, count);
    }

    private static void check(StoredModel stored, int depth, Count count) throws ModelFileException {
        count.text("the kind", stored.kind());
        for (String name : stored.space().names()) {
            count.text(stored.space().kind() == Space.Kind.SYMBOLS ? "a symbol" : "a channel", name);
        }
        for (String name : stored.inputs().map(Space::names).orElse(List.of())) {
            count.text("an input", name);
        }
        count.texts(stored.words());
        for (Map.Entry<String, Tensor> tensor : stored.tensors().entrySet()) {
            count.array(tensor.getKey(), tensor.getValue().shape());
        }
        for (Map.Entry<String, StoredModel> part : stored.parts().entrySet()) {
            count.part(part.getKey(), depth + 1);
            check(part.getValue(), depth + 1, count);
        }
    }

    /** Counts the parts of one model as they are read. Not thread-safe. */
    final class Count {

        private final CharsetEncoder utf8 = StandardCharsets.UTF_8.newEncoder();
        private long numbers;
        private int parts;

        private Count() {}

        /** Counts an array and returns its number of entries. Called before memory is allocated for it. */
        int array(String name, int[] shape) throws ModelFileException {
            checkName(name);
            if (shape.length > MOST_DIMENSIONS) {
                throw new ModelFileException("an array must have at most " + MOST_DIMENSIONS + " dimensions; " + name + " has "
                        + shape.length);
            }
            for (int length : shape) {
                if (length < 0) {
                    throw new ModelFileException("a shape must have no negative length; that of " + name + " is "
                            + Arrays.toString(shape));
                }
            }
            long size = size(shape);
            if (size == 0 && Arrays.stream(shape).anyMatch(length -> length > LONGEST_WITHOUT_NUMBERS)) {
                throw new ModelFileException("an array without numbers must have no length above " + LONGEST_WITHOUT_NUMBERS
                        + "; the shape of " + name + " is " + Arrays.toString(shape));
            }
            numbers += size;
            if (numbers > mostNumbers) {
                throw new ModelFileException("a model must have at most " + mostNumbers + " numbers" + reason + "; with " + name
                        + " it would have more");
            }
            return (int) size;
        }

        /** Counts a nested model. */
        void part(String name, int depth) throws ModelFileException {
            checkName(name);
            if (depth > MAX_DEPTH) {
                throw new ModelFileException(
                        "models may be nested at most " + MAX_DEPTH + " deep; " + name + " is nested deeper");
            }
            if (++parts > MOST_PARTS) {
                throw new ModelFileException("a model must have at most " + MOST_PARTS + " nested models; with " + name
                        + " it would have more");
            }
        }

        /** Checks the number of singular values. */
        void singularValues(int found) throws ModelFileException {
            if (found > MOST_SINGULAR_VALUES) {
                throw new ModelFileException(
                        "a model must have at most " + MOST_SINGULAR_VALUES + " singular values; it has more");
            }
        }

        /** Checks the length of a text. */
        void text(String what, String text) throws ModelFileException {
            if (text.length() > LONGEST_TEXT) {
                throw new ModelFileException(what + " must have at most " + LONGEST_TEXT + " characters; found "
                        + text.length());
            }
        }

        private void texts(Map<String, String> texts) throws ModelFileException {
            for (Map.Entry<String, String> text : texts.entrySet()) {
                if (text.getKey().length() > LONGEST_NAME) {
                    throw new ModelFileException("a name must have at most " + LONGEST_NAME + " characters; found "
                            + ModelFileException.quoted(text.getKey()));
                }
                if (!utf8.canEncode(text.getKey())) {
                    throw new ModelFileException("a name must not have unpaired surrogates; found one in "
                            + ModelFileException.quoted(text.getKey()));
                }
                text(ModelFileException.quoted(text.getKey()), text.getValue());
            }
        }

        /** Checks a name by the rule of the API; NPZ reserves one name. */
        private void checkName(String name) throws ModelFileException {
            if (name.equals(ModelNpz.HEADER)) {
                throw new ModelFileException("an array must not be called '" + name + "'; that is the name of the header");
            }
            try {
                StoredModel.builder("any", ANY).tensor(name, NO_NUMBERS);
            } catch (IllegalArgumentException e) {
                throw new ModelFileException(e.getMessage(), e);
            }
        }
    }
}
