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

/** The contract of learners, refiners and combiners. */
final class TrainingContract {

    private TrainingContract() {}

    /** Checks a learner on data and on variants of them. */
    static <S extends Record> List<String> check(Learner<S> learner, S settings, TrainingData data) {
        ContractAssertions assertions = new ContractAssertions();
        SettingsContract.check(learner, assertions);
        trained(assertions, "learn", data, run -> learner.learn(data, settings, run));
        for (TrainingData other : variants(data)) {
            tried(assertions, "learn", other, run -> learner.learn(other, settings, run));
        }
        return assertions.broken();
    }

    /** Checks a refiner on a start and data. */
    static <S extends Record> List<String> check(Refiner<S> refiner, S settings, Model start,
            TrainingData data) {
        ContractAssertions assertions = new ContractAssertions();
        SettingsContract.check(refiner, assertions);
        assertions.check(refiner.objection(start).isEmpty(), "objection() must be empty for a model it can refine; it says: "
                + refiner.objection(start).orElse(""));
        assertions.check(refiner.objection(new Stranger(start.alphabet())) != null, "objection() must not return null");
        double share = refiner.validationShare(settings);
        assertions.check(share >= 0 && share < 1, "validationShare() must be at least 0 and below 1; it is " + share);
        double[] before = ModelContract.trace(start, data.sequences());
        trained(assertions, "refine", data, run -> refiner.refine(start, data, settings, run));
        if (data.alphabet().end().isEmpty()) {
            TrainingData one = Contracts.joined(data);
            tried(assertions, "refine", one, run -> refiner.refine(start, one, settings, run));
        }
        assertions.check(Arrays.equals(before, ModelContract.trace(start, data.sequences())),
                "refine() must not change its start");
        return assertions.broken();
    }

    /** Checks a combiner on models. */
    static <S extends Record> List<String> check(Combiner<S> combiner, S settings, List<Model> models,
            TrainingData data) {
        ContractAssertions assertions = new ContractAssertions();
        SettingsContract.check(combiner, assertions);
        double share = combiner.validationShare(settings);
        assertions.check(share >= 0 && share < 1, "validationShare() must be at least 0 and below 1; it is " + share);
        List<double[]> before = models.stream().map(model -> ModelContract.trace(model, data.sequences())).toList();
        trained(assertions, "combine", data, run -> combiner.combine(List.copyOf(models), data, settings, run));
        for (int i = 0; i < models.size(); i++) {
            assertions.check(Arrays.equals(before.get(i), ModelContract.trace(models.get(i), data.sequences())),
                    "combine() must not change its models");
        }
        return assertions.broken();
    }

    /** Variants of the same data. */
    private static List<TrainingData> variants(TrainingData data) {
        return data.alphabet().end().isPresent() ? List.of() : List.of(Contracts.ended(data), Contracts.joined(data));
    }

    /** One way to make a model in a run. */
    private interface Training {
        Model in(Run run) throws Exception;
    }

    /** The common contract of learners and refiners. */
    private static void trained(ContractAssertions assertions, String verb, TrainingData data, Training training) {
        String hash = data.sequences().sha256();
        Listening run = new Listening(Integer.MAX_VALUE);
        Model first = assertions.attempt(verb + "() must make a model", () -> training.in(run.run()));
        Model again = assertions.attempt(verb + "() must work twice",
                () -> training.in(new Listening(Integer.MAX_VALUE).run()));
        if (first == null || again == null) {
            return;
        }
        assertions.check(data.sequences().sha256().equals(hash), verb + "() must not change the data");
        assertions.check(first.alphabet().equals(data.alphabet()), "the model must have the alphabet of the data");
        ModelContract.check(first, data.sequences(), assertions);
        double[] trace = ModelContract.trace(first, data.sequences());
        boolean same = Arrays.equals(trace, ModelContract.trace(again, data.sequences()));
        assertions.check(same, "the same seed must give the same model, bit for bit");
        for (Model meanwhile : assertions.atOnce(verb + "()", () -> training.in(new Listening(Integer.MAX_VALUE).run()))) {
            assertions.check(!same || Arrays.equals(trace, ModelContract.trace(meanwhile, data.sequences())),
                    "the same seed must give the same model, also on two threads at once");
        }
        assertions.check(run.ordered, "iterated() must be called with 0 or 1 first, then with one more each time");
        if (run.calls > 0) {
            Listening brief = new Listening(1);
            Model stopped = assertions.attempt("if stopped, " + verb + "() must return the model it has",
                    () -> training.in(brief.run()));
            assertions.check(stopped == null || brief.calls == 1,
                    "if stopped, " + verb + "() must not iterate again; it did " + (brief.calls - 1) + " times");
        }
    }

    /** The contract of learners and refiners for data that they may reject. */
    private static void tried(ContractAssertions assertions, String verb, TrainingData data, Training training) {
        String shape = data.alphabet().end().isPresent() ? "sequences with an end" : "one long sequence";
        Model model;
        try {
            model = training.in(new Listening(Integer.MAX_VALUE).run());
        } catch (IllegalArgumentException | LearningException e) {
            assertions.check(e.getMessage() != null && !e.getMessage().isBlank(), verb + "() must have a message when it rejects "
                    + shape + "; it threw " + e);
            return;
        } catch (Exception | LinkageError | StackOverflowError | AssertionError e) {
            assertions.check(false, verb + "() must accept " + shape + ", or reject them with an IllegalArgumentException or a"
                    + " LearningException; it threw " + e);
            return;
        }
        assertions.check(model != null, verb + "() must make a model of " + shape + "; it returned null");
        if (model != null) {
            boolean fits = model.alphabet().equals(data.alphabet());
            assertions.check(fits, "the model must have the alphabet of the data, including the end");
            if (fits) {
                ModelContract.check(model, data.sequences(), assertions);
            }
        }
    }

    /** Stops a run after some calls of iterated, and records its arguments. */
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

    /** A model of an unknown class, which refiners may reject. */
    private record Stranger(Alphabet alphabet) implements Model {
        @Override
        public Filter filter() {
            throw new UnsupportedOperationException("objection() must not filter the model");
        }
    }
}
