package psr.api.source;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

import psr.api.data.Alphabet;
import psr.api.data.Channels;
import psr.api.data.Sequences;
import psr.api.data.Space;
import psr.api.model.Model;
import psr.api.text.Notation;

/** Training and test data. Immutable and thread-safe, if its true model is. */
public final class Dataset {

    private final Sequences training;
    private final Sequences test;
    private final boolean continues;
    private final Model trueModel;
    private final double[] trueProbabilities;
    private final Notation notation;
    private final String origin;
    private final List<String> testNames;

    private Dataset(Builder builder) {
        training = builder.training;
        // Without test sequences there is nothing to say about their space.
        test = builder.test == null ? training.select() : builder.test;
        continues = builder.continues;
        trueModel = builder.trueModel;
        trueProbabilities = builder.trueProbabilities;
        notation = builder.notation != null || !(training.space() instanceof Alphabet alphabet) ? builder.notation
                : Notation.fitting(alphabet);
        origin = builder.origin;
        testNames = builder.testNames;
        if (testNames != null && testNames.size() != test.count()) {
            throw new IllegalArgumentException("each test sequence must have a name; " + test.count() + " sequences have "
                    + testNames.size() + " names");
        }
        check();
    }

    /** Builds a data set with this training part. */
    public static Builder builder(Sequences training) {
        return new Builder(training);
    }

    private void check() {
        Space space = training.space();
        if (!test.space().equals(space) || !inputSpace(test).equals(inputSpace(training))) {
            throw new IllegalArgumentException("both parts of a data set must be over the same spaces; the training part has "
                    + training + ", the test part " + test);
        }
        if (notation != null && space.kind() != Space.Kind.SYMBOLS) {
            throw new IllegalArgumentException("only symbols have a notation; the data are over " + space);
        }
        if (trueModel != null && !trueModel.space().equals(space)) {
            throw new IllegalArgumentException("the true model must be over the space of the data (" + space + "); found "
                    + trueModel.space());
        }
        if (continues && (test.count() != training.count() || space instanceof Alphabet alphabet && alphabet.end().isPresent())) {
            throw new IllegalArgumentException("if the test part continues the training part, each sequence must have its"
                    + " continuation, and no sequence may have an end; found " + training.count()
                    + " training and " + test.count() + " test sequences over " + space);
        }
        if (trueProbabilities != null && trueProbabilities.length != test.count()) {
            throw new IllegalArgumentException("there must be a true probability for each of the " + test.count()
                    + " test sequences; found " + trueProbabilities.length);
        }
        for (int i = 0; trueProbabilities != null && i < trueProbabilities.length; i++) {
            if (!(trueProbabilities[i] >= 0 && trueProbabilities[i] <= 1)) {
                throw new IllegalArgumentException("a true probability must be from 0 to 1; that of test sequence " + i
                        + " is " + trueProbabilities[i]);
            }
        }
    }

    private static Optional<Space> inputSpace(Sequences data) {
        return data.inputs().map(Sequences::space);
    }

    /** The data that learners see. */
    public Sequences training() {
        return training;
    }

    /** The data that metrics see, over the same spaces. */
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
    public Optional<Model> trueModel() {
        return Optional.ofNullable(trueModel);
    }

    /** The true probabilities of the test sequences, if known; a new array. */
    public Optional<double[]> trueProbabilities() {
        return Optional.ofNullable(trueProbabilities).map(double[]::clone);
    }

    /** The text form of the symbols; empty if the data are not symbols. */
    public Optional<Notation> notation() {
        return Optional.ofNullable(notation);
    }

    /** The names of the test sequences, in order, for example the keys in a column of the file; empty if they have no names. Not modifiable. */
    public Optional<List<String>> testNames() {
        return Optional.ofNullable(testNames);
    }

    /** The origin of the data, in one line: the file or generator and how it was processed. */
    public String origin() {
        return origin;
    }

    /**
     * Both parts as one: if the test part continues the training part, each sequence with its continuation; otherwise the
     * training sequences, then the test sequences.
     */
    public Sequences together() {
        return continues ? training.continuedBy(test) : training.append(test);
    }

    /**
     * A fingerprint of the names of the spaces and the values of both parts: SHA-256 in lower-case hexadecimal. The origin
     * does not matter.
     */
    public String sha256() {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            digest(digest, training.space());
            training.inputs().ifPresent(inputs -> digest(digest, inputs.space()));
            digest.update((byte) (continues ? 1 : 0));
            digest.update(training.sha256().getBytes(StandardCharsets.US_ASCII));
            digest.update(test.sha256().getBytes(StandardCharsets.US_ASCII));
            return HexFormat.of().formatHex(digest.digest());
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }

    private static void digest(MessageDigest digest, Space space) {
        for (int i = 0; i < space.size(); i++) {
            digest(digest, space.names().get(i));
            if (space instanceof Channels channels) {
                digest(digest, channels.unit(i));
            }
        }
        int end = space instanceof Alphabet alphabet ? alphabet.end().orElse(-1) : -1;
        digest.update(ByteBuffer.allocate(4).putInt(end).flip());
    }

    private static void digest(MessageDigest digest, String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        digest.update(ByteBuffer.allocate(4).putInt(bytes.length).flip());
        digest.update(bytes);
    }

    /** The sizes of both parts and the origin, for messages. */
    @Override
    public String toString() {
        return training + ", tested on " + test.extent() + ": " + origin;
    }

    /** Collects the parts of a data set. Not thread-safe. */
    public static final class Builder {

        private final Sequences training;
        private Sequences test;
        private boolean continues;
        private Model trueModel;
        private double[] trueProbabilities;
        private Notation notation;
        private String origin = "made by a program";
        private List<String> testNames;

        private Builder(Sequences training) {
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
        public Builder trueModel(Model model) {
            trueModel = Objects.requireNonNull(model, "model");
            return this;
        }

        /** The true probabilities of the test sequences, in their order; copied. */
        public Builder trueProbabilities(double... probabilities) {
            trueProbabilities = probabilities.clone();
            return this;
        }

        /** The text form of the symbols; {@link Notation#fitting} by default. */
        public Builder notation(Notation written) {
            notation = Objects.requireNonNull(written, "written");
            return this;
        }

        /** The text form of the symbols, if it is known and the data are symbols. */
        public Builder notation(Optional<Notation> written) {
            notation = written.orElse(null);
            return this;
        }

        /** Sets the names of the test sequences, one for each. */
        public Builder testNames(List<String> names) {
            this.testNames = List.copyOf(names);
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
         *         space, a continuation of sequences that do not exist or have an end, different numbers of true
         *         probabilities and test sequences
         */
        public Dataset build() {
            return new Dataset(this);
        }
    }
}
