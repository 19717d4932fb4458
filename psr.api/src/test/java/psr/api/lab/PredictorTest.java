package psr.api.lab;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.SplittableRandom;

import org.junit.jupiter.api.Test;

import psr.api.data.Alphabet;
import psr.api.learn.SeededRun;
import psr.api.linear.Hmm;
import psr.api.model.Repair;
import psr.api.model.SymbolFilter;

class PredictorTest {

    private static final double CLOSE = 1e-12;

    /** Two states, one of which emits mostly a and the other mostly b. */
    private final Hmm model =
            new Hmm(Alphabet.of(List.of("a", "b")), new double[] {.75, .25}, new double[][] {{.5, .5}, {.25, .75}},
                    new double[][] {{.75, .25}, {.25, .75}});

    /** P(a) = .75·.75 + .25·.25 = .625. */
    @Test
    void saysRepairedProbabilitiesAndTheirLogarithms() {
        Predictor predictor = new Predictor(model, Repair.CLIP);
        assertArrayEquals(new double[] {(.625 + 1e-4) / 1.0002, (.375 + 1e-4) / 1.0002}, predictor.probabilities(1), CLOSE);
        assertEquals(Math.log((.375 + 1e-4) / 1.0002), predictor.logarithm(1), CLOSE);
        assertArrayEquals(new double[] {.625, .375}, new Predictor(model, Repair.RAW).probabilities(1), CLOSE);
    }

    @Test
    void walksWithItsFilter() {
        SymbolFilter filter = model.filter();
        Predictor judging = new Predictor(model, filter, Repair.ABSOLUTE);
        Predictor telling = new Predictor(model, filter, Repair.CLIP);
        judging.update(1);
        Predictor alone = new Predictor(model, Repair.CLIP);
        alone.update(1);
        assertArrayEquals(alone.probabilities(2), telling.probabilities(2));
        judging.reset();
        alone.reset();
        assertArrayEquals(alone.probabilities(1), telling.probabilities(1));
    }

    @Test
    void putsTheBestFirstAndOfEqualsTheFirst() {
        double[] probabilities = {.1, .4, .1, .4};
        assertArrayEquals(new int[] {1, 3, 0, 2}, Predictor.best(probabilities, 9));
        assertArrayEquals(new int[] {1, 3}, Predictor.best(probabilities, 2));
    }

    @Test
    void aSeededSamplerDrawsWhatTheCommandDraws() {
        int[] expected = new Sampler(model, Repair.CLIP, new SplittableRandom(SeededRun.derive(5, "sample"))).draw(30);
        assertArrayEquals(expected, Sampler.seeded(model, Repair.CLIP, 5).draw(30));
    }

    /** In this model a symbol determines the next one. */
    @Test
    void aSequenceGoesOnFromItsPrefix() {
        Hmm turning = new Hmm(Alphabet.numbered(3), new double[] {1, 0, 0}, new double[][] {{0, 1, 0}, {0, 0, 1}, {1, 0, 0}},
                new double[][] {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}});
        Sampler sampler = new Sampler(turning, Repair.ABSOLUTE, new SplittableRandom(1));
        assertArrayEquals(new int[] {0, 1, 2, 0}, sampler.draw(4));
        assertArrayEquals(new int[] {2, 0, 1}, sampler.draw(new int[] {0, 1}, 3));
    }
}
