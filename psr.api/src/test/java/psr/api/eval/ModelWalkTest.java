package psr.api.eval;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.Test;

import psr.api.contract.Contracts;
import psr.api.data.Alphabet;
import psr.api.data.Channels;
import psr.api.data.Symbols;
import psr.api.data.Vectors;
import psr.api.linear.Hmm;
import psr.api.model.Model;
import psr.api.model.SymbolFilter;
import psr.api.model.VectorFilter;

class ModelWalkTest {

    private final Hmm hmm = Contracts.sampleModel();

    /** A model of one symbol that counts its predictions. */
    private static final class Counting implements Model {

        private int predictions;

        @Override
        public Alphabet space() {
            return Alphabet.numbered(1);
        }

        @Override
        public SymbolFilter filter() {
            return new SymbolFilter() {
                @Override
                public void reset() {}

                @Override
                public void update(int symbol) {}

                @Override
                public void scores(int ahead, double[] into) {
                    predictions++;
                    into[0] = ahead == 3 ? Double.NaN : 1;
                }

                @Override
                public SymbolFilter copy() {
                    return this;
                }
            };
        }
    }

    @Test
    void visitsEveryPositionAfterThoseBefore() {
        Symbols data = Symbols.of(hmm.alphabet(), new int[] {0, 2}, new int[0], new int[] {1});
        ModelWalk walk = new ModelWalk(hmm, data);
        List<String> seen = new ArrayList<>();
        SymbolFilter expected = hmm.filter();
        while (walk.next()) {
            if (walk.t() == 0) {
                expected.reset();
            }
            double[] scores = new double[3];
            expected.scores(1, scores);
            assertArrayEquals(scores, walk.scores(1));
            seen.add(walk.sequence() + "." + walk.t() + " " + walk.symbol(1) + " left " + walk.left());
            expected.update(walk.symbol(1));
        }
        assertEquals(List.of("0.0 0 left 2", "0.1 2 left 1", "2.0 1 left 1"), seen);
        assertFalse(walk.next(), "the end stays the end");
    }

    @Test
    void computesOnlyWhatIsRequestedAndThatOnce() {
        Counting model = new Counting();
        ModelWalk walk = new ModelWalk(model, Symbols.of(model.space(), new int[] {0, 0, 0}));
        walk.next();
        assertEquals(0, model.predictions);
        assertSame(walk.scores(1), walk.scores(1));
        assertEquals(1, model.predictions);
        walk.scores(2);
        assertEquals(2, model.predictions);
        assertThrows(ModelWalk.PredictionException.class, () -> walk.scores(3), "it is not finite");
        walk.next();
        walk.scores(1);
        assertEquals(4, model.predictions);
        assertThrows(IllegalArgumentException.class, () -> walk.scores(3), "beyond the end");
        assertThrows(IllegalArgumentException.class, () -> walk.scores(0));
    }

    @Test
    void noticesAndUndoesChanges() {
        ModelWalk walk = new ModelWalk(hmm, Symbols.of(hmm.alphabet(), new int[] {0, 1}));
        walk.next();
        double before = walk.scores(1)[0];
        assertTrue(walk.intact());
        walk.scores(1)[0] = 9;
        assertFalse(walk.intact());
        walk.restore();
        assertTrue(walk.intact());
        assertEquals(before, walk.scores(1)[0]);
    }

    @Test
    void walksVectorsWithTheirInputs() {
        Vectors data = Contracts.sampleVectors(2, 6, true);
        ModelWalk walk = new ModelWalk(Contracts.sampleModel(data.channels()), data);
        double[] last = new double[2];
        int steps = 0;
        while (walk.next()) {
            assertArrayEquals(walk.t() == 0 ? new double[2] : last, walk.mean(1));
            assertEquals(4, walk.covariance(1).orElseThrow().length);
            last = walk.row(1).clone();
            double[] expected = new double[2];
            data.row(walk.sequence(), walk.t(), expected);
            assertArrayEquals(expected, last);
            assertThrows(IllegalStateException.class, () -> walk.symbol(1));
            steps++;
        }
        assertEquals(12, steps);
        VectorFilter shown = (VectorFilter) walk.filter();
        assertThrows(IllegalStateException.class, () -> shown.update(new double[2]));
    }

    @Test
    void rejectsAModelOfAnotherSpace() {
        assertThrows(IllegalArgumentException.class, () -> new ModelWalk(hmm, Symbols.of(Alphabet.numbered(3))));
        assertThrows(IllegalArgumentException.class,
                () -> new ModelWalk(Contracts.sampleModel(Channels.of("x")), Contracts.sampleVectors(1, 3, false)));
    }
}
