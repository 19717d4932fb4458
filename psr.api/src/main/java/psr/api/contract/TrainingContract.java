package psr.api.contract;

import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;

import psr.api.data.Alphabet;
import psr.api.data.TrainingData;
import psr.api.learn.Combiner;
import psr.api.learn.Learner;
import psr.api.learn.LearningException;
import psr.api.learn.Refiner;
import psr.api.learn.Run;
import psr.api.learn.SeededRun;
import psr.api.model.Filter;
import psr.api.model.Model;

/** What learners, refiners and combiners promise. */
final class TrainingContract {

    private TrainingContract() {}

    /** Tries a learner on data and on other shapes of them. */
    static <S extends Record> List<String> check(Learner<S> learner, S settings, TrainingData data) {
        ContractAssertions promises = new ContractAssertions();
        SettingsContract.check(learner, promises);
        trained(promises, "learn", data, run -> learner.learn(data, settings, run));
        for (TrainingData other : variants(data)) {
            tried(promises, "learn", other, run -> learner.learn(other, settings, run));
        }
        return promises.broken();
    }

    /** Tries a refiner on a start and data. */
    static <S extends Record> List<String> check(Refiner<S> refiner, S settings, Model start,
            TrainingData data) {
        ContractAssertions promises = new ContractAssertions();
        SettingsContract.check(refiner, promises);
        promises.keep(refiner.objection(start).isEmpty(), "objection() must be empty for a model it can refine; it says: "
                + refiner.objection(start).orElse(""));
        promises.keep(refiner.objection(new Stranger(start.alphabet())) != null, "objection() must not return null");
        double share = refiner.validationShare(settings);
        promises.keep(share >= 0 && share < 1, "validationShare() must be at least 0 and below 1; it is " + share);
        double[] before = ModelContract.trace(start, data.sequences());
        trained(promises, "refine", data, run -> refiner.refine(start, data, settings, run));
        if (data.alphabet().end().isEmpty()) {
            TrainingData one = Contracts.joined(data);
            tried(promises, "refine", one, run -> refiner.refine(start, one, settings, run));
        }
        promises.keep(Arrays.equals(before, ModelContract.trace(start, data.sequences())), "refine() must not change its start");
        return promises.broken();
    }

    /** Tries a combiner on models. */
    static <S extends Record> List<String> check(Combiner<S> combiner, S settings, List<Model> models,
            TrainingData data) {
        ContractAssertions promises = new ContractAssertions();
        SettingsContract.check(combiner, promises);
        double share = combiner.validationShare(settings);
        promises.keep(share >= 0 && share < 1, "validationShare() must be at least 0 and below 1; it is " + share);
        List<double[]> before = models.stream().map(model -> ModelContract.trace(model, data.sequences())).toList();
        trained(promises, "combine", data, run -> combiner.combine(List.copyOf(models), data, settings, run));
        for (int i = 0; i < models.size(); i++) {
            promises.keep(Arrays.equals(before.get(i), ModelContract.trace(models.get(i), data.sequences())),
                    "combine() must not change its models");
        }
        return promises.broken();
    }

    /** Other shapes of the same data. */
    private static List<TrainingData> variants(TrainingData data) {
        return data.alphabet().end().isPresent() ? List.of() : List.of(Contracts.ended(data), Contracts.joined(data));
    }

    /** One way to make a model within a run. */
    private interface Training {
        Model in(Run run) throws Exception;
    }

    /** What learners and refiners promise alike. */
    private static void trained(ContractAssertions promises, String verb, TrainingData data, Training training) {
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
        ModelContract.check(first, data.sequences(), promises);
        double[] trace = ModelContract.trace(first, data.sequences());
        boolean same = Arrays.equals(trace, ModelContract.trace(again, data.sequences()));
        promises.keep(same, "the same seed must give the same model, bit for bit");
        for (Model meanwhile : promises.atOnce(verb + "()", () -> training.in(new Listening(Integer.MAX_VALUE).run()))) {
            promises.keep(!same || Arrays.equals(trace, ModelContract.trace(meanwhile, data.sequences())),
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
    private static void tried(ContractAssertions promises, String verb, TrainingData data, Training training) {
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
                ModelContract.check(model, data.sequences(), promises);
            }
        }
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
            return new SeededRun(Contracts.SEED).watchedBy(this);
        }

        @Override
        public boolean iterated(int iteration, Supplier<? extends Model> model) {
            ordered &= last < 0 ? iteration <= 1 && iteration >= 0 : iteration == last + 1;
            last = iteration;
            calls++;
            Model unused = model.get();
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
