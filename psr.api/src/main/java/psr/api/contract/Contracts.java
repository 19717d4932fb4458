package psr.api.contract;

import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

import psr.api.data.Alphabet;
import psr.api.data.Notation;
import psr.api.data.Sequences;
import psr.api.data.TrainingData;
import psr.api.eval.Metric;
import psr.api.learn.Combiner;
import psr.api.learn.Learner;
import psr.api.learn.Refiner;
import psr.api.model.Hmm;
import psr.api.model.Model;
import psr.api.source.DatasetSource;
import psr.api.store.ModelFormat;

/**
 * Checks whether a service fulfills its contract; returns a list of violations as text, empty if there are none. Each
 * check takes as long as a few calls of the service.
 */
public final class Contracts {

    /** The seed of all checks. */
    static final long SEED = 7;

    private Contracts() {}

    /**
     * Sample data for checks: sequences of a hidden Markov model with three states and three symbols.
     *
     * @param sequences their number
     * @param length the length of each
     */
    public static TrainingData sample(int sequences, int length) {
        Hmm hmm = sampleModel();
        SplittableRandom random = new SplittableRandom(SEED);
        Sequences.Builder builder = new Sequences.Builder();
        for (int i = 0; i < sequences; i++) {
            int[] sequence = new int[length];
            int state = draw(hmm.initial(), random);
            for (int t = 0; t < length; t++) {
                sequence[t] = draw(hmm.emission()[state], random);
                state = draw(hmm.transition()[state], random);
            }
            builder.add(sequence);
        }
        return TrainingData.of(hmm.alphabet(), builder.build());
    }

    /** The model that {@link #sample} uses. */
    public static Hmm sampleModel() {
        return new Hmm(Alphabet.of(List.of("a", "b", "c")), new double[] {.5, .3, .2},
                new double[][] {{.7, .2, .1}, {.1, .8, .1}, {.2, .2, .6}},
                new double[][] {{.8, .1, .1}, {.1, .7, .2}, {.2, .1, .7}});
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
     * The same sequences, cut at different lengths, with an end, like data whose sequences stop by themselves.
     *
     * @param data without an end
     */
    public static TrainingData ended(TrainingData data) {
        Alphabet alphabet = data.alphabet().withEnd(Notation.END);
        Sequences.Builder builder = new Sequences.Builder();
        for (int i = 0; i < data.sequences().count(); i++) {
            int length = data.sequences().length(i) - i % (data.sequences().length(i) / 2 + 1);
            int[] sequence = Arrays.copyOf(data.sequences().copy(i), length + 1);
            sequence[length] = alphabet.end().getAsInt();
            builder.add(sequence);
        }
        return TrainingData.of(alphabet, builder.build());
    }

    /**
     * The same sequences concatenated to one, like data that never stop.
     *
     * @param data without an end
     */
    public static TrainingData joined(TrainingData data) {
        int[] all = new int[data.sequences().total()];
        int at = 0;
        for (int i = 0; i < data.sequences().count(); i++) {
            System.arraycopy(data.sequences().copy(i), 0, all, at, data.sequences().length(i));
            at += data.sequences().length(i);
        }
        return TrainingData.of(data.alphabet(), Sequences.of(all));
    }

    /**
     * Checks a learner on data. If they have no end, also on the same sequences with an end ({@link #ended}) and as one
     * ({@link #joined}), which it may reject with the exceptions for unsuitable data.
     */
    public static <S extends Record> List<String> check(Learner<S> learner, S settings, TrainingData data) {
        return TrainingContract.check(learner, settings, data);
    }

    /**
     * Checks a refiner on a start and data; if these have no end, also on one long sequence ({@link #joined}), which it
     * may reject. To check it on data with an end, pass such data and a start over their alphabet.
     */
    public static <S extends Record> List<String> check(Refiner<S> refiner, S settings, Model start,
            TrainingData data) {
        return TrainingContract.check(refiner, settings, start, data);
    }

    /** Checks a combiner on models over the alphabet of the data. */
    public static <S extends Record> List<String> check(Combiner<S> combiner, S settings, List<Model> models,
            TrainingData data) {
        return TrainingContract.check(combiner, settings, models, data);
    }

    /** Checks a data set source. */
    public static <S extends Record> List<String> check(DatasetSource<S> source, S settings) {
        return SourceContract.check(source, settings);
    }

    /** Checks a metric on a model and test sequences. */
    public static <S extends Record> List<String> check(Metric<S> metric, S settings, Model model,
            TrainingData training, Sequences test) {
        return MetricContract.check(metric, settings, model, training, test);
    }

    /** Checks a model along sequences over its alphabet. */
    public static List<String> check(Model model, Sequences sequences) {
        ContractAssertions assertions = new ContractAssertions();
        ModelContract.check(model, sequences, assertions);
        return assertions.broken();
    }

    /**
     * Checks the format of a model, along sequences over its alphabet. Nested models may be of its own kind or of those
     * of {@link psr.api.store}.
     */
    public static <M extends Model> List<String> check(ModelFormat<M> format, M model, Sequences sequences) {
        return FormatContract.check(format, model, sequences);
    }
}
