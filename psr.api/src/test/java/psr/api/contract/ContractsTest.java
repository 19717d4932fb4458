package psr.api.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;

import org.junit.jupiter.api.Test;

import psr.api.data.Alphabet;
import psr.api.data.Sequences;
import psr.api.data.Symbols;
import psr.api.eval.Evaluation;
import psr.api.eval.Measure;
import psr.api.eval.Meter;
import psr.api.eval.Metric;
import psr.api.eval.Walk;
import psr.api.learn.Learner;
import psr.api.learn.LearningException;
import psr.api.learn.Refiner;
import psr.api.learn.Run;
import psr.api.linear.Hmm;
import psr.api.linear.HmmFormat;
import psr.api.model.Model;
import psr.api.model.SymbolFilter;
import psr.api.settings.NoSettings;
import psr.api.settings.Option;
import psr.api.settings.ValidationError;
import psr.api.source.Dataset;
import psr.api.source.DatasetSource;
import psr.api.store.ModelFormat;
import psr.api.store.ModelFormats;
import psr.api.store.StoredModel;
import psr.api.text.Notation;

/** Services that fulfill the contract pass, and violations are named. */
class ContractsTest {

    private final Symbols data = Contracts.sample(30, 6);
    private final Hmm hmm = Contracts.sampleModel();
    private final NoSettings none = new NoSettings();

    /** A learner defined by its only method. */
    private record Lambda(Body body) implements Learner<NoSettings> {
        interface Body {
            Model learn(Symbols data, Run run);
        }

        @Override
        public Model learn(Sequences sequences, NoSettings settings, Run run) {
            Symbols data = sequences.as(Symbols.class);
            return body.learn(data, run);
        }
    }

    private List<String> learner(Lambda.Body body) {
        return Contracts.check(new Lambda(body), none, data);
    }

    /** A model that scores every symbol by the number of symbols seen, times a factor. */
    private record Counting(Alphabet space, double factor, boolean resets, boolean copies) implements Model {
        @Override
        public SymbolFilter filter() {
            return new SymbolFilter() {
                private int seen;

                @Override
                public void reset() {
                    seen = resets ? 0 : seen;
                }

                @Override
                public void update(int symbol) {
                    if (symbol >= space.size()) {
                        throw new IndexOutOfBoundsException(symbol);
                    }
                    seen++;
                }

                @Override
                public void scores(int ahead, double[] into) {
                    java.util.Arrays.fill(into, factor * seen);
                }

                @Override
                public SymbolFilter copy() {
                    if (!copies) {
                        return this;
                    }
                    SymbolFilter copy = new Counting(space, factor, resets, true).filter();
                    for (int i = 0; i < seen; i++) {
                        copy.update(0);
                    }
                    return copy;
                }
            };
        }
    }

    /** A fixed model over the alphabet of the data. */
    private Model fitting(Symbols d) {
        return d.alphabet().equals(hmm.alphabet()) ? hmm : new Counting(d.alphabet(), 1, true, true);
    }

    @Test
    void passesALearnerThatKeepsItsPromises() {
        assertEquals(List.of(), learner((d, run) -> fitting(d)));
        assertEquals(List.of(), learner((d, run) -> {
            for (int i = 0; i < 5; i++) {
                if (!run.iterated(i, () -> fitting(d))) {
                    break;
                }
            }
            return fitting(d);
        }));
        assertEquals(List.of(), learner((d, run) -> new Counting(d.alphabet(), 1, true, true)));
    }

    @Test
    void namesWhatALearnerBreaks() {
        assertBroken("must make a model; it returned null", learner((d, run) -> null));
        assertBroken("it threw java.lang.IllegalStateException: out of ideas", learner((d, run) -> {
            throw new IllegalStateException("out of ideas");
        }));
        AtomicLong calls = new AtomicLong();
        assertBroken("same seed must give the same model",
                learner((d, run) -> new Counting(d.alphabet(), calls.incrementAndGet(), true, true)));
        assertBroken("must have the space of the data",
                learner((d, run) -> new Counting(Alphabet.numbered(3), 1, true, true)));
        assertBroken("predictions must be finite",
                learner((d, run) -> new Counting(d.alphabet(), Double.NaN, true, true)));
        assertBroken("after reset() must equal a fresh one",
                learner((d, run) -> new Counting(d.alphabet(), 1, false, true)));
        assertBroken("a copy must be independent", learner((d, run) -> new Counting(d.alphabet(), 1, true, false)));
        assertBroken("if stopped, learn() must not iterate again; it did 2 times", learner((d, run) -> {
            run.iterated(0, () -> hmm);
            run.iterated(1, () -> hmm);
            run.iterated(2, () -> hmm);
            return hmm;
        }));
        assertBroken("one more each time", learner((d, run) -> {
            run.iterated(3, () -> hmm);
            return hmm;
        }));
    }

    @Test
    void learnersAreTriedOnSequencesWithAnEndAndOnOneLongSequence() {
        assertBroken("the model must have the space of the data, including the end", learner((d, run) -> hmm));
        assertBroken("must accept sequences with an end, or reject them", learner((d, run) -> {
            if (d.alphabet().end().isPresent()) {
                throw new IllegalStateException("no end was thought of");
            }
            return hmm;
        }));
        assertBroken("must accept one long sequence, or reject them", learner((d, run) -> {
            if (d.count() == 1) {
                throw new ArithmeticException("/ by zero");
            }
            return fitting(d);
        }));
        assertEquals(List.of(), learner((d, run) -> {
            if (d.count() == 1 || d.alphabet().end().isPresent()) {
                throw new LearningException("too few sequences");
            }
            return hmm;
        }), "it may refuse them in words");
    }

    @Test
    void learnersAreTriedOnTwoThreadsAtOnce() {
        AtomicLong inside = new AtomicLong();
        assertBroken("learn() must work on two threads at once; it threw java.lang.IllegalStateException: busy",
                learner((d, run) -> {
                    try {
                        if (inside.incrementAndGet() > 1) {
                            throw new IllegalStateException("busy");
                        }
                        // Long enough for the other thread to enter.
                        for (long since = System.nanoTime(); inside.get() == 1 && Thread.currentThread().getName()
                                .equals("psr-contract") && System.nanoTime() - since < 60_000_000_000L;) {
                            Thread.onSpinWait();
                        }
                        return fitting(d);
                    } finally {
                        inside.decrementAndGet();
                    }
                }));
    }

    @Test
    void endedAndJoinedHaveTheSymbolsOfTheData() {
        Symbols ended = Contracts.ended(data);
        assertEquals(data.count(), ended.count());
        assertTrue(java.util.stream.IntStream.range(0, 10).map(ended::length).distinct().count() > 1);
        Sequences joined = Contracts.joined(data);
        assertEquals(1, joined.count());
        assertEquals(data.total(), joined.total());
    }

    /** Settings without help texts. */
    private record Silent(@Option(value = "1", help = "") int rank) {}

    @Test
    void namesSettingsWithoutHelp() {
        assertBroken("the setting rank must have help", Contracts.check(new Learner<Silent>() {
            @Override
            public Model learn(Sequences d, Silent settings, Run run) {
                return hmm;
            }
        }, new Silent(1), data));
    }

    @Test
    void namesARefinerThatChangesItsStart() {
        double[] factor = {1};
        Model start = new Model() {
            @Override
            public Alphabet space() {
                return data.alphabet();
            }

            @Override
            public SymbolFilter filter() {
                return new Counting(data.alphabet(), factor[0], true, true).filter();
            }
        };
        Refiner<NoSettings> vandal = new Refiner<>() {
            @Override
            public Optional<ValidationError> objection(Model model, Sequences sequences, NoSettings settings) {
                return Optional.empty();
            }

            @Override
            public Model refine(Model model, Sequences d, NoSettings settings, Run run) {
                factor[0] = 2;
                return hmm;
            }
        };
        assertEquals(List.of("refine() must not change its start"), Contracts.check(vandal, none, start, data));
        assertEquals(List.of(), Contracts.check(vandal, none, start, data), "now it changes nothing more");
    }

    /** A source whose n-th data set begins with symbol n if it is not deterministic. */
    private static DatasetSource<NoSettings> source(boolean forgetful) {
        AtomicLong calls = new AtomicLong();
        return new DatasetSource<>() {
            @Override
            public Dataset load(NoSettings settings, Run run) {
                int first = forgetful ? (int) calls.getAndIncrement() % 3 : 1;
                Symbols sequences = Symbols.of(Contracts.sampleModel().alphabet(), new int[] {first, 0, 2});
                return Dataset.builder(sequences).test(sequences)
                        .trueModel(Contracts.sampleModel()).origin("three symbols").build();
            }
        };
    }

    @Test
    void namesASourceThatForgetsItsSeed() {
        assertEquals(List.of(), Contracts.check(source(false), none));
        assertEquals(List.of("the same seed must give the same data"), Contracts.check(source(true), none));
    }

    @Test
    void namesASourceWhoseSymbolsAreNotReadAsTheyAreWritten() {
        DatasetSource<NoSettings> source = new DatasetSource<>() {
            @Override
            public Dataset load(NoSettings settings, Run run) {
                return Dataset.builder(Symbols.of(Alphabet.of(List.of("log in", "x")), new int[] {0, 1}))
                        .continuation(Symbols.of(Alphabet.of(List.of("log in", "x")), new int[] {0}))
                        .notation(Notation.separated("blank")).build();
            }
        };
        assertBroken("the notation must read what it writes; 'log in' is read as [-1, -1]", Contracts.check(source, none));
    }

    @Test
    void namesASourceThatStopsWithoutSayingWhy() {
        DatasetSource<NoSettings> whole = source(false);
        DatasetSource<NoSettings> source = new DatasetSource<>() {
            @Override
            public Dataset load(NoSettings settings, Run run) throws java.io.IOException {
                if (run.cancelled()) {
                    throw new IllegalStateException("stopped");
                }
                return whole.load(settings, run);
            }
        };
        assertBroken("load() must return the data or throw CancellationException", Contracts.check(source, none));
    }

    /** Counts steps; a faulty one also updates the filter. */
    private static Metric<NoSettings> steps(boolean rude, String... names) {
        return new Metric<>() {
            @Override
            public List<Measure> measures(NoSettings settings) {
                return List.of(names).stream().map(name -> Measure.of(name, Measure.Better.NEITHER, "steps")).toList();
            }

            @Override
            public Evaluation prepare(Dataset data, NoSettings settings) {
                return model -> meter();
            }

            private Meter meter() {
                double[] values = new double[1];
                return new Meter() {

                    @Override
                    public void step(Walk walk) {
                        values[0]++;
                        if (rude) {
                            ((SymbolFilter) walk.filter()).update(0);
                        }
                    }

                    @Override
                    public double[] values() {
                        return values.clone();
                    }
                };
            }
        };
    }

    @Test
    void namesAMetricThatMovesTheFilter() {
        assertEquals(List.of(), Contracts.check(steps(false, "steps"), none, hmm, Dataset.builder(data).test(data).build()));
        assertBroken("a metric must not update the filter that it gets",
                Contracts.check(steps(true, "steps"), none, hmm, Dataset.builder(data).test(data).build()));
        assertBroken("one number per measure, 2; found 1",
                Contracts.check(steps(false, "steps", "more"), none, hmm, Dataset.builder(data).test(data).build()));
        assertBroken("'steps' appears twice",
                Contracts.check(steps(false, "steps", "steps"), none, hmm, Dataset.builder(data).test(data).build()));
    }

    private static void assertBroken(String expected, List<String> broken) {
        assertTrue(broken.stream().anyMatch(promise -> promise.contains(expected)), () -> expected + " in " + broken);
    }

    /** A format that can violate every part of the contract. */
    private static class Stored implements ModelFormat<Hmm> {

        private final HmmFormat good = new HmmFormat();

        @Override
        public String kind() {
            return good.kind();
        }

        @Override
        public Class<Hmm> type() {
            return good.type();
        }

        @Override
        public StoredModel store(Hmm model, ModelFormats formats) {
            return good.store(model, formats);
        }

        @Override
        public Hmm restore(StoredModel stored, ModelFormats formats) {
            return good.restore(stored, formats);
        }
    }

    @Test
    void namesAFormatThatLosesSomething() {
        assertEquals(List.of(), Contracts.check(new Stored(), hmm, data));
        assertBroken("restore scores and repairs, bit for bit", Contracts.check(new Stored() {
            @Override
            public Hmm restore(StoredModel stored, ModelFormats formats) {
                Hmm model = super.restore(stored, formats);
                double[] initial = model.initial();
                initial[0] = Math.nextUp(initial[0]);
                return new Hmm(model.alphabet(), initial, model.transition(), model.emission());
            }
        }, hmm, data));
        assertBroken("must reject a model without 'initial': it must throw IllegalArgumentException; it did not throw",
                Contracts.check(new Stored() {
                    @Override
                    public Hmm restore(StoredModel stored, ModelFormats formats) {
                        return stored.tensors().containsKey("initial") ? super.restore(stored, formats) : hmm;
                    }
                }, hmm, data));
        assertBroken("must reject an invalid model with an IllegalArgumentException; with numbers of shape [0] as 'initial' it"
                + " threw java.lang.ArrayIndexOutOfBoundsException", Contracts.check(new Stored() {
                    @Override
                    public Hmm restore(StoredModel stored, ModelFormats formats) {
                        return stored.tensor("initial").values()[0] < 0 ? hmm : super.restore(stored, formats);
                    }
                }, hmm, data));
    }

    @Test
    void namesAFormatThatDoesNotKnowWhatItIs() {
        assertBroken("kind() must be lower-case letters, digits and dashes; it is 'My Kind'", Contracts.check(new Stored() {
            @Override
            public String kind() {
                return "My Kind";
            }
        }, hmm, data));
        assertBroken("store() must store the kind 'other'; it stored 'hmm'", Contracts.check(new Stored() {
            @Override
            public String kind() {
                return "other";
            }
        }, hmm, data));
        assertBroken("kind() must be the same on every call", Contracts.check(new Stored() {
            private int calls;

            @Override
            public String kind() {
                return "hmm" + calls++;
            }
        }, hmm, data));
        assertBroken("store() must make arrays of the model; it threw java.lang.UnsupportedOperationException",
                Contracts.check(new Stored() {
                    @Override
                    public StoredModel store(Hmm model, ModelFormats formats) {
                        throw new UnsupportedOperationException("not today");
                    }
                }, hmm, data));
    }
}
