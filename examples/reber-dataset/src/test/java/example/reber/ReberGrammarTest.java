package example.reber;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

import org.junit.jupiter.api.Test;

import psr.api.contract.Contracts;
import psr.api.data.Symbols;
import psr.api.learn.SeededRun;
import psr.api.model.SymbolFilter;
import psr.api.source.Dataset;

class ReberGrammarTest {

    private static final double EXACT = 1e-12;

    /** The same grammar as a regular expression, derived by eliminating its nodes by hand. */
    private static final Pattern REBER =
            Pattern.compile("B(TS*X(XT*VP)*(S|XT*VV)|PT*V(V|P(XT*VP)*(S|XT*VV)))E");

    private final ReberGrammar source = new ReberGrammar();

    @Test
    void keepsTheContractOfDataSets() {
        assertEquals(List.of(), Contracts.check(source, new ReberGrammar.Settings(50, 20)));
    }

    @Test
    void everyStringIsInTheGrammar() {
        Dataset dataset = source.load(new ReberGrammar.Settings(500, 500), new SeededRun(3));
        for (Symbols part : List.of(dataset.training(), dataset.test())) {
            for (int i = 0; i < part.count(); i++) {
                String string = word(part.copy(i));
                assertTrue(REBER.matcher(string).matches(), string);
            }
        }
    }

    /** The expected number of letters from each node solves seven linear equations; from the first node it is 8. */
    @Test
    void stringsHaveEightLettersOnAverage() {
        Symbols strings = source.load(new ReberGrammar.Settings(20_000, 0), new SeededRun(5)).training();
        double mean = (double) strings.total() / strings.count();
        double variance = 0;
        for (int i = 0; i < strings.count(); i++) {
            variance += Math.pow(strings.length(i) - mean, 2) / (strings.count() - 1);
        }
        double sampled = 3 * Math.sqrt(variance / strings.count());
        assertEquals(8, mean, sampled);
    }

    @Test
    void theOracleGivesEveryStringItsProbability() {
        assertEquals(1 / 8.0, probability("BPVVE"), EXACT);
        assertEquals(1 / 8.0, probability("BTXSE"), EXACT);
        assertEquals(1 / 32.0, probability("BPTTVVE"), EXACT);
        assertEquals(0, probability("BTVVE"));
    }

    @Test
    void theTestStringsDoNotDependOnTheNumberOfTrainingStrings() {
        assertEquals(source.load(new ReberGrammar.Settings(10, 30), new SeededRun(8)).test(),
                source.load(new ReberGrammar.Settings(99, 30), new SeededRun(8)).test());
    }

    private static double probability(String word) {
        SymbolFilter filter = ReberGrammar.oracle().filter();
        double[] scores = new double[ReberGrammar.ALPHABET.size()];
        double product = 1;
        for (String letter : word.split("")) {
            filter.scores(1, scores);
            int symbol = ReberGrammar.ALPHABET.symbol(letter).getAsInt();
            product *= scores[symbol];
            filter.update(symbol);
        }
        return product;
    }

    private static String word(int[] symbols) {
        return Arrays.stream(symbols).mapToObj(ReberGrammar.ALPHABET::name).collect(Collectors.joining());
    }
}
