package psr.launcher.models;

import java.nio.charset.CharsetEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;

import psr.api.data.Alphabet;
import psr.api.data.Notation;
import psr.api.store.LearnedModel;
import psr.api.store.StoredModel;
import psr.api.store.Tensor;

/**
 * How large a model in a file may be. The one place for it: what is saved is held to the same limits as what is read, so
 * whatever was saved can be loaded by a process with as much memory. Immutable and thread-safe.
 */
final class ModelLimits {

    /**
     * All numbers of a model together, whatever the memory: 2 GiB of them. Above it one array comes near the longest that
     * Java has, and the file as JSON above 5 GB.
     */
    private static final long MOST_NUMBERS = 1L << 28;

    /** While a model is loaded a number is there four times: stored, taken out by its format, handed over, in the model. */
    private static final int BYTES_PER_NUMBER = 4 * Double.BYTES;

    /** Of an array without numbers: 1000×0 is an array, 2 billion×0 an attack on the memory of who makes rows. */
    private static final int LONGEST_WITHOUT_NUMBERS = 1 << 20;

    private static final int MOST_DIMENSIONS = 8;

    /** Models within models within …: the outermost is at depth 0. */
    private static final int DEEPEST = 8;

    private static final int MOST_PARTS = 1 << 12;

    /** UTF-16 units of a word, a symbol, the recipe. */
    static final int LONGEST_TEXT = 1 << 24;

    /** UTF-16 units of the name of a word or of a piece of provenance. */
    static final int LONGEST_NAME = 1000;

    /** Bytes of the header in NPZ: symbols, words and shapes. */
    static final int LONGEST_HEADER = 1 << 26;

    /** Singular values that a learner saw; more than any decomposition here has. */
    private static final int MOST_SINGULAR_VALUES = 1 << 16;

    /** Asked for its rule of names only. */
    private static final Tensor NO_NUMBERS = Tensor.vector(new double[0]);
    private static final Alphabet ANY = Alphabet.numbered(1);

    private final long mostNumbers;
    private final String because;

    private ModelLimits(long mostNumbers, String because) {
        this.mostNumbers = mostNumbers;
        this.because = because;
    }

    /** As many numbers as this process can hold, and never more than the format allows. */
    static ModelLimits ofThisProcess() {
        long memory = Runtime.getRuntime().maxMemory();
        long fitting = memory / BYTES_PER_NUMBER;
        return fitting < MOST_NUMBERS
                ? new ModelLimits(fitting, ", as many as the memory of this process holds (" + (memory >> 20)
                        + " MiB; java -Xmx sets it)")
                : new ModelLimits(MOST_NUMBERS, "");
    }

    /** Another limit on the numbers of a model. */
    static ModelLimits of(long mostNumbers) {
        return new ModelLimits(mostNumbers, "");
    }

    /** How many numbers a shape without negative lengths holds; where that is more than any model may have, one more. */
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

    /** Begins to count what one model has. */
    Count count() {
        return new Count();
    }

    /**
     * Checks a model that is to be written.
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
        for (String symbol : stored.alphabet().names()) {
            count.text("a symbol", symbol);
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

    /** What one model has so far, as it is announced. Used by one thread. */
    final class Count {

        private final CharsetEncoder utf8 = StandardCharsets.UTF_8.newEncoder();
        private long numbers;
        private int parts;

        private Count() {}

        /** Counts an array; how many numbers it has. Nothing of that size has been made yet. */
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
                throw new ModelFileException("a model must have at most " + mostNumbers + " numbers" + because + "; with " + name
                        + " it would have more");
            }
            return (int) size;
        }

        /** Counts a model within the model. */
        void part(String name, int depth) throws ModelFileException {
            checkName(name);
            if (depth > DEEPEST) {
                throw new ModelFileException("models may stand within models " + DEEPEST + " deep; " + name + " stands deeper");
            }
            if (++parts > MOST_PARTS) {
                throw new ModelFileException("a model must have at most " + MOST_PARTS + " models within; with " + name
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
                    throw new ModelFileException("a name must be whole characters; found half of one in "
                            + ModelFileException.quoted(text.getKey()));
                }
                text(ModelFileException.quoted(text.getKey()), text.getValue());
            }
        }

        /** The rule of names is that of the API; NPZ keeps one for itself. */
        private void checkName(String name) throws ModelFileException {
            if (name.equals(ModelNpz.HEADER)) {
                throw new ModelFileException("an array must not be called '" + name + "'; the header is");
            }
            try {
                StoredModel.builder("any", ANY).tensor(name, NO_NUMBERS);
            } catch (IllegalArgumentException e) {
                throw new ModelFileException(e.getMessage(), e);
            }
        }
    }
}
