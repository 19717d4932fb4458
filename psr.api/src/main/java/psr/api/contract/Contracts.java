package psr.api.contract;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

import psr.api.data.Alphabet;
import psr.api.data.Channels;
import psr.api.data.Sequences;
import psr.api.data.Symbols;
import psr.api.data.Vectors;
import psr.api.eval.Metric;
import psr.api.learn.Combiner;
import psr.api.learn.Learner;
import psr.api.learn.Refiner;
import psr.api.linear.Hmm;
import psr.api.model.Model;
import psr.api.source.Dataset;
import psr.api.source.DatasetSource;
import psr.api.store.ModelFormat;
import psr.api.text.Notation;

/**
 * Checks whether a service fulfills its contract; returns a list of violations as text, empty if there are none. Each
 * check takes as long as a few calls of the service.
 */
public final class Contracts {

    /** The checks of every service. */
    private static final List<String> ALL = List.of("settings: declared with help, limits enforced, read as they are written");
    /** The checks of every model and its filter. */
    private static final List<String> MODELS = List.of("models: the space of the data; finite predictions, also some steps ahead",
            "filters: reset, copy and skip; predictions change nothing; symbols beyond the alphabet are rejected");
    private static final List<String> TRAINING = List.of("results: a model, the data unchanged",
            "seeds: the same one gives the same model, bit for bit, also on two threads at once",
            "iterations: counted one by one; if stopped early, the current model is returned");

    /** The seed of all checks. */
    static final long SEED = 7;

    private Contracts() {}

    /**
     * Sample data for checks: sequences of a hidden Markov model with three states and three symbols.
     *
     * @param sequences their number
     * @param length the length of each
     */
    public static Symbols sample(int sequences, int length) {
        Hmm hmm = sampleModel();
        SplittableRandom random = new SplittableRandom(SEED);
        Symbols.Builder builder = new Symbols.Builder();
        for (int i = 0; i < sequences; i++) {
            int[] sequence = new int[length];
            int state = draw(hmm.initial(), random);
            for (int t = 0; t < length; t++) {
                sequence[t] = draw(hmm.emission()[state], random);
                state = draw(hmm.transition()[state], random);
            }
            builder.add(sequence);
        }
        return builder.build(hmm.alphabet());
    }

    /** The model that {@link #sample} uses. */
    public static Hmm sampleModel() {
        return new Hmm(Alphabet.of(List.of("a", "b", "c")), new double[] {.5, .3, .2},
                new double[][] {{.7, .2, .1}, {.1, .8, .1}, {.2, .2, .6}},
                new double[][] {{.8, .1, .1}, {.1, .7, .2}, {.2, .1, .7}});
    }

    /** A model of vectors, for checks of metrics: it expects the last row again. */
    public static Model sampleModel(Channels channels) {
        return new LastRow(channels);
    }

    private static int draw(double[] distribution, SplittableRandom random) {
        double u = random.nextDouble();
        double sum = 0;
        for (int i = 0; i < distribution.length - 1; i++) {
            sum += distribution[i];
            if (u < sum) {
                return i;
            }
        }
        return distribution.length - 1;
    }

    /**
     * Sample data for checks: two channels that depend on a hidden state and, if there are inputs, on one channel of inputs.
     *
     * @param sequences their number
     * @param length the length of each
     * @param inputs whether there are inputs
     */
    public static Vectors sampleVectors(int sequences, int length, boolean inputs) {
        SplittableRandom random = new SplittableRandom(SEED);
        Vectors.Builder rows = new Vectors.Builder(Channels.of("x", "y").withUnits("m", "m/s"));
        Vectors.Builder actions = new Vectors.Builder(Channels.of("u"));
        for (int i = 0; i < sequences; i++) {
            double[][] row = new double[length][2];
            double[][] action = new double[length][1];
            double position = random.nextDouble() - .5;
            double velocity = random.nextDouble() - .5;
            for (int t = 0; t < length; t++) {
                action[t][0] = random.nextDouble() - .5;
                velocity = .9 * velocity - .3 * position + (inputs ? .5 * action[t][0] : 0) + .2 * (random.nextDouble() - .5);
                position += velocity;
                row[t][0] = 20 + position + .1 * (random.nextDouble() - .5);
                row[t][1] = velocity + .1 * (random.nextDouble() - .5);
            }
            rows.add(row);
            actions.add(action);
        }
        return inputs ? rows.build().withInputs(actions.build()) : rows.build();
    }

    /**
     * The same sequences, cut at different lengths, with an end, like data whose sequences stop by themselves.
     *
     * @param data without an end
     */
    public static Symbols ended(Symbols data) {
        Alphabet alphabet = data.alphabet().withEnd(Notation.END);
        Symbols.Builder builder = new Symbols.Builder();
        for (int i = 0; i < data.count(); i++) {
            int length = data.length(i) - i % (data.length(i) / 2 + 1);
            int[] sequence = Arrays.copyOf(data.copy(i), length + 1);
            sequence[length] = alphabet.end().getAsInt();
            builder.add(sequence);
        }
        return builder.build(alphabet);
    }

    /**
     * The same sequences, with their inputs, concatenated to one, like data that never stop.
     *
     * @param data without an end
     */
    public static Sequences joined(Sequences data) {
        Sequences one = data.select(0);
        for (int i = 1; i < data.count(); i++) {
            one = one.continuedBy(data.select(i));
        }
        return one;
    }

    /**
     * Checks a learner on data. Symbols without an end are also tried with an end ({@link #ended}) and as one sequence
     * ({@link #joined}), vectors as one sequence and with missing values; these variants a learner may reject with the
     * exceptions for unsuitable data.
     */
    public static <S extends Record> List<String> check(Learner<S> learner, S settings, Sequences data) {
        return TrainingContract.check(learner, settings, data);
    }

    /**
     * Checks a refiner on a start and data; if these have no end, also on one long sequence ({@link #joined}), which it
     * may reject. To check it on data with an end, pass such data and a start over their alphabet.
     */
    public static <S extends Record> List<String> check(Refiner<S> refiner, S settings, Model start, Sequences data) {
        return TrainingContract.check(refiner, settings, start, data);
    }

    /** Checks a combiner on models over the space of the data. */
    public static <S extends Record> List<String> check(Combiner<S> combiner, S settings, List<Model> models,
            Sequences data) {
        return TrainingContract.check(combiner, settings, models, data);
    }

    /** Checks a data set source. */
    public static <S extends Record> List<String> check(DatasetSource<S> source, S settings) {
        return SourceContract.check(source, settings);
    }

    /** Checks a metric on a model and a data set. */
    public static <S extends Record> List<String> check(Metric<S> metric, S settings, Model model, Dataset data) {
        return MetricContract.check(metric, settings, model, data);
    }

    /** Checks a model along sequences over its space, with the inputs that it needs. */
    public static List<String> check(Model model, Sequences sequences) {
        ContractAssertions assertions = new ContractAssertions();
        ModelContract.check(model, sequences, assertions);
        return assertions.broken();
    }

    /**
     * Checks the format of a model, along sequences over its space. Nested models must be of the same kind or of a kind of
     * {@link psr.api.linear}.
     */
    public static <M extends Model> List<String> check(ModelFormat<M> format, M model, Sequences sequences) {
        return FormatContract.check(format, model, sequences);
    }

    /**
     * Describes the checks of a kind of service for users, one line per group.
     *
     * @param service the interface of the kind, for example {@code Learner.class}
     * @throws IllegalArgumentException if there are no checks for this class
     */
    public static List<String> rules(Class<?> service) {
        List<String> rules = new ArrayList<>(ALL);
        if (service == Learner.class) {
            rules.addAll(TRAINING);
            rules.addAll(MODELS);
            rules.add(
                    "variants of the data: sequences with an end, one long sequence, missing values: a model, or a rejection with a message");
        } else if (service == Refiner.class) {
            rules.addAll(TRAINING);
            rules.addAll(MODELS);
            rules.add("initial models: unchanged; models of other kinds are rejected by objection(), not filtered");
        } else if (service == Combiner.class) {
            rules.addAll(TRAINING);
            rules.addAll(MODELS);
            rules.add("the combined models: unchanged");
        } else if (service == DatasetSource.class) {
            rules.add(
                    "data: at least one training sequence, of the declared kind, with an origin; both parts together contain all observations");
            rules.add("seeds: the same one gives the same data, also on two threads at once; any seed works");
            rules.add("notation: every symbol that is written is read back as itself");
            rules.add("the true model, if there is one: the checks of every model");
        } else if (service == Metric.class) {
            rules.add("measures: unique names, the same on every call; one finite number or NaN for each");
            rules.add(
                    "meters: the same sequences give the same values; model and walk unchanged; no sequences at all are accepted");
        } else {
            throw new IllegalArgumentException("a service must be a Learner, Refiner, Combiner, DatasetSource or Metric; found "
                    + service.getName());
        }
        return List.copyOf(rules);
    }
}
