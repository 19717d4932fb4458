package psr.gradients;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

import psr.api.data.Alphabet;
import psr.api.data.Symbols;
import psr.api.linear.FeatureFilter;
import psr.api.linear.Guard;
import psr.api.linear.LinearPsr;
import psr.math.batches.Pieces;

class RolloutTest {

    @Test
    void piecesStartWhereTheFilterOfTheWholeSequenceIs() {
        LinearPsr model = GoldenGradients.random(1, 3, 3);
        model = model.with(Guard.below(new double[] {0.3, 0.5, 0.9}, new double[] {1, 0.5, 2}));
        int[] x = GoldenGradients.randomSymbols(2, 3, 20);
        Psr psr = new Psr(model, true);
        Pieces pieces = new Pieces(Symbols.of(Alphabet.numbered(3), x), 6, 3);
        Rollout rollout = new Rollout(psr, 20);
        rollout.run(x, 0, 18, psr.initial);
        pieces.filter(psr.initial, psr::advance, () -> {});
        FeatureFilter filter = model.filter();
        for (int p = 0; p < 4; p++) {
            // U is the identity here.
            for (int i = 0; i < 3; i++) {
                assertEquals(filter.expectedFeature(i), pieces.start(p, psr.initial)[i], GoldenGradients.EXACT);
            }
            for (int t = pieces.from[p]; t < pieces.to[p] && p < 3; t++) {
                filter.update(x[t]);
            }
        }
        assertTrue(rollout.replaced() > 0 && rollout.replaced() < 18);
        assertEquals(filter.repairs(), rollout.replaced());
    }
}
