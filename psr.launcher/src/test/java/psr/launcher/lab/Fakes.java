package psr.launcher.lab;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiFunction;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;

import org.osgi.framework.Bundle;

import psr.api.contract.Contracts;
import psr.api.data.Alphabet;
import psr.api.data.Sequences;
import psr.api.data.Symbols;
import psr.api.eval.Evaluation;
import psr.api.eval.Measure;
import psr.api.eval.Meter;
import psr.api.eval.Metric;
import psr.api.eval.Walk;
import psr.api.lab.BundleVersion;
import psr.api.lab.DataPart;
import psr.api.lab.Experiment;
import psr.api.lab.Recipe;
import psr.api.lab.ServiceKind;
import psr.api.lab.Stage;
import psr.api.learn.Combiner;
import psr.api.learn.Learner;
import psr.api.learn.LearningException;
import psr.api.learn.Refiner;
import psr.api.learn.Run;
import psr.api.model.Model;
import psr.api.model.SymbolFilter;
import psr.api.settings.Configurable;
import psr.api.settings.NoSettings;
import psr.api.settings.Option;
import psr.api.settings.ValidationError;
import psr.api.source.Dataset;
import psr.api.source.DatasetSource;
import psr.api.text.Notation;
import psr.launcher.jobs.Reporting;
import psr.launcher.services.BundleHolds;
import psr.launcher.services.Selection;
import psr.launcher.services.ServiceCatalog;
import psr.launcher.services.ServiceOffer;
import psr.launcher.spi.TrialTask;

/** Small services to run the laboratory with. */
public final class Fakes {

    private static final AtomicInteger IDS = new AtomicInteger();

    private Fakes() {}

    /** A catalog of these services, registered in this order. */
    public static ServiceCatalog catalogue(ServiceOffer... offers) {
        return ServiceCatalog.of(offers);
    }

    public static ServiceOffer offer(ServiceKind kind, String name, Configurable<?> service) {
        return offer(kind, name, 0, "test", () -> service);
    }

    public static ServiceOffer offer(ServiceKind kind, String name, int ranking, String bundle, Supplier<Object> service) {
        return new ServiceOffer(kind, name, "a test's " + name, "", bundle, "1.0.0", ranking, IDS.incrementAndGet(),
                new Provided(service, false));
    }

    /** A provider of nothing. */
    public static ServiceOffer.Provider nowhere() {
        return new Provided(() -> null, false);
    }

    /** A provider of nothing, whose plugin was replaced. */
    public static ServiceOffer.Provider retired() {
        return new Provided(() -> null, true);
    }

    /** A provider whose plugin was replaced but is still held. */
    public static ServiceOffer.Provider held(Object service) {
        return new Provided(() -> service, true);
    }

    private record Provided(Supplier<Object> service, boolean retired) implements ServiceOffer.Provider {
        @Override
        public Object acquire() {
            return service.get();
        }

        @Override
        public void release(Object gone) {}
    }

    /** Holds no bundles: there are none. */
    public static BundleHolds holds() {
        return new BundleHolds() {
            @Override
            public Hold hold(Bundle bundle) {
                throw new AssertionError("there is no bundle to hold");
            }

            @Override
            public Selection exactly(List<BundleVersion> bundles) {
                return offer -> bundles.stream().anyMatch(each -> each.name().equals(offer.bundle())
                        && each.version().equals(offer.version()));
            }
        };
    }

    /** A laboratory of these services, without judge and report writers. */
    public static Lab lab(ServiceOffer... offers) {
        return lab(catalogue(offers));
    }

    public static Lab lab(ServiceCatalog catalogue) {
        return new Lab(catalogue, holds(), new Reporting(null, List.of()), Path.of(""));
    }

    /** A laboratory of all services of this class. */
    public static Lab lab() {
        return lab(all());
    }

    public static ServiceCatalog all() {
        return catalogue(offer(ServiceKind.DATASET, "coins", new Coins()), offer(ServiceKind.LEARNER, "mean", new Mean()),
                offer(ServiceKind.REFINER, "climb", new Climb()), offer(ServiceKind.REFINER, "hop", new Hop()),
                offer(ServiceKind.COMBINER, "sum", new Sum()), offer(ServiceKind.METRIC, "level", new Level()));
    }

    public static Experiment experiment(int trials, String... recipes) {
        return Experiment.builder("sample", Stage.of("coins")).description("a sample")
                .recipes(Arrays.stream(recipes).map(Recipe::parse).toList()).metrics(Stage.parseList("level"))
                .trials(trials).build();
    }

    /** A task with the data as given, without a time limit, for any bundles. */
    public static TrialTask task(String run, Experiment experiment, int trial) {
        return new TrialTask(run, experiment, trial, DataPart.asGiven(), Optional.empty(), List.of());
    }

    /** Adds levels up. */
    public static final class Sum implements Combiner<Sum.Settings> {

        public record Settings(@Option(value = "0", help = "what to hold out", min = 0, max = 0.9) double hold) {}

        @Override
        public double validationShare(Settings settings) {
            return settings.hold();
        }

        @Override
        public Model combine(List<Model> models, Sequences data, Settings settings, Run run) {
            double sum = 0;
            for (Model model : models) {
                sum += ((Flat) model).level();
            }
            return new Flat(data.space().as(Alphabet.class), sum);
        }
    }

    /** The same score for every symbol at every step: its level. */
    public record Flat(Alphabet space, double level, long repairs) implements Model {

        public Flat(Alphabet alphabet, double level) {
            this(alphabet, level, 0);
        }

        @Override
        public SymbolFilter filter() {
            return new SymbolFilter() {
                @Override
                public void reset() {}

                @Override
                public void update(int symbol) {
                    Objects.checkIndex(symbol, space.size());
                }

                @Override
                public void scores(int ahead, double[] into) {
                    Arrays.fill(into, level);
                }

                @Override
                public SymbolFilter copy() {
                    return filter();
                }

                @Override
                public long repairs() {
                    return repairs;
                }
            };
        }
    }

    /** Data that depend on the seed; the true model has level 100. */
    public static final class Coins implements DatasetSource<Coins.Settings> {

        public record Settings(@Option(value = "on", help = "whether the true model is known") boolean oracle,
                @Option(value = "20", help = "how many sequences", min = 0) int sequences) {}

        @Override
        public Dataset load(Settings settings, Run run) {
            Symbols.Builder training = new Symbols.Builder();
            RandomGenerator random = run.random("coins");
            for (int i = 0; i < settings.sequences(); i++) {
                training.add(random.nextInt(2), random.nextInt(2), random.nextInt(2));
            }
            Alphabet alphabet = Alphabet.numbered(2);
            Dataset.Builder data = Dataset.builder(training.build(alphabet)).test(training.build(alphabet))
                    .origin("a test");
            return (settings.oracle() ? data.trueModel(new Flat(alphabet, 100)) : data).build();
        }
    }

    /** One sequence of 100 coins, cut in two, written as characters. */
    public static final class Tape implements DatasetSource<NoSettings> {

        @Override
        public Dataset load(NoSettings settings, Run run) {
            RandomGenerator random = run.random("tape");
            int[] tape = IntStream.range(0, 100).map(t -> random.nextInt(2)).toArray();
            return Dataset.builder(new Symbols.Builder().add(tape, 0, 60).build(Alphabet.numbered(2)))
                    .continuation(new Symbols.Builder().add(tape, 60, 100).build(Alphabet.numbered(2)))
                    .notation(Notation.separated("none")).origin("a tape").build();
        }
    }

    /** Learns a level: the mean symbol plus some noise plus an offset. Counts its calls by offset. */
    public static final class Mean implements Learner<Mean.Settings> {

        public record Settings(@Option(value = "0", help = "what to add") double offset,
                @Option(value = "0", help = "how many sequences there must be", min = 0) int atLeast) {}

        public final Map<Double, AtomicInteger> calls = new ConcurrentHashMap<>();
        public final Map<Integer, AtomicInteger> sizes = new ConcurrentHashMap<>();

        @Override
        public Model learn(Sequences data, Settings settings, Run run) {
            calls.computeIfAbsent(settings.offset(), offset -> new AtomicInteger()).incrementAndGet();
            sizes.computeIfAbsent(data.count(), size -> new AtomicInteger()).incrementAndGet();
            if (data.count() < settings.atLeast()) {
                throw new IllegalArgumentException("at-least must be at most " + data.count()
                        + ", the number of sequences; at-least=" + settings.atLeast() + " (mean)");
            }
            double sum = run.random("noise").nextDouble() + settings.offset();
            for (int i = 0; i < data.count(); i++) {
                sum += data.as(Symbols.class).symbol(i, 0);
            }
            run.count("sums", 1);
            return new Flat(data.space().as(Alphabet.class), sum, 3);
        }
    }

    /** Adds one in each pass; returns the model of the last pass, or of the first if the setting {@code first} is on. */
    public static final class Climb implements Refiner<Climb.Settings> {

        public record Settings(@Option(value = "3", help = "passes", min = 0) int passes,
                @Option(value = "0", help = "what to hold out", min = 0, max = 0.9) double hold,
                @Option(value = "off", help = "whether to give back the model of the first pass") boolean first) {}

        @Override
        public Optional<ValidationError> objection(Model start, Sequences sequences, Settings settings) {
            return start instanceof Flat ? Optional.empty()
                    : Optional.of(ValidationError.of("climb refines a flat model; found another"));
        }

        @Override
        public double validationShare(Settings settings) {
            return settings.hold();
        }

        @Override
        public Model refine(Model start, Sequences data, Settings settings, Run run) {
            Flat best = (Flat) start;
            Flat flat = (Flat) start;
            for (int i = 1; i <= settings.passes(); i++) {
                flat = new Flat(flat.space().as(Alphabet.class), flat.level() + 1);
                best = i == 1 || !settings.first() ? flat : best;
                Flat now = flat;
                if (!run.iterated(i, () -> now)) {
                    break;
                }
            }
            return best;
        }
    }

    /** Adds its rate, scaled with the number of sequences; rejects rates above ten. */
    public static final class Hop implements Refiner<Hop.Settings> {

        public record Settings(@Option(value = "1", help = "how far", max = 100) double rate) {}

        @Override
        public Optional<ValidationError> objection(Model start, Sequences sequences, Settings settings) {
            return Optional.empty();
        }

        @Override
        public Model refine(Model start, Sequences data, Settings settings, Run run) {
            if (settings.rate() > 10) {
                throw new LearningException("too far");
            }
            double distance = Math.abs(settings.rate() - 2);
            return new Flat(start.space().as(Alphabet.class), data.count() + distance);
        }
    }

    /** The level of a flat model. */
    public static final class Level implements Metric<NoSettings> {

        public final AtomicInteger walks = new AtomicInteger();

        @Override
        public List<Measure> measures(NoSettings settings) {
            return List.of(Measure.of("mean", Measure.Better.LOWER, "the mean score"),
                    Measure.of("nothing", Measure.Better.NEITHER, "never measured"));
        }

        @Override
        public Evaluation prepare(Dataset data, NoSettings settings) {
            return model -> meter();
        }

        private Meter meter() {
            walks.incrementAndGet();
            return new Meter() {
                private double sum;
                private int steps;

                @Override
                public void step(Walk walk) {
                    sum += walk.scores(1)[0];
                    steps++;
                }

                @Override
                public double[] values() {
                    return new double[] {sum / steps, Double.NaN};
                }
            };
        }
    }

    /** A learner without settings, from a function. */
    public static Learner<NoSettings> learner(BiFunction<Symbols, Run, Model> learn) {
        return new Learner<>() {
            @Override
            public Model learn(Sequences data, NoSettings settings, Run run) {
                return learn.apply(data.as(Symbols.class), run);
            }
        };
    }

    /** A model that no other fake knows. */
    public static Model stranger() {
        return Contracts.sampleModel();
    }

    /** The action of a meter at a step. */
    public interface Step {
        void at(int t, SymbolFilter filter, double[] scores);
    }

    /** A metric of one measure that performs an action at each step and returns a given number of values. */
    public static Metric<NoSettings> metric(Step step, int values, double... given) {
        return new Metric<>() {
            @Override
            public List<Measure> measures(NoSettings settings) {
                return List.of(Measure.of("m", Measure.Better.LOWER, "a measure"));
            }

            @Override
            public Evaluation prepare(Dataset data, NoSettings settings) {
                return model -> new Meter() {

                    @Override
                    public void step(Walk walk) {
                        step.at(walk.t(), (SymbolFilter) walk.filter(), walk.scores(1));
                    }

                    @Override
                    public double[] values() {
                        return given.length > 0 ? given : new double[values];
                    }
                };
            }
        };
    }
}
