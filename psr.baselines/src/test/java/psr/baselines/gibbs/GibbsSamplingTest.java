package psr.baselines.gibbs;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.CancellationException;

import org.junit.jupiter.api.Test;

import psr.api.contract.Contracts;
import psr.api.data.Alphabet;
import psr.api.data.Symbols;
import psr.api.learn.LearningException;
import psr.api.learn.SeededRun;
import psr.api.model.Model;
import psr.api.model.SymbolFilter;
import psr.api.store.ModelFormats;
import psr.math.gibbs.AutomatonEnsemble;

class GibbsSamplingTest {

    private static final GibbsSampling GIBBS = new GibbsSampling();

    private static final ModelFormats FORMATS = ModelFormats.of(new GibbsFormat());

    private static final Map<String, String> SHORT = Map.of("chains", "2", "burn-in", "20", "sweeps", "10", "samples", "3");

    /** Strings with an end that repeat 0 0 1 from the start: three states, moves that depend on the state alone. */
    private static Symbols cycles(int count, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        Symbols.Builder all = new Symbols.Builder();
        for (int i = 0; i < count; i++) {
            int[] x = new int[1 + random.nextInt(9)];
            for (int t = 0; t < x.length; t++) {
                int symbol = t % 3 == 2 ? 1 : 0;
                x[t] = t == x.length - 1 ? 2 : random.nextDouble() < .1 ? 1 - symbol : symbol;
            }
            all.add(x);
        }
        return all.build(Alphabet.numbered(2).withEnd("$"));
    }

    private static double loss(Model model, Symbols data) {
        SymbolFilter filter = SymbolFilter.of(model);
        double[] p = new double[model.space().size()];
        double loss = 0;
        for (int i = 0; i < data.count(); i++) {
            filter.reset();
            for (int t = 0; t < data.length(i); t++) {
                filter.scores(1, p);
                loss -= Math.log(p[data.symbol(i, t)]);
                filter.update(data.symbol(i, t));
            }
        }
        return loss / data.total();
    }

    @Test
    void meetsTheContract() {
        Symbols plain = Contracts.sample(60, 12);
        assertEquals(List.of(), Contracts.check(GIBBS, GIBBS.parse(SHORT), plain));
        assertEquals(List.of(), Contracts.check(GIBBS, GIBBS.parse(SHORT), cycles(60, 1)));
    }

    @Test
    void recoversASmallHmm() {
        Symbols all = Contracts.sample(3000, 10);
        Symbols test = all.holdOut(.3).heldOut();
        Model model = GIBBS.learn(all.holdOut(.3).rest(), Map.of("states", "3", "structure", "hmm", "chains", "2"),
                new SeededRun(1));
        double truth = loss(Contracts.sampleModel(), test);
        assertEquals(truth, loss(model, test), .005);
    }

    @Test
    void choosesTheNumberOfStatesByItself() {
        Symbols test = cycles(3000, 2);
        Map<String, String> effort = Map.of("chains", "2", "burn-in", "80", "sweeps", "20");
        SeededRun run = new SeededRun(1);
        Model chosen = GIBBS.learn(cycles(1500, 1), effort, run);
        Model single = GIBBS.learn(cycles(1500, 1), Map.of("states", "1", "chains", "1"), new SeededRun(1));
        assertTrue(loss(chosen, test) < loss(single, test) - .1, loss(chosen, test) + " < " + loss(single, test));
        assertTrue(run.counts().keySet().stream().anyMatch(name -> name.endsWith("chosen")), run.counts()::toString);
    }

    @Test
    void theSameSeedGivesTheSameBitsAlsoFromAFile() {
        Symbols data = cycles(100, 1);
        AutomatonEnsemble one = GIBBS.learn(data, GIBBS.parse(SHORT), new SeededRun(3));
        AutomatonEnsemble two = GIBBS.learn(data, GIBBS.parse(SHORT), new SeededRun(3));
        assertEquals(FORMATS.store(one), FORMATS.store(two));
        AutomatonEnsemble again = (AutomatonEnsemble) FORMATS.restore(FORMATS.store(one));
        assertEquals(FORMATS.store(one), FORMATS.store(again));
        assertEquals(loss(one, data), loss(again, data));
        assertArrayEquals(one.weights(), again.weights());
    }

    @Test
    void rejectsAnAutomatonThatDoesNotFitIntoMemory() {
        String message = assertThrows(IllegalArgumentException.class,
                () -> GIBBS.learn(cycles(100, 1), Map.of("states", "10000", "samples", "1000", "chains", "100"),
                        new SeededRun(1)))
                .getMessage();
        assertTrue(message.contains("10000 states and 3 symbols have 300000000 transitions"), message);
    }

    @Test
    void rejectsSettingsAndDataThatItCannotUse() {
        assertThrows(IllegalArgumentException.class, () -> GIBBS.parse(Map.of("states", "0")));
        assertThrows(IllegalArgumentException.class, () -> GIBBS.parse(Map.of("emission-prior", "0")));
        assertThrows(IllegalArgumentException.class, () -> GIBBS.parse(Map.of("structure", "tree")));
        Symbols one = Symbols.of(Alphabet.numbered(2).withEnd("$"), new int[] {0, 2});
        assertTrue(assertThrows(LearningException.class, () -> GIBBS.learn(one, SHORT, new SeededRun(1))).getMessage()
                .startsWith("gibbs weighs its chains on a held-out part of the data, which cannot be made"));
    }

    @Test
    void endsWhenItsRunIsCancelled() {
        SeededRun cancelled = new SeededRun(1).watchedBy((iteration, model) -> false);
        cancelled.iterated(0, () -> null);
        Symbols data = cycles(100, 1);
        assertThrows(CancellationException.class, () -> GIBBS.learn(data, Map.of(), cancelled));
    }
}
