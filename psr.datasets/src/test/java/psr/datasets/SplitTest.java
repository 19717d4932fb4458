package psr.datasets;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;

import psr.api.data.Alphabet;
import psr.api.data.Symbols;
import psr.api.learn.SeededRun;

class SplitTest {

    /** The chi-square statistic with five degrees of freedom is above this in one of 100,000 samples. */
    private static final double CHI_SQUARE_5 = 30.86;

    /** Two of four sequences can be chosen in six ways; an unfair shuffle prefers some. */
    @Test
    void everyChoiceOfSequencesIsAsLikelyAsAnyOther() {
        Symbols four = Symbols.of(Alphabet.numbered(4), IntStream.range(0, 4).mapToObj(i -> new int[] {i}).toArray(int[][]::new));
        Map<String, Integer> counts = new TreeMap<>();
        int draws = 60_000;
        for (int seed = 0; seed < draws; seed++) {
            Symbols training = Split.random(four, .5, new SeededRun(seed)).build().training().as(Symbols.class);
            counts.merge(training.symbol(0, 0) + " " + training.symbol(1, 0), 1, Integer::sum);
        }
        assertEquals(6, counts.size(), counts.toString());
        double expected = draws / 6.0;
        double chiSquare = counts.values().stream().mapToDouble(count -> (count - expected) * (count - expected) / expected)
                .sum();
        assertTrue(chiSquare < CHI_SQUARE_5, chiSquare + " of " + counts);
    }
}
