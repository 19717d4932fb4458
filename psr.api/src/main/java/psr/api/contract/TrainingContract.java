package psr.api.contract;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

import psr.api.data.Alphabet;
import psr.api.data.Sequences;
import psr.api.data.Space;
import psr.api.data.Symbols;
import psr.api.data.Vectors;
import psr.api.learn.Combiner;
import psr.api.learn.Learner;
import psr.api.learn.LearningException;
import psr.api.learn.Refiner;
import psr.api.learn.Run;
import psr.api.learn.SeededRun;
import psr.api.model.Filter;
import psr.api.model.Model;
import psr.api.settings.ValidationError;

/** The contract of learners, refiners and combiners. */
final class TrainingContract {

    private TrainingContract() {}

    /** Checks a learner on data and on variants of them. */
    static <S extends Record> List<String> check(Learner<S> learner, S settings, Sequences data) {
        ContractAssertions assertions = new ContractAssertions();
        SettingsContract.check(learner, assertions);
        assertions.check(learner.objection(data, settings).isEmpty(),
                "objection() must be empty for data that it can learn from; it"
                        + " says: " + learner.objection(data, settings).map(ValidationError::message).orElse(""));
        trained(assertions, "learn", data, run -> learner.learn(data, settings, run));
        variants(data)
                .forEach((name, other) -> tried(assertions, "learn", name, other, run -> learner.learn(other, settings, run)));
        return assertions.broken();
    }

    /** Checks a refiner on a start and data. */
    static <S extends Record> List<String> check(Refiner<S> refiner, S settings, Model start,
            Sequences data) {
        ContractAssertions assertions = new ContractAssertions();
        SettingsContract.check(refiner, assertions);
        assertions.check(refiner.objection(start, data, settings).isEmpty(),
                "objection() must be empty for a model it can refine; it says: "
                        + refiner.objection(start, data, settings).map(ValidationError::message).orElse(""));
        assertions.check(refiner.objection(new Stranger(start.space()), data, settings) != null,
                "objection() must not return null");
        double share = refiner.validationShare(settings);
        assertions.check(share >= 0 && share < 1, "validationShare() must be at least 0 and below 1; it is " + share);
        double[] before = ModelContract.trace(start, data);
        trained(assertions, "refine", data, run -> refiner.refine(start, data, settings, run));
        if (cuttable(data)) {
            Sequences one = Contracts.joined(data);
            tried(assertions, "refine", "one long sequence", one, run -> refiner.refine(start, one, settings, run));
        }
        assertions.check(Arrays.equals(before, ModelContract.trace(start, data)),
                "refine() must not change its start");
        return assertions.broken();
    }

    /** Checks a combiner on models. */
    static <S extends Record> List<String> check(Combiner<S> combiner, S settings, List<Model> models,
            Sequences data) {
        ContractAssertions assertions = new ContractAssertions();
        SettingsContract.check(combiner, assertions);
        double share = combiner.validationShare(settings);
        assertions.check(share >= 0 && share < 1, "validationShare() must be at least 0 and below 1; it is " + share);
        List<double[]> before = models.stream().map(model -> ModelContract.trace(model, data)).toList();
        trained(assertions, "combine", data, run -> combiner.combine(List.copyOf(models), data, settings, run));
        for (int i = 0; i < models.size(); i++) {
            assertions.check(Arrays.equals(before.get(i), ModelContract.trace(models.get(i), data)),
                    "combine() must not change its models");
        }
        return assertions.broken();
    }

    /** Whether sequences without an end may be concatenated. */
    private static boolean cuttable(Sequences data) {
        return !(data.space() instanceof Alphabet alphabet) || alphabet.end().isEmpty();
    }

    /** Variants of the same data, with what they are called. */
    private static Map<String, Sequences> variants(Sequences data) {
        if (!cuttable(data)) {
            return Map.of();
        }
        Map<String, Sequences> variants = new LinkedHashMap<>();
        if (data instanceof Symbols symbols && data.inputs().isEmpty()) {
            variants.put("sequences with an end", Contracts.ended(symbols));
        }
        variants.put("one long sequence", Contracts.joined(data));
        if (data instanceof Vectors vectors) {
            variants.put("missing values", withGaps(vectors));
        }
        return variants;
    }

    /** Every tenth value is missing, and one whole row. */
    private static Vectors withGaps(Vectors data) {
        Vectors.Builder builder = new Vectors.Builder(data.channels());
        int d = data.channels().size();
        for (int i = 0; i < data.count(); i++) {
            double[] rows = data.copy(i);
            for (int k = i; k < rows.length; k += 10) {
                rows[k] = Double.NaN;
            }
            int row = rows.length / d / 2 * d;
            Arrays.fill(rows, row, Math.min(row + d, rows.length), Double.NaN);
            builder.add(rows, 0, data.length(i));
        }
        Vectors gaps = builder.build();
        return data.inputs().map(gaps::withInputs).orElse(gaps);
    }

    /** One way to make a model in a run. */
    private interface Training {
        Model in(Run run) throws Exception;
    }

    /** The common contract of learners and refiners. */
    private static void trained(ContractAssertions assertions, String verb, Sequences data, Training training) {
        String hash = data.sha256();
        Listening run = new Listening(Integer.MAX_VALUE);
        Model first = assertions.attempt(verb + "() must make a model", () -> training.in(run.run()));
        Model again = assertions.attempt(verb + "() must work twice",
                () -> training.in(new Listening(Integer.MAX_VALUE).run()));
        if (first == null || again == null) {
            return;
        }
        assertions.check(data.sha256().equals(hash), verb + "() must not change the data");
        assertions.check(first.space().equals(data.space()), "the model must have the space of the data");
        ModelContract.check(first, data, assertions);
        double[] trace = ModelContract.trace(first, data);
        boolean same = Arrays.equals(trace, ModelContract.trace(again, data));
        assertions.check(same, "the same seed must give the same model, bit for bit");
        for (Model meanwhile : assertions.atOnce(verb + "()", () -> training.in(new Listening(Integer.MAX_VALUE).run()))) {
            assertions.check(!same || Arrays.equals(trace, ModelContract.trace(meanwhile, data)),
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
    private static void tried(ContractAssertions assertions, String verb, String shape, Sequences data, Training training) {
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
            boolean fits = model.space().equals(data.space());
            assertions.check(fits, "the model must have the space of the data, including the end");
            if (fits) {
                ModelContract.check(model, data, assertions);
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
    private record Stranger(Space space) implements Model {
        @Override
        public Filter filter() {
            throw new UnsupportedOperationException("objection() must not filter the model");
        }
    }
}
