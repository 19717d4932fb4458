package psr.api.contract;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.function.Supplier;

import psr.api.data.Alphabet;
import psr.api.data.Notation;
import psr.api.data.Sequences;
import psr.api.data.TrainingData;
import psr.api.data.Unknown;
import psr.api.eval.EvaluationContext;
import psr.api.eval.Measure;
import psr.api.eval.Meter;
import psr.api.eval.Metric;
import psr.api.learn.Combiner;
import psr.api.learn.Learner;
import psr.api.learn.LearningException;
import psr.api.learn.Refiner;
import psr.api.learn.Run;
import psr.api.learn.SeededRun;
import psr.api.model.Filter;
import psr.api.model.Hmm;
import psr.api.model.Model;
import psr.api.settings.Configurable;
import psr.api.settings.Schema;
import psr.api.settings.Setting;
import psr.api.source.Dataset;
import psr.api.source.DatasetSource;
import psr.api.store.ModelFormat;
import psr.api.store.ModelFormats;
import psr.api.store.StoredModel;
import psr.api.store.Tensor;

/**
 * Tries a service and returns the promises it breaks, in words; an empty list if it keeps all that can be tried. Each
 * call takes as long as a few calls of the service.
 */
public final class Contracts {

    private static final long SEED = 7;

    private Contracts() {}

    /**
     * Data to try a learner on: sequences of a hidden Markov model with three states and three symbols.
     *
     * @param sequences how many
     * @param length how long each
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

    /** The model that {@link #sample} draws from. */
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
     * The same sequences, cut at different lengths, with an end: what stops by itself.
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
     * The same sequences one after the other, as one: what goes on and on.
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

    /** Other shapes of the same data. */
    private static List<TrainingData> variants(TrainingData data) {
        return data.alphabet().end().isPresent() ? List.of() : List.of(ended(data), joined(data));
    }

    /**
     * Tries a learner on data. Where they have no end, it is also tried on the same sequences with an end ({@link #ended})
     * and as one ({@link #joined}): these it may refuse, in the ways that it may refuse data.
     */
    public static <S extends Record> List<String> check(Learner<S> learner, S settings, TrainingData data) {
        Promises promises = new Promises();
        settings(learner, promises);
        trained(promises, "learn", data, run -> learner.learn(data, settings, run));
        for (TrainingData other : variants(data)) {
            tried(promises, "learn", other, run -> learner.learn(other, settings, run));
        }
        return promises.broken();
    }

    /**
     * Tries a refiner on a start and data; where these have no end, also on one long sequence ({@link #joined}), which it may
     * refuse. Data with an end are tried by giving them, with a start over their alphabet.
     */
    public static <S extends Record> List<String> check(Refiner<S> refiner, S settings, Model start,
            TrainingData data) {
        Promises promises = new Promises();
        settings(refiner, promises);
        promises.keep(refiner.objection(start).isEmpty(), "objection() must be empty for a model it can refine; it says: "
                + refiner.objection(start).orElse(""));
        promises.keep(refiner.objection(new Stranger(start.alphabet())) != null, "objection() must not return null");
        double share = refiner.validationShare(settings);
        promises.keep(share >= 0 && share < 1, "validationShare() must be at least 0 and below 1; it is " + share);
        double[] before = trace(start, data.sequences());
        trained(promises, "refine", data, run -> refiner.refine(start, data, settings, run));
        if (data.alphabet().end().isEmpty()) {
            TrainingData one = joined(data);
            tried(promises, "refine", one, run -> refiner.refine(start, one, settings, run));
        }
        promises.keep(Arrays.equals(before, trace(start, data.sequences())), "refine() must not change its start");
        return promises.broken();
    }

    /** Tries a combiner on models over the alphabet of the data. */
    public static <S extends Record> List<String> check(Combiner<S> combiner, S settings, List<Model> models,
            TrainingData data) {
        Promises promises = new Promises();
        settings(combiner, promises);
        double share = combiner.validationShare(settings);
        promises.keep(share >= 0 && share < 1, "validationShare() must be at least 0 and below 1; it is " + share);
        List<double[]> before = models.stream().map(model -> trace(model, data.sequences())).toList();
        trained(promises, "combine", data, run -> combiner.combine(List.copyOf(models), data, settings, run));
        for (int i = 0; i < models.size(); i++) {
            promises.keep(Arrays.equals(before.get(i), trace(models.get(i), data.sequences())),
                    "combine() must not change its models");
        }
        return promises.broken();
    }

    /** Tries a data set source. */
    public static <S extends Record> List<String> check(DatasetSource<S> source, S settings) {
        Promises promises = new Promises();
        settings(source, promises);
        Dataset first = promises.make("load() must make a data set", () -> source.load(settings, new SeededRun(SEED)));
        Dataset again = promises.make("load() must work twice", () -> source.load(settings, new SeededRun(SEED)));
        Dataset other = promises.make("load() must work with any seed", () -> source.load(settings, new SeededRun(-SEED)));
        if (first == null || again == null || other == null) {
            return promises.broken();
        }
        boolean same = first.sha256().equals(again.sha256());
        promises.keep(same, "the same seed must give the same data");
        for (Dataset meanwhile : atOnce(promises, "load()", () -> source.load(settings, new SeededRun(SEED)))) {
            promises.keep(!same || first.sha256().equals(meanwhile.sha256()), "the same seed must give the same data, also on two"
                    + " threads at once");
        }
        promises.keep(first.training().sequences().total() > 0, "the training part must not be empty");
        promises.keep(!first.origin().isBlank(), "the origin must say where the data are from");
        first.oracle().ifPresent(oracle -> walks(oracle, first.test(), promises));
        // The data set itself refuses a continuation that does not fit; here it must also be one that can be learned from.
        TrainingData all = first.together();
        promises.keep(all.sequences().total() == first.training().sequences().total() + first.test().total(),
                "both parts together must have the symbols of both");
        readable(first, promises);
        SeededRun cancelled = new SeededRun(SEED).watchedBy((iteration, model) -> false);
        cancelled.iterated(0, () -> null);
        try {
            source.load(settings, cancelled);
        } catch (CancellationException e) {
            // One of the two ways to stop; the other is to be done.
        } catch (Exception e) {
            promises.keep(false, "told to stop, load() must return the data or throw CancellationException; it threw " + e);
        }
        return promises.broken();
    }

    /** Every name is read as it is written. Characters that lines are made of can only be read among others. */
    private static void readable(Dataset data, Promises promises) {
        Alphabet alphabet = data.training().alphabet();
        for (int symbol = 0; symbol < alphabet.size(); symbol++) {
            String name = alphabet.name(symbol);
            if (symbol != alphabet.end().orElse(-1) && !name.equals(data.notation().rare())
                    && !List.of(Notation.BLANK, Notation.TAB, Notation.LINE).contains(name)) {
                int[] one = {symbol};
                int[] read = promises.make("the notation must read what it writes; '" + name + "'",
                        () -> data.notation().read(data.notation().write(one, alphabet), alphabet, Unknown.ANY));
                promises.keep(read == null || Arrays.equals(one, read), "the notation must read what it writes; '" + name
                        + "' is read as " + Arrays.toString(read));
            }
        }
    }

    /** Tries a metric on a model and test sequences. */
    public static <S extends Record> List<String> check(Metric<S> metric, S settings, Model model,
            TrainingData training, Sequences test) {
        Promises promises = new Promises();
        settings(metric, promises);
        List<Measure> measures = promises.make("measures() must list what is measured", () -> metric.measures(settings));
        if (measures == null) {
            return promises.broken();
        }
        Set<String> names = new HashSet<>();
        for (Measure measure : measures) {
            promises.keep(names.add(measure.name()), "measures must have different names; '" + measure.name() + "' twice");
        }
        promises.keep(measures.equals(metric.measures(settings)), "measures() must be the same on every call");
        double[] before = trace(model, test);
        double[] first = promises.make("a meter must walk over the test data",
                () -> walk(metric.prepare(EvaluationContext.of(training, test), settings).meter(model), model, test, promises));
        double[] again = promises.make("a second meter must walk too",
                () -> walk(metric.prepare(EvaluationContext.of(training, test), settings).meter(model), model, test, promises));
        if (first != null && again != null) {
            promises.keep(first.length == measures.size(), "values() must have one number per measure, "
                    + measures.size() + "; found " + first.length);
            promises.keep(Arrays.equals(first, again), "the same walk must give the same values");
            for (double value : first) {
                promises.keep(!Double.isInfinite(value), "values must not be infinite");
            }
        }
        promises.keep(Arrays.equals(before, trace(model, test)), "a meter must not change the model");
        double[] empty = promises.make("a meter must do without any sequence",
                () -> metric.prepare(EvaluationContext.of(training, test), settings).meter(model).values());
        promises.keep(empty == null || empty.length == measures.size(), "values() must have one number per measure");
        return promises.broken();
    }

    /** Tries a model along sequences over its alphabet. */
    public static List<String> check(Model model, Sequences sequences) {
        Promises promises = new Promises();
        walks(model, sequences, promises);
        return promises.broken();
    }

    /**
     * Tries the format of a model, along sequences over its alphabet. Models within the model may be of its own kind or of
     * those of {@link psr.api.store}.
     */
    public static <M extends Model> List<String> check(ModelFormat<M> format, M model, Sequences sequences) {
        Promises promises = new Promises();
        ModelFormats formats = ModelFormats.of(format);
        String kind = promises.make("kind() must name what the file says", format::kind);
        Class<M> type = promises.make("type() must be the class of the models", format::type);
        if (kind == null || type == null) {
            return promises.broken();
        }
        promises.keep(kind.matches("[a-z0-9][a-z0-9-]*"), "kind() must be lower-case letters, digits and dashes; it is '" + kind
                + "'");
        promises.keep(kind.equals(format.kind()), "kind() must be the same on every call");
        promises.keep(type == format.type(), "type() must be the same on every call");
        promises.keep(type.isInstance(model), "type() must be the class of the model, " + model.getClass().getName() + "; it is "
                + type.getName());
        StoredModel stored = promises.make("store() must make arrays of the model", () -> format.store(model, formats));
        if (stored == null) {
            return promises.broken();
        }
        promises.keep(stored.kind().equals(kind), "store() must store the kind '" + kind + "'; it stored '" + stored.kind() + "'");
        promises.keep(stored.alphabet().equals(model.alphabet()), "store() must store the alphabet of the model");
        promises.keep(stored.equals(format.store(model, formats)), "store() must store the same model alike every time");
        M restored = promises.make("restore() must make the model again", () -> format.restore(stored, formats));
        if (restored == null) {
            return promises.broken();
        }
        promises.keep(type.isInstance(restored), "restore() must make a model of type(); it made a "
                + restored.getClass().getName());
        promises.keep(restored.alphabet().equals(model.alphabet()), "restore() must give back the alphabet");
        double[] expected = promises.make("the model must walk along the sequences", () -> traceAhead(model, sequences));
        double[] found = promises.make("a restored model must walk along the sequences", () -> traceAhead(restored, sequences));
        promises.keep(Arrays.equals(expected, found), "restore() must give back the same scores and repairs, bit for bit");
        promises.keep(stored.equals(format.store(restored, formats)), "a restored model must be stored alike");
        damaged(format, stored, formats, promises);
        return promises.broken();
    }

    /** What a format promises of files that somebody else wrote. */
    private static void damaged(ModelFormat<?> format, StoredModel stored, ModelFormats formats, Promises promises) {
        List<String> names = new ArrayList<>(stored.tensors().keySet());
        names.addAll(stored.parts().keySet());
        for (String name : names) {
            promises.refuse(IllegalArgumentException.class, "restore() must refuse a model without '" + name + "'",
                    () -> format.restore(without(name, null, stored), formats));
        }
        for (String name : stored.tensors().keySet()) {
            for (Tensor wrong : List.of(Tensor.vector(new double[0]), Tensor.vector(-Double.MAX_VALUE),
                    Tensor.of(new double[0], 0, 2), Tensor.of(new double[] {1e300, 1e300}, 1, 2))) {
                try {
                    format.restore(without(name, wrong, stored), formats);
                } catch (IllegalArgumentException e) {
                    // Refused, as it should be; where such an array makes a model it may be taken.
                } catch (RuntimeException | LinkageError | StackOverflowError e) {
                    promises.keep(false, "restore() must refuse what is no model with an IllegalArgumentException; with "
                            + wrong + " as '" + name + "' it threw " + e);
                }
            }
        }
    }

    private static StoredModel without(String name, Tensor instead, StoredModel stored) {
        StoredModel.Builder builder = StoredModel.builder(stored.kind(), stored.alphabet()).words(stored.words());
        stored.tensors().forEach((key, tensor) -> {
            if (!key.equals(name)) {
                builder.tensor(key, tensor);
            } else if (instead != null) {
                builder.tensor(key, instead);
            }
        });
        stored.parts().forEach((key, part) -> {
            if (!key.equals(name) || instead != null) {
                builder.part(key, part);
            }
        });
        return builder.build();
    }

    /** All scores along the first sequences, one and two steps ahead, and the repairs. */
    private static double[] traceAhead(Model model, Sequences sequences) {
        int n = model.alphabet().size();
        int tried = Math.min(sequences.count(), 20);
        double[] scores = new double[n];
        double[] trace = new double[sequences.range(0, tried).total() * 2 * n + 1];
        int at = 0;
        Filter filter = model.filter();
        for (int i = 0; i < tried; i++) {
            filter.reset();
            for (int t = 0; t < sequences.length(i); t++) {
                for (int ahead = 1; ahead <= 2; ahead++) {
                    filter.scores(ahead, scores);
                    System.arraycopy(scores, 0, trace, at, n);
                    at += n;
                }
                filter.update(sequences.symbol(i, t));
            }
        }
        trace[at] = filter.repairs();
        return trace;
    }

    /** Settings: declared well, and their declared limits hold. */
    private static <S extends Record> void settings(Configurable<S> service, Promises promises) {
        Schema<S> schema = promises.make("settings() must be a record whose components have @Option",
                () -> Schema.of(service.settings()));
        if (schema == null) {
            return;
        }
        promises.keep(service.settings() == service.settings(), "settings() must be the same class on every call");
        if (schema.settings().stream().noneMatch(Setting::required)) {
            promises.make("the settings must survive being written and read", () -> schema
                    .parse(schema.format(schema.defaults()), "check").equals(schema.defaults()) ? true : null);
        }
        for (Setting setting : schema.settings()) {
            promises.keep(!setting.help().isBlank(), "the setting " + setting.name() + " must have help");
            if (setting.kind() != Setting.Kind.TEXT && setting.kind() != Setting.Kind.FILE) {
                promises.refuse(IllegalArgumentException.class, "the setting " + setting.name() + " must refuse nonsense",
                        () -> schema.parse(Map.of(setting.name(), "no such value"), "check"));
            }
        }
    }

    /** One way to make a model within a run. */
    private interface Training {
        Model in(Run run) throws Exception;
    }

    /** What learners and refiners promise alike. */
    private static void trained(Promises promises, String verb, TrainingData data, Training training) {
        String hash = data.sequences().sha256();
        Listening run = new Listening(Integer.MAX_VALUE);
        Model first = promises.make(verb + "() must make a model", () -> training.in(run.run()));
        Model again = promises.make(verb + "() must work twice",
                () -> training.in(new Listening(Integer.MAX_VALUE).run()));
        if (first == null || again == null) {
            return;
        }
        promises.keep(data.sequences().sha256().equals(hash), verb + "() must not change the data");
        promises.keep(first.alphabet().equals(data.alphabet()), "the model must have the alphabet of the data");
        walks(first, data.sequences(), promises);
        double[] trace = trace(first, data.sequences());
        boolean same = Arrays.equals(trace, trace(again, data.sequences()));
        promises.keep(same, "the same seed must give the same model, bit for bit");
        for (Model meanwhile : atOnce(promises, verb + "()", () -> training.in(new Listening(Integer.MAX_VALUE).run()))) {
            promises.keep(!same || Arrays.equals(trace, trace(meanwhile, data.sequences())),
                    "the same seed must give the same model, also on two threads at once");
        }
        promises.keep(run.ordered, "iterated() must be told 0 or 1 first, then one more each time");
        if (run.calls > 0) {
            Listening brief = new Listening(1);
            Model stopped = promises.make("told to stop, " + verb + "() must return the model it has",
                    () -> training.in(brief.run()));
            promises.keep(stopped == null || brief.calls == 1,
                    "told to stop, " + verb + "() must not iterate again; it did " + (brief.calls - 1) + " times");
        }
    }

    /** What learners and refiners promise of data that they may refuse. */
    private static void tried(Promises promises, String verb, TrainingData data, Training training) {
        String shape = data.alphabet().end().isPresent() ? "sequences with an end" : "one long sequence";
        Model model;
        try {
            model = training.in(new Listening(Integer.MAX_VALUE).run());
        } catch (IllegalArgumentException | LearningException e) {
            promises.keep(e.getMessage() != null && !e.getMessage().isBlank(), verb + "() must say in words why it refuses "
                    + shape + "; it threw " + e);
            return;
        } catch (Exception | LinkageError | StackOverflowError | AssertionError e) {
            promises.keep(false, verb + "() must take " + shape + ", or refuse them with an IllegalArgumentException or a"
                    + " LearningException; it threw " + e);
            return;
        }
        promises.keep(model != null, verb + "() must make a model of " + shape + "; it returned null");
        if (model != null) {
            boolean fits = model.alphabet().equals(data.alphabet());
            promises.keep(fits, "the model must have the alphabet of the data, the end included");
            if (fits) {
                walks(model, data.sequences(), promises);
            }
        }
    }

    /** What two threads make at the same time; what one of them could not make is noted. */
    private static <T> List<T> atOnce(Promises promises, String what, Callable<T> making) {
        List<FutureTask<T>> tasks = List.of(new FutureTask<>(making), new FutureTask<>(making));
        for (FutureTask<T> task : tasks) {
            Thread thread = new Thread(task, "psr-contract");
            thread.setDaemon(true);
            thread.start();
        }
        List<T> made = new ArrayList<>();
        for (FutureTask<T> task : tasks) {
            try {
                made.add(Objects.requireNonNull(task.get(), "null"));
            } catch (ExecutionException | NullPointerException e) {
                promises.keep(false, what + " must work on two threads at once; it threw "
                        + (e.getCause() == null ? e : e.getCause()));
            } catch (InterruptedException e) {
                tasks.forEach(each -> each.cancel(true));
                Thread.currentThread().interrupt();
                promises.keep(false, what + " must come to an end on two threads; it was interrupted");
                return List.of();
            }
        }
        return made;
    }

    /** What models and their filters promise. */
    private static void walks(Model model, Sequences sequences, Promises promises) {
        Filter filter = promises.make("filter() must make a filter", model::filter);
        if (filter == null || sequences.count() == 0) {
            return;
        }
        int n = model.alphabet().size();
        int tried = Math.min(sequences.count(), 20);
        double[] scores = new double[n];
        double[] others = new double[n];
        for (int i = 0; i < tried; i++) {
            filter.reset();
            Filter fresh = model.filter();
            for (int t = 0; t < Math.min(sequences.length(i), 200); t++) {
                filter.scores(1, scores);
                fresh.scores(1, others);
                for (double score : scores) {
                    promises.keep(Double.isFinite(score), "scores must be finite");
                }
                promises.keep(Arrays.equals(scores, others), "a filter after reset() must equal a fresh one");
                filter.scores(2, others);
                for (double score : others) {
                    promises.keep(Double.isFinite(score), "scores two steps ahead must be finite");
                }
                filter.scores(1, others);
                promises.keep(Arrays.equals(scores, others), "scores() must not change the filter");
                Filter copy = filter.copy();
                copy.scores(1, others);
                promises.keep(Arrays.equals(scores, others), "copy() must be in the same state");
                copy.update(sequences.symbol(i, 0));
                filter.scores(1, others);
                promises.keep(Arrays.equals(scores, others), "a copy must walk by itself");
                skips(filter.copy(), scores, promises);
                filter.update(sequences.symbol(i, t));
                fresh.update(sequences.symbol(i, t));
            }
        }
        promises.keep(filter.repairs() >= 0, "repairs() must not be negative");
        promises.refuse(IndexOutOfBoundsException.class, "update() must refuse a symbol beyond the alphabet",
                () -> {
                    model.filter().update(n);
                    return null;
                });
    }

    /** What a filter promises of a symbol that nobody knows. */
    private static void skips(Filter filter, double[] before, Promises promises) {
        double[] scores = new double[before.length];
        boolean skipped = filter.skip();
        filter.scores(1, scores);
        for (double score : scores) {
            promises.keep(Double.isFinite(score), "scores after skip() must be finite");
        }
        promises.keep(skipped || Arrays.equals(before, scores), "skip() must change nothing where it answers no");
    }

    private static double[] walk(Meter meter, Model model, Sequences test, Promises promises) {
        Filter filter = model.filter();
        double[] scores = new double[model.alphabet().size()];
        double[] after = new double[scores.length];
        int[] sequence = new int[test.longest()];
        for (int i = 0; i < test.count(); i++) {
            int length = test.copy(i, sequence);
            filter.reset();
            meter.start(sequence, length);
            for (int t = 0; t < length; t++) {
                filter.scores(1, scores);
                meter.step(t, filter, scores);
                filter.scores(1, after);
                promises.keep(Arrays.equals(scores, after), "a meter must change neither the filter nor the scores");
                filter.update(sequence[t]);
            }
            promises.keep(Arrays.equals(test.copy(i), Arrays.copyOf(sequence, length)),
                    "a meter must not change the sequence");
        }
        return meter.values();
    }

    /** All scores along the first sequences. */
    private static double[] trace(Model model, Sequences sequences) {
        int n = model.alphabet().size();
        int tried = Math.min(sequences.count(), 20);
        double[] scores = new double[n];
        double[] trace = new double[sequences.range(0, tried).total() * n];
        int at = 0;
        Filter filter = model.filter();
        for (int i = 0; i < tried; i++) {
            filter.reset();
            for (int t = 0; t < sequences.length(i); t++) {
                filter.scores(1, scores);
                System.arraycopy(scores, 0, trace, at, n);
                at += n;
                filter.update(sequences.symbol(i, t));
            }
        }
        return trace;
    }

    /** Stops a run after some calls of iterated, and listens to what it is told. */
    private static final class Listening implements SeededRun.Watcher {

        private final int allowed;
        private int calls;
        private int last = -1;
        private boolean ordered = true;

        Listening(int allowed) {
            this.allowed = allowed;
        }

        Run run() {
            return new SeededRun(SEED).watchedBy(this);
        }

        @Override
        public boolean iterated(int iteration, Supplier<? extends Model> model) {
            ordered &= last < 0 ? iteration <= 1 && iteration >= 0 : iteration == last + 1;
            last = iteration;
            calls++;
            model.get();
            return calls < allowed;
        }
    }

    /** A model nobody knows, for refiners to object to or to take. */
    private record Stranger(Alphabet alphabet) implements Model {
        @Override
        public Filter filter() {
            throw new UnsupportedOperationException("a refiner must not filter a model it is only asked about");
        }
    }
}
