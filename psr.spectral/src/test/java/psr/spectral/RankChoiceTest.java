package psr.spectral;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static psr.spectral.Golden.EXACT;

import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.Test;

import psr.api.data.Alphabet;
import psr.api.data.Sequences;
import psr.api.data.TrainingData;
import psr.api.learn.LearningException;
import psr.api.learn.SeededRun;
import psr.api.model.Hmm;

class RankChoiceTest {

    private static Hmm coin(double heads) {
        return new Hmm(Alphabet.numbered(2), new double[] {1}, new double[][] {{1}},
                new double[][] {{heads, 1 - heads}});
    }

    @Test
    void triesSmallRanksOneByOneAndTheLargestLast() {
        List<Integer> tried = new ArrayList<>();
        for (int rank = 1; rank > 0; rank = RankChoice.next(rank, 31)) {
            tried.add(rank);
        }
        assertEquals(List.of(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 14, 16, 19, 22, 26, 31), tried);
    }

    @Test
    void takesTheRankWithTheLeastLoss() {
        Sequences flips = Sequences.of(new int[] {0, 0, 1, 0, 0, 0, 1, 0, 0, 1});
        // The best coin for 7 of 10 is .7: rank 7.
        assertEquals(7, RankChoice.best(9, rank -> coin(rank / 10.), flips, new SeededRun(1)));
    }

    @Test
    void theLossIsNatsPerSymbol() {
        double loss = RankChoice.loss(coin(.25), Sequences.of(new int[] {0, 1}, new int[] {1}), new SeededRun(1));
        assertEquals(-(Math.log(.25) + 2 * Math.log(.75)) / 3, loss, 1e3 * EXACT);
    }

    @Test
    void saysWhenNothingCanBeHeldOut() {
        TrainingData one = TrainingData.of(Alphabet.numbered(3).withEnd("$"), Sequences.of(new int[] {0, 1, 3}));
        assertEquals("rank=auto judges by a held-out part of the data, which cannot be made: holding out a part needs"
                + " at least 2 sequences; found 1",
                assertThrows(LearningException.class, () -> RankChoice.parts(one)).getMessage());
    }
}
