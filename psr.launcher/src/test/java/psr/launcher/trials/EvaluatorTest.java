package psr.launcher.trials;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.function.Function;

import org.junit.jupiter.api.Test;

import psr.api.data.Alphabet;
import psr.api.data.Symbols;
import psr.api.eval.Evaluation;
import psr.api.eval.Measure;
import psr.api.eval.Meter;
import psr.api.eval.Walk;
import psr.api.lab.Stage;
import psr.api.learn.LearningException;
import psr.api.model.Model;
import psr.api.model.SymbolFilter;
import psr.api.source.Dataset;
import psr.launcher.lab.Fakes;
import psr.launcher.services.CancelledException;

class EvaluatorTest {

    private static final Alphabet ALPHABET = Alphabet.numbered(3);

    private final Model flat = new Fakes.Flat(ALPHABET, .5, 4);

    private static Evaluator evaluator(Symbols test, BooleanSupplier cancelled, BoundMetric... metrics) {
        return new Evaluator(List.of(metrics),
                Dataset.builder(test).test(test).origin("a test").build(), cancelled);
    }

    private static BoundMetric metric(String name, Function<Dataset, Evaluation> preparation) {
        return new BoundMetric(name, Stage.of(name), Map.of(name + ".m", Measure.of("m", Measure.Better.LOWER, "a measure")),
                preparation);
    }

    /** A meter that measures 1; tests override what they need. */
    private static class Quiet implements Meter {

        @Override
        public void step(Walk walk) {}

        @Override
        public double[] values() {
            return new double[] {1};
        }
    }

    private static BoundMetric metered(String name, Meter meter) {
        return metric(name, context -> model -> meter);
    }

    @Test
    void reportsWhyAMetricCannotMeasureAndContinuesWithTheOthers() {
        Evaluator.Measurement measured = evaluator(Symbols.of(ALPHABET, new int[] {0, 1}), () -> false,
                metric("null", context -> null),
                metric("needy", context -> {
                    throw new IllegalArgumentException("it needs the true model");
                }),
                metric("broken", context -> {
                    throw new IllegalStateException("oh");
                }),
                metric("picky", context -> model -> {
                    throw new IllegalArgumentException("it takes no such model");
                }),
                metric("clumsy", context -> model -> {
                    throw new IllegalStateException("ah");
                }),
                metered("good", new Quiet())).measure(flat);
        assertEquals(Map.of("good.m", 1.0), measured.values());
        assertEquals(Map.of("null", "it prepared nothing (null)", "needy", "it needs the true model",
                "broken", "it failed: java.lang.IllegalStateException: oh", "picky", "it takes no such model",
                "clumsy", "it failed: java.lang.IllegalStateException: ah"), measured.unmeasured());
        assertEquals(4, measured.repairs());
    }

    @Test
    void dropsAMetricThatFailsDuringThePass() {
        List<String> seen = new ArrayList<>();
        Evaluator.Measurement measured = evaluator(Symbols.of(ALPHABET, new int[] {0, 1}, new int[] {2}), () -> false,
                metered("late", new Quiet() {
                    @Override
                    public void step(Walk walk) {
                        if (walk.sequence() == 1) {
                            throw new IllegalStateException("too short");
                        }
                    }
                }),
                metered("writer", new Quiet() {
                    @Override
                    public void step(Walk walk) {
                        walk.scores(1)[2] = 7;
                    }
                }),
                metered("empty", new Quiet() {
                    @Override
                    public double[] values() {
                        return null;
                    }
                }),
                metered("unable", new Quiet() {
                    @Override
                    public double[] values() {
                        throw new IllegalStateException("nothing");
                    }
                }),
                metered("watcher", new Quiet() {
                    @Override
                    public void step(Walk walk) {
                        seen.add(walk.sequence() + "." + walk.t() + " " + walk.scores(1)[2]);
                    }
                })).measure(flat);
        assertEquals(Map.of("watcher.m", 1.0), measured.values());
        assertEquals(Map.of("late", "it failed: java.lang.IllegalStateException: too short",
                "writer", "it changed the arrays that it was shown", "empty", "it must measure 1 numbers; it gave none",
                "unable", "it failed: java.lang.IllegalStateException: nothing"), measured.unmeasured());
        assertEquals(List.of("0.0 0.5", "0.0 0.5", "0.1 0.5", "1.0 0.5"), seen,
                "the pass is repeated, and changes by one metric do not affect others");
    }

    @Test
    void restoresChangedScoresForTheNextMetric() {
        List<Double> seen = new ArrayList<>();
        evaluator(Symbols.of(ALPHABET, new int[] {0, 1}), () -> false, metered("watcher", new Quiet() {
            @Override
            public void step(Walk walk) {
                seen.add(walk.scores(1)[2]);
            }
        }), metered("writer", new Quiet() {
            @Override
            public void step(Walk walk) {
                walk.scores(1)[2] = 7;
            }
        })).measure(flat);
        // The first step is repeated when it is found that a metric changed the scores.
        assertEquals(List.of(.5, .5), seen.subList(seen.size() - 2, seen.size()));
    }

    /** Scores "level" until it has seen a 2, and then a value that is not finite. */
    private record Blind(Alphabet space) implements Model {
        @Override
        public SymbolFilter filter() {
            return new SymbolFilter() {
                private boolean blind;

                @Override
                public void reset() {
                    blind = false;
                }

                @Override
                public void update(int symbol) {
                    blind |= symbol == 2;
                }

                @Override
                public void scores(int ahead, double[] into) {
                    Arrays.fill(into, 1);
                    into[1] = blind ? Double.NEGATIVE_INFINITY : 1;
                }

                @Override
                public SymbolFilter copy() {
                    return filter();
                }
            };
        }
    }

    @Test
    void reportsWhereAModelPredictsANonFiniteNumber() {
        Evaluator evaluator = evaluator(Symbols.of(ALPHABET, new int[] {0, 2}, new int[] {1, 0, 2, 1}), () -> false,
                metered("good", new Quiet() {
                    @Override
                    public void step(Walk walk) {
                        walk.scores(1);
                    }
                }));
        assertEquals("a model must predict finite numbers; for symbol '1' it predicts -Infinity in test sequence 2, position 4",
                assertThrows(LearningException.class, () -> evaluator.measure(new Blind(ALPHABET))).getMessage());
    }

    @Test
    void rejectsAMissingModelAndAnotherAlphabet() {
        Evaluator evaluator = evaluator(Symbols.of(ALPHABET, new int[] {0}), () -> false);
        assertThrows(LearningException.class, () -> evaluator.check(null));
        assertThrows(LearningException.class, () -> evaluator.check(new Fakes.Flat(Alphabet.numbered(2), 1)));
        assertThrows(LearningException.class, () -> evaluator.measure(new Fakes.Flat(Alphabet.numbered(2), 1)));
        evaluator.check(flat);
    }

    @Test
    void checksForCancellationEverySomeThousandSteps() {
        int[] steps = new int[1];
        int[] asked = new int[1];
        BoundMetric counting = metered("counting", new Quiet() {
            @Override
            public void step(Walk walk) {
                steps[0]++;
            }
        });
        Evaluator evaluator = evaluator(Symbols.of(ALPHABET, new int[10_000]), () -> ++asked[0] > 2, counting);
        assertThrows(CancelledException.class, () -> evaluator.measure(flat));
        assertEquals(2 * 4096, steps[0]);
        assertEquals(3, asked[0], "checking at every step would take time");
    }

    @Test
    void preparesMetricsOncePerDataSet() {
        int[] prepared = new int[1];
        Evaluator evaluator = evaluator(Symbols.of(ALPHABET, new int[] {0}), () -> false, metric("good", context -> {
            prepared[0]++;
            return model -> new Quiet();
        }), metric("broken", context -> {
            prepared[0]++;
            throw new IllegalStateException("oh");
        }));
        for (int i = 0; i < 3; i++) {
            assertEquals(1, evaluator.measure(flat).unmeasured().size());
        }
        assertEquals(2, prepared[0]);
    }
}
