package psr.api.source;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Objects;
import java.util.Optional;

import psr.api.data.Notation;
import psr.api.data.Sequences;
import psr.api.data.TrainingData;
import psr.api.model.Model;

/** Training and test data. Immutable and thread-safe, if its true model is. */
public final class Dataset {

    private final TrainingData training;
    private final Sequences test;
    private final boolean continues;
    private final Model oracle;
    private final double[] testProbabilities;
    private final Notation notation;
    private final String origin;

    private Dataset(Builder builder) {
        training = builder.training;
        test = builder.test;
        continues = builder.continues;
        oracle = builder.oracle;
        testProbabilities = builder.testProbabilities;
        notation = builder.notation == null ? Notation.fitting(training.alphabet()) : builder.notation;
        origin = builder.origin;
        check();
    }

    /** Builds a data set with this training part. */
    public static Builder builder(TrainingData training) {
        return new Builder(training);
    }

    private void check() {
        TrainingData.check(training.alphabet(), test);
        if (oracle != null && !oracle.alphabet().equals(training.alphabet())) {
            throw new IllegalArgumentException("the true model must be over the alphabet of the data ("
                    + training.alphabet() + "); found " + oracle.alphabet());
        }
        if (continues && (test.count() != training.sequences().count() || training.alphabet().end().isPresent())) {
            throw new IllegalArgumentException("if the test part continues the training part, each sequence must have its"
                    + " continuation, and no sequence may have an end; found " + training.sequences().count()
                    + " training and " + test.count() + " test sequences over " + training.alphabet());
        }
        if (testProbabilities != null && testProbabilities.length != test.count()) {
            throw new IllegalArgumentException("there must be a true probability for each of the " + test.count()
                    + " test sequences; found " + testProbabilities.length);
        }
        for (int i = 0; testProbabilities != null && i < testProbabilities.length; i++) {
            if (!(testProbabilities[i] >= 0 && testProbabilities[i] <= 1)) {
                throw new IllegalArgumentException("a true probability must be from 0 to 1; that of test sequence " + i
                        + " is " + testProbabilities[i]);
            }
        }
    }

    /** The data that learners see. */
    public TrainingData training() {
        return training;
    }

    /** The data that metrics see, over the same alphabet. */
    public Sequences test() {
        return test;
    }

    /**
     * Whether test sequence i continues training sequence i, as in a text that was cut in two; otherwise the test part
     * has different sequences.
     */
    public boolean continues() {
        return continues;
    }

    /** The model that generated the data, if known: the bound of every comparison. */
    public Optional<Model> oracle() {
        return Optional.ofNullable(oracle);
    }

    /** The true probabilities of the test sequences, if known; a new array. */
    public Optional<double[]> testProbabilities() {
        return Optional.ofNullable(testProbabilities).map(double[]::clone);
    }

    /** The text form of the symbols. */
    public Notation notation() {
        return notation;
    }

    /** The origin of the data, in one line: the file or generator and how it was processed. */
    public String origin() {
        return origin;
    }

    /**
     * Both parts as one: if the test part continues the training part, each sequence with its continuation; otherwise the
     * training sequences, then the test sequences.
     */
    public TrainingData together() {
        Sequences.Builder all = new Sequences.Builder();
        Sequences first = training.sequences();
        for (int i = 0; i < first.count(); i++) {
            if (continues) {
                int[] whole = new int[Math.addExact(first.length(i), test.length(i))];
                first.copy(i, whole);
                System.arraycopy(test.copy(i), 0, whole, first.length(i), test.length(i));
                all.add(whole);
            } else {
                all.add(first.copy(i));
            }
        }
        for (int i = 0; i < test.count() && !continues; i++) {
            all.add(test.copy(i));
        }
        return TrainingData.of(training.alphabet(), all.build());
    }

    /**
     * A fingerprint of the names of the alphabet, its end, and the symbols of both parts: SHA-256 in lower-case
     * hexadecimal. The origin does not matter.
     */
    public String sha256() {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            for (String name : training.alphabet().names()) {
                byte[] bytes = name.getBytes(StandardCharsets.UTF_8);
                digest.update(ByteBuffer.allocate(4).putInt(bytes.length).flip());
                digest.update(bytes);
            }
            digest.update(ByteBuffer.allocate(5).putInt(training.alphabet().end().orElse(-1))
                    .put((byte) (continues ? 1 : 0)).flip());
            digest.update(training.sequences().sha256().getBytes(StandardCharsets.US_ASCII));
            digest.update(test.sha256().getBytes(StandardCharsets.US_ASCII));
            return HexFormat.of().formatHex(digest.digest());
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }

    /** The sizes of both parts and the origin, for messages. */
    @Override
    public String toString() {
        return training + ", tested on " + test + ": " + origin;
    }

    /** Collects the parts of a data set. Not thread-safe. */
    public static final class Builder {

        private final TrainingData training;
        private Sequences test = Sequences.of();
        private boolean continues;
        private Model oracle;
        private double[] testProbabilities;
        private Notation notation;
        private String origin = "made by a program";

        private Builder(TrainingData training) {
            this.training = Objects.requireNonNull(training, "training");
        }

        /** Test sequences that are different from the training sequences; by default there are none. */
        public Builder test(Sequences sequences) {
            test = Objects.requireNonNull(sequences, "sequences");
            continues = false;
            return this;
        }

        /** Test sequences that continue the training sequences with the same numbers. */
        public Builder continuation(Sequences sequences) {
            test = Objects.requireNonNull(sequences, "sequences");
            continues = true;
            return this;
        }

        /** The model that generated the data. */
        public Builder oracle(Model model) {
            oracle = Objects.requireNonNull(model, "model");
            return this;
        }

        /** The true probabilities of the test sequences, in their order; copied. */
        public Builder testProbabilities(double... probabilities) {
            testProbabilities = probabilities.clone();
            return this;
        }

        /** The text form of the symbols; {@link Notation#fitting} by default. */
        public Builder notation(Notation written) {
            notation = Objects.requireNonNull(written, "written");
            return this;
        }

        /** The origin of the data, in one line. */
        public Builder origin(String words) {
            origin = Objects.requireNonNull(words, "words");
            return this;
        }

        /**
         * Builds the data set.
         *
         * @throws IllegalArgumentException if its parts do not match: test sequences or a true model over another
         *         alphabet, a continuation of sequences that do not exist or have an end, different numbers of true
         *         probabilities and test sequences
         */
        public Dataset build() {
            return new Dataset(this);
        }
    }
}
