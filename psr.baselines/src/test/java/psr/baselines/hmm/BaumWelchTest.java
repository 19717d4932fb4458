package psr.baselines.hmm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import com.fasterxml.jackson.databind.JsonNode;
import com.sun.management.ThreadMXBean;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import psr.api.contract.Contracts;
import psr.api.data.Alphabet;
import psr.api.data.Symbols;
import psr.api.learn.LearningException;
import psr.api.learn.SeededRun;
import psr.api.linear.Features;
import psr.api.linear.Hmm;
import psr.api.model.Model;
import psr.api.settings.NoSettings;
import psr.api.settings.Schema;
import psr.api.settings.ValidationError;
import psr.baselines.GoldenBaselines;
import psr.baselines.StoppingRun;
import psr.baselines.simple.Uniform;

class BaumWelchTest {

    private static final BaumWelch.Settings BRIEF = new BaumWelch.Settings(3, 2, 6, 0, 0);
    private static final BaumWelchRefiner.Settings REFINED = new BaumWelchRefiner.Settings(20, 0, 1e-6, 0);

    @Test
    void bothKeepTheirPromises() {
        Symbols data = Contracts.sample(60, 8);
        assertEquals(List.of(), Contracts.check(new BaumWelch(), BRIEF, data));
        assertEquals(List.of(), Contracts.check(new BaumWelchRefiner(), REFINED, Contracts.sampleModel(), data));
    }

    /** T_ij ∝ 1+((7i+3j) mod 5), E_ij ∝ 1+((11i+13j) mod 7). */
    private static Hmm goldenStart(Alphabet alphabet) {
        HmmNumbers numbers = HmmNumbers.zeros(20, 20);
        for (int i = 0; i < 20; i++) {
            numbers.initial()[i] = 1;
            for (int j = 0; j < 20; j++) {
                numbers.transition()[i * 20 + j] = 1 + (7 * i + 3 * j) % 5;
                numbers.emission()[i * 20 + j] = 1 + (11 * i + 13 * j) % 7;
            }
        }
        numbers.normalize();
        return numbers.model(alphabet);
    }

    @Tag("slow")
    @Test
    void agreesWithTheReferenceOnTheRing() {
        Symbols training = GoldenBaselines.ring("ring.train");
        Symbols test = GoldenBaselines.ring("ring.test");
        Features features = Features.seenIn(training, 2);
        JsonNode expected = GoldenBaselines.json("ring-41/expected.json");
        for (int iterations : new int[] {1, 20}) {
            Hmm model = (Hmm) new BaumWelchRefiner().refine(goldenStart(training.alphabet()), training,
                    new BaumWelchRefiner.Settings(iterations, 0, 1e-6, 0), new SeededRun(1));
            JsonNode numbers = expected.get("em-" + iterations);
            Map<String, Double> measured = GoldenBaselines.measure(model.toLinearPsr(features), test);
            assertEquals(numbers.get("ospa_op").asDouble(), measured.get("ospa"), GoldenBaselines.GOLDEN);
            assertEquals(numbers.get("pnll_op").asDouble(), measured.get("pnll"), GoldenBaselines.GOLDEN);
            assertEquals(numbers.get("pnllc_op").asDouble(), measured.get("pnllc"), GoldenBaselines.GOLDEN);
            for (String name : List.of("l2mean", "l2med", "l2logmean", "l2p99")) {
                assertEquals(numbers.get(name).asDouble(), measured.get(name), GoldenBaselines.GOLDEN, name);
            }
            for (int ahead : new int[] {2, 3, 5}) {
                assertEquals(numbers.get("acc" + ahead).asDouble(),
                        GoldenBaselines.accuracy(model, test, ahead), GoldenBaselines.GOLDEN);
            }
        }
    }

    /** Records the log-likelihood of every iteration. */
    private static SeededRun listening(Symbols data, List<Double> heard) {
        return new SeededRun(3)
                .watchedBy((iteration, model) -> heard.add(-GoldenBaselines.measure(model.get(), data).get("pnll")));
    }

    @Test
    void noIterationLowersTheLikelihood() {
        Symbols data = Contracts.sample(200, 10);
        for (int states = 1; states <= 5; states += 2) {
            List<Double> heard = new ArrayList<>();
            SeededRun run = listening(data, heard);
            new BaumWelch().learn(data, new BaumWelch.Settings(states, 3, 40, 0, 0), run);
            for (int i = 1; i < heard.size(); i++) {
                assertTrue(heard.get(i) >= heard.get(i - 1) - 1e-9, "iteration " + i + " of " + heard);
            }
            assertTrue(heard.size() > 2);
        }
    }

    @Test
    void reachesTheLikelihoodOfTheTrueModel() {
        Hmm truth = new Hmm(Alphabet.numbered(2), new double[] {.5, .5}, new double[][] {{.9, .1}, {.2, .8}},
                new double[][] {{.9, .1}, {.2, .8}});
        GoldenBaselines.Generator generator = new GoldenBaselines.Generator(1);
        Symbols.Builder builder = new Symbols.Builder();
        for (int i = 0; i < 300; i++) {
            int state = generator.draw(truth.initial());
            int[] sequence = new int[20];
            for (int t = 0; t < sequence.length; t++) {
                sequence[t] = generator.draw(truth.emission()[state]);
                state = generator.draw(truth.transition()[state]);
            }
            builder.add(sequence);
        }
        Symbols data = builder.build(truth.alphabet());
        Model learned = new BaumWelch().learn(data, new BaumWelch.Settings(2, 3, 200, 1e-9, 1e-6), new SeededRun(1));
        // On its own training data a maximum of the likelihood is not worse than the true model.
        double found = GoldenBaselines.measure(learned, data).get("pnll");
        double bound = GoldenBaselines.measure(truth, data).get("pnll");
        assertTrue(found <= bound && found > bound - .005, found + " after " + bound);
    }

    @Test
    void moreStartsAreNeverLessLikely() {
        Symbols data = Contracts.sample(100, 10);
        double last = Double.POSITIVE_INFINITY;
        for (int restarts = 1; restarts <= 4; restarts++) {
            Model model = new BaumWelch().learn(data, new BaumWelch.Settings(3, restarts, 15, 0, 0), new SeededRun(5));
            double pnll = GoldenBaselines.measure(model, data).get("pnll");
            assertTrue(pnll <= last + 1e-12, restarts + " starts: " + pnll + " after " + last);
            last = pnll;
        }
    }

    @Test
    void stopsWhenTheLikelihoodStandsStill() {
        Symbols data = Contracts.sample(100, 10);
        List<Double> patient = new ArrayList<>();
        List<Double> hasty = new ArrayList<>();
        new BaumWelch().learn(data, new BaumWelch.Settings(3, 1, 60, 0, 0), listening(data, patient));
        new BaumWelch().learn(data, new BaumWelch.Settings(3, 1, 60, 1e-3, 0), listening(data, hasty));
        assertEquals(61, patient.size());
        assertTrue(hasty.size() < 40, "it took " + hasty.size());
    }

    @Test
    void aSequenceTheStartHoldsImpossibleIsCountedAndTheFloorHelps() {
        Hmm blind = new Hmm(Alphabet.numbered(2), new double[] {1}, new double[][] {{1}}, new double[][] {{1, 0}});
        Symbols data = Symbols.of(Alphabet.numbered(2), new int[] {0, 0}, new int[] {0, 1});
        SeededRun run = new SeededRun(1);
        new BaumWelchRefiner().refine(blind, data, new BaumWelchRefiner.Settings(3, 0, 0, 0), run);
        assertEquals(1, run.counts().get("sequences held impossible"));
        Hmm seeing = (Hmm) new BaumWelchRefiner().refine(blind, data, new BaumWelchRefiner.Settings(3, 0, 0, 1e-3),
                new SeededRun(1));
        assertEquals(.25, seeing.emission()[0][1], 1e-9);
    }

    @Test
    void learnsEvenOneSymbolAndOneState() {
        Symbols one = Symbols.of(Alphabet.numbered(1), new int[] {0, 0, 0});
        Hmm model = (Hmm) new BaumWelch().learn(one, new BaumWelch.Settings(1, 1, 5, 0, 0), new SeededRun(1));
        assertEquals(1, model.emission()[0][0]);
    }

    @Test
    void refusesWhatDoesNotFit() {
        Symbols empty = Symbols.of(Alphabet.numbered(2));
        assertThrows(LearningException.class, () -> new BaumWelch().learn(empty, BRIEF, new SeededRun(1)));
        assertThrows(LearningException.class, () -> new BaumWelchRefiner()
                .refine(Contracts.sampleModel(), Symbols.of(Contracts.sampleModel().alphabet()),
                        REFINED, new SeededRun(1)));
        assertThrows(IllegalArgumentException.class,
                () -> Schema.of(BaumWelch.Settings.class).parse(Map.of("states", "0"), "em"));
        Model uniform = new Uniform().learn(Contracts.sample(1, 1), new NoSettings(), new SeededRun(1));
        assertEquals("em refines a hidden Markov model, for example one of exterior; the stage before it makes none",
                new BaumWelchRefiner().objection(uniform, Contracts.sample(2, 5), null)
                        .map(ValidationError::message).orElse(""));
    }

    /** Observers measure each model only once. */
    @Test
    void whatIsToldLastIsWhatComesBack() {
        List<Model> observed = new ArrayList<>();
        SeededRun run = new SeededRun(1).watchedBy((iteration, model) -> observed.add(model.get()));
        Model returned = new BaumWelch().learn(Contracts.sample(50, 8), Map.of("states", "2", "iterations", "3"), run);
        assertSame(observed.get(observed.size() - 1), returned);
        assertEquals(observed.size(), observed.stream().distinct().count());
    }

    @Test
    void noIterationsLeaveTheStart() {
        Symbols data = Contracts.sample(20, 8);
        Hmm start = Contracts.sampleModel();
        assertSame(start, new BaumWelchRefiner().refine(start, data, new BaumWelchRefiner.Settings(0, 0, 0, 0),
                new SeededRun(1)));
        Hmm refined = (Hmm) new BaumWelchRefiner().refine(start, data, REFINED, new SeededRun(1));
        assertNotEquals(start.emission()[0][0], refined.emission()[0][0]);
    }

    private static long allocated(Symbols data, int restarts) {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        BaumWelch.Settings settings = new BaumWelch.Settings(5, restarts, 0, 0, 0);
        long before = threads.getCurrentThreadAllocatedBytes();
        new BaumWelch().learn(data, settings, new SeededRun(1));
        return threads.getCurrentThreadAllocatedBytes() - before;
    }

    @Test
    void moreStartsNeedNoMoreTables() {
        Symbols data = Contracts.sample(1, 100_000);
        long table = 8L * 5 * 100_000;
        allocated(data, 1);
        long more = allocated(data, 4) - allocated(data, 1);
        assertTrue(more < table / 4, "three more starts allocate " + more + " bytes; a forward table has " + table);
    }

    @Tag("slow")
    @Test
    void stopsWithinAnIterationWhenTold() {
        // One sequence: 2 × 100 000 steps of 20 × 20 multiplications are 80 checks in each E step.
        Symbols data = Contracts.sample(1, 100_000);
        for (int after : new int[] {0, 1, 30, 60, 100, 170, 200}) {
            StoppingRun run = new StoppingRun(after);
            Model model = new BaumWelch().learn(data, new BaumWelch.Settings(20, 1, 1000, 0, 1e-6), run);
            assertTrue(run.iterations < 2, "it must stop within the second iteration");
            assertTrue(run.asked > after && run.asked <= after + 10,
                    run.asked + " checks, cancelled after " + after);
            assertEquals(List.of(), Contracts.check(model, data.range(0, 0)));
        }
    }

    @Test
    void refusesATableThatNoArrayHoldsInWords() {
        Symbols data = Contracts.sample(5, 10);
        LearningException refusal = assertThrows(LearningException.class,
                () -> new BaumWelch().learn(data, new BaumWelch.Settings(50_000, 1, 1, 0, 0), new SeededRun(1)));
        assertEquals("the transitions must fit into an array of at most 2147483647 numbers; they have 50000 × 50000",
                refusal.getMessage());
    }
}
