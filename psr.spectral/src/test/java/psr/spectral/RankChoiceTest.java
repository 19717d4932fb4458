package psr.spectral;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static psr.spectral.Golden.EXACT;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;

import org.junit.jupiter.api.Test;

import psr.api.data.Alphabet;
import psr.api.data.Symbols;
import psr.api.learn.LearningException;
import psr.api.learn.SeededRun;
import psr.api.linear.Hmm;

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
        Symbols flips = Symbols.of(Alphabet.numbered(2), new int[] {0, 0, 1, 0, 0, 0, 1, 0, 0, 1});
        // The best coin for 7 of 10 is .7: rank 7.
        assertEquals(7, RankChoice.best(9, rank -> coin(rank / 10.), flips, new SeededRun(1)));
    }

    @Test
    void theLossIsNatsPerSymbol() {
        double loss =
                RankChoice.loss(coin(.25), Symbols.of(Alphabet.numbered(2), new int[] {0, 1}, new int[] {1}), new SeededRun(1));
        assertEquals(-(Math.log(.25) + 2 * Math.log(.75)) / 3, loss, 1e3 * EXACT);
    }

    @Test
    void saysWhenNothingCanBeHeldOut() {
        Symbols one = Symbols.of(Alphabet.numbered(3).withEnd("$"), new int[] {0, 1, 3});
        assertEquals("rank=auto needs a held-out part of the data, which cannot be made: holding out a part needs"
                + " at least 2 sequences; found 1",
                assertThrows(LearningException.class, () -> RankChoice.parts(one)).getMessage());
    }

    /** Begins with 0, then 0 and 1 alternate: impossible if the filter were not reset after the sequence before. */
    @Test
    void everySequenceIsJudgedFromItsBeginning() {
        Hmm turns = new Hmm(Alphabet.numbered(2), new double[] {1, 0}, new double[][] {{.1, .9}, {.9, .1}},
                new double[][] {{1, 0}, {0, 1}});
        Symbols one = Symbols.of(Alphabet.numbered(2), new int[] {0, 1, 0});
        Symbols twice = Symbols.of(Alphabet.numbered(2), new int[] {0, 1, 0}, new int[] {0, 1, 0});
        assertEquals(-2 * Math.log(.9) / 3, RankChoice.loss(turns, one, new SeededRun(1)), 1e3 * EXACT);
        assertEquals(-2 * Math.log(.9) / 3, RankChoice.loss(turns, twice, new SeededRun(1)), 1e3 * EXACT);
    }

    @Test
    void takesTheSmallestOfEquals() {
        assertEquals(1,
                RankChoice.best(9, rank -> coin(.7), Symbols.of(Alphabet.numbered(2), new int[] {0, 1}), new SeededRun(1)));
    }

    @Test
    void stopsAtTheRankAtWhichItIsTold() {
        for (int limit = 1; limit <= 3; limit++) {
            SeededRun run = new SeededRun(1).watchedBy((iteration, model) -> false);
            List<Integer> tried = new ArrayList<>();
            int last = limit;
            assertThrows(CancellationException.class, () -> RankChoice.best(9, rank -> {
                tried.add(rank);
                if (tried.size() == last) {
                    run.iterated(1, () -> coin(.5));
                }
                return coin(rank / 10.);
            }, Symbols.of(Alphabet.numbered(2), new int[] {0, 0}), run));
            assertEquals(limit, tried.size());
        }
    }
}
