package psr.launcher.models;

import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.util.Map;
import java.util.TreeMap;

import psr.api.data.Alphabet;
import psr.api.data.Channels;
import psr.api.data.Space;
import psr.api.store.StoredModel;
import psr.api.store.Tensor;
import psr.math.hashes.Hashes;

/**
 * A fingerprint of everything that determines the predictions of a model: kind, spaces, words, every bit of the numbers,
 * the same of nested models, and the notation. The order of words, arrays and models does not matter. The algorithm is part
 * of the file format, see docs/MODEL-FILES.md.
 */
final class Fingerprint {

    private static final int CHUNK = 1024;

    private final MessageDigest digest = Hashes.sha256();
    private final ByteBuffer chunk = ByteBuffer.allocate(CHUNK * Double.BYTES);

    private Fingerprint() {}

    /**
     * SHA-256 in lower-case hexadecimal.
     *
     * @param notation the words that describe how its symbols are written; empty if unknown
     */
    static String of(StoredModel model, Map<String, String> notation) {
        Fingerprint print = new Fingerprint();
        print.text("psr-model");
        print.text(model.kind());
        print.space(model.space());
        model.inputs().ifPresent(inputs -> {
            print.text("inputs");
            print.space(inputs);
        });
        print.words(model.words());
        print.number(model.tensors().size());
        for (Map.Entry<String, Tensor> tensor : new TreeMap<>(model.tensors()).entrySet()) {
            print.text(tensor.getKey());
            int[] shape = tensor.getValue().shape();
            print.number(shape.length);
            for (int length : shape) {
                print.number(length);
            }
            print.values(tensor.getValue().values());
        }
        if (!model.parts().isEmpty()) {
            print.text("parts");
            print.number(model.parts().size());
            for (Map.Entry<String, StoredModel> part : new TreeMap<>(model.parts()).entrySet()) {
                print.text(part.getKey());
                print.text(of(part.getValue(), Map.of()));
            }
        }
        if (!notation.isEmpty()) {
            print.text("notation");
            print.words(notation);
        }
        return Hashes.hex(print.digest);
    }

    private void space(Space space) {
        if (space instanceof Channels channels) {
            text("channels");
            number(channels.size());
            for (int c = 0; c < channels.size(); c++) {
                text(channels.names().get(c));
                text(channels.unit(c));
            }
        } else {
            number(space.size());
            space.names().forEach(this::text);
            number(space.as(Alphabet.class).end().orElse(-1));
        }
    }

    private void words(Map<String, String> words) {
        number(words.size());
        for (Map.Entry<String, String> word : new TreeMap<>(words).entrySet()) {
            text(word.getKey());
            text(word.getValue());
        }
    }

    private void number(int number) {
        digest.update(ByteBuffer.allocate(Integer.BYTES).putInt(0, number));
    }

    /** The length, then the UTF-16 units, big-endian: works for any Java string, even one that UTF-8 cannot encode. */
    private void text(String text) {
        number(text.length());
        ByteBuffer units = ByteBuffer.allocate(Character.BYTES * text.length());
        units.asCharBuffer().put(text);
        digest.update(units);
    }

    private void values(double[] values) {
        for (int from = 0; from < values.length; from += CHUNK) {
            int count = Math.min(CHUNK, values.length - from);
            chunk.clear();
            chunk.asDoubleBuffer().put(values, from, count);
            digest.update(chunk.limit(count * Double.BYTES));
        }
    }
}
