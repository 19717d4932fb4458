package psr.datasets;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

import psr.api.contract.Contracts;
import psr.api.data.Alphabet;
import psr.api.data.Symbols;
import psr.api.learn.SeededRun;
import psr.api.model.SymbolFilter;
import psr.api.settings.Schema;
import psr.api.source.Dataset;
import psr.math.text.NumberedLines;

class PomdpFileTest {

    private static final String HEAD = "discount: .9 # comment\nvalues: cost\nstates: 2\nactions: go stay\nobservations: x y\n";
    private static final String BODY = "T: * uniform\nO: * uniform\n";
    private static final double EXACT = 1e-12;

    private static Pomdp read(String text) throws IOException {
        return PomdpReader.read(NumberedLines.of("p.pomdp",
                new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8))), new SeededRun(1));
    }

    private static String failure(String text) {
        return assertThrows(IOException.class, () -> read(text)).getMessage();
    }

    private static PomdpFile.Settings settings(String... typed) {
        Map<String, String> map = new HashMap<>();
        for (int i = 0; i < typed.length; i += 2) {
            map.put(typed[i], typed[i + 1]);
        }
        return Schema.of(PomdpFile.Settings.class).parse(map, "pomdp");
    }

    @ParameterizedTest
    @EnumSource
    void shippedProcessesKeepTheContract(PomdpFile.Name name) {
        assertEquals(List.of(), Contracts.check(new PomdpFile(), settings("name", name.name().toLowerCase(java.util.Locale.ROOT)
                .replace('_', '-'), "sequences", "6", "length", "12")));
    }

    @Test
    void allFormsOfEntriesAreRead() throws IOException {
        Pomdp matrix =
                read(HEAD + "start: .25 .75\nT: go\n0.1 0.9\n.3 7e-1\nT: stay identity\nO: go\n1 0\n0.5 0.5\nO: stay uniform\n"
                        + "R: go : * : * : x -1\nR: stay : 0 : 1 5 6\nR: stay : 0\n1 2 3 4\n");
        assertArrayEquals(new double[] {.25, .75}, matrix.start());
        assertArrayEquals(new double[] {.1, .9, .3, .7}, matrix.transition()[0], EXACT);
        assertArrayEquals(new double[] {1, 0, 0, 1}, matrix.transition()[1]);
        assertArrayEquals(new double[] {1, 0, .5, .5}, matrix.emission()[0]);
        assertArrayEquals(new double[] {.5, .5, .5, .5}, matrix.emission()[1]);
        Pomdp entries =
                read(HEAD + "start: 1\nT: go : 0 : 0 .1\nT:go:0:1 .9\nT : go : 1\n.3 .7\nT: 1 : * : * 0\nT: stay : 0 : 0 1\n"
                        + "T: stay : 1 : 1 1\nO: * : * : x 1\nO: go : 1\n.5 .5\nO: stay : * uniform\n");
        assertArrayEquals(new double[] {0, 1}, entries.start());
        for (int a = 0; a < 2; a++) {
            assertArrayEquals(matrix.transition()[a], entries.transition()[a], EXACT);
            assertArrayEquals(matrix.emission()[a], entries.emission()[a], EXACT);
        }
        assertArrayEquals(new double[] {.5, .5}, read(HEAD + BODY).start());
        assertArrayEquals(new double[] {.5, .5}, read(HEAD + "start: uniform\n" + BODY).start());
        assertArrayEquals(new double[] {1, 0}, read(HEAD + "start include: 0\n" + BODY).start());
        assertArrayEquals(new double[] {0, 1}, read(HEAD + "start exclude: 0\n" + BODY).start());
        assertArrayEquals(new double[] {0, 1},
                read(HEAD.replace("states: 2", "states: T O") + "start: O\nR: * : T : O : * 3\n" + BODY).start());
        assertArrayEquals(new double[] {0, 1, .5, .5}, read(HEAD + "start: 1\n" + BODY + "T: go : 0 reset\n").transition()[0]);
        assertEquals(List.of("go", "stay"), matrix.actions().names());
        assertEquals(List.of("x", "y"), matrix.observations().names());
    }

    @Test
    void roundedProbabilitiesAreNormalized() throws IOException {
        assertArrayEquals(new double[] {.3333 / .9999, .6666 / .9999},
                java.util.Arrays.copyOf(read(HEAD + BODY + "T: go : 0\n.3333 .6666\n").transition()[0], 2), EXACT);
    }

    @Test
    void mistakesAreNamedByLine() {
        assertEquals("line 6 of p.pomdp: 'run' must be an action; these are go, stay",
                failure(HEAD + "T: run identity\n" + BODY));
        assertEquals("line 6 of p.pomdp: '2' must be a state; these are 0, 1", failure(HEAD + "T: go : 2 : 0 1\n" + BODY));
        assertEquals("line 7 of p.pomdp: T of an action and a state must have 2 probabilities; found 1",
                failure(HEAD + "T: go : 0\n1\nO: * uniform\n"));
        assertEquals("line 7 of p.pomdp: T of an action must have probabilities from 0 to 1; found '1.5'",
                failure(HEAD + "T: go\n1.5 0 0 1\n"));
        assertEquals("line 6 of p.pomdp: O of an action and a state must have probabilities from 0 to 1; found 'much'",
                failure(HEAD + "O: go : 0 much 0\n"));
        assertEquals("line 7 of p.pomdp: the probabilities of T for action 'go' from state '0' must sum to 1; their sum is 0.9",
                failure(HEAD + "T: * uniform T: go : 0 .4 .5\nO: * uniform"));
        assertEquals("line 7 of p.pomdp: the probabilities of O for action 'stay' in state '0' must sum to 1; their sum is 0.0",
                failure(HEAD + "T: * uniform\nO: go uniform\n"));
        assertEquals("line 2 of p.pomdp: observations must appear before T", failure("states: 2 actions: 2\nT: 0 identity"));
        assertEquals(
                "line 1 of p.pomdp: an entry must begin with discount, values, states, actions, observations, start, T, O or R;"
                        + " found 'stats'",
                failure("stats: 2\n"));
        assertEquals("line 2 of p.pomdp: states must appear once; it appears again", failure("states: 2\nstates: 3\n"));
        assertTrue(failure("states: a a\n").contains("must have different names, or their number; found 'a a'"));
        assertEquals("line 1 of p.pomdp: states must appear before the end of the file", failure(""));
        assertEquals("line 6 of p.pomdp: an action must follow; the file ends", failure(HEAD + "T:\n"));
        assertEquals("line 8 of p.pomdp: a colon must follow 'T'; found 'go'", failure(HEAD + BODY + "T go"));
        assertTrue(
                failure("states: 10000 actions: 3 observations: 2 T: 0 identity").contains("must have at most 50000000 numbers"));
        assertTrue(failure(HEAD + "start: .5 .6\n" + BODY).contains("start must sum to 1"));
    }

    /** Listening twice to the left: .85² / (.85² + .15²); after opening a door nothing is known. */
    @Test
    void beliefOfTheTigerIsBayesRule() throws IOException {
        Dataset tiger = new PomdpFile().load(settings("sequences", "4", "length", "6"), new SeededRun(1));
        Symbols inputs =
                Symbols.of(tiger.training().inputs().orElseThrow().space().as(Alphabet.class), new int[] {0, 0, 0, 1, 0});
        SymbolFilter filter = SymbolFilter.of(tiger.trueModel().orElseThrow());
        filter.plan(inputs, 0, 0);
        double[] scores = new double[2];
        filter.update(0);
        filter.update(0);
        double left = .85 * .85 / (.85 * .85 + .15 * .15);
        filter.scores(1, scores);
        assertEquals(left * .85 + (1 - left) * .15, scores[0], EXACT);
        filter.scores(3, scores);
        assertEquals(.5, scores[0], EXACT);
        filter.update(0);
        filter.update(1);
        filter.scores(1, scores);
        assertEquals(.5, scores[1], EXACT);
        assertThrows(IllegalStateException.class, () -> filter.scores(2, scores));
    }

    /** The perplexity of an observation given actions, from an independent program, of 400 sequences. */
    @Test
    void floatResetHasTheKnownEntropy() throws IOException {
        Dataset data = new PomdpFile().load(settings("name", "float-reset"), new SeededRun(1));
        Symbols test = data.test().as(Symbols.class);
        SymbolFilter filter = SymbolFilter.of(data.trueModel().orElseThrow());
        double[] scores = new double[2];
        double loss = 0;
        for (int i = 0; i < test.count(); i++) {
            filter.reset();
            filter.plan(test.inputs().orElseThrow(), i, 0);
            for (int t = 0; t < test.length(i); t++) {
                filter.scores(1, scores);
                loss -= Math.log(scores[test.symbol(i, t)]);
                filter.update(test.symbol(i, t));
            }
        }
        assertEquals(0, filter.repairs());
        assertEquals(1.1827, Math.exp(loss / test.total()), .01);
    }

    /** A damaged file is rejected with its name, or its probabilities are probabilities. {@code mvn verify -Pattack} tries more. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void damagedFilesAreRejectedOrHaveProbabilities(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        String whole = HEAD + "start: .25 .75\nT: go\n0.1 0.9\n.3 7e-1\nT: stay identity\nO: go\n1 0\n0.5 0.5\nO: stay uniform\n"
                + "R: go : * : * : x -1\nT: go : 1 : 0 .3\n";
        List<String> pieces =
                List.of(":", "*", " 0 ", "-1 ", "NaN ", "1e999 ", "T: ", "O: ", "states: 3\n", "start: ", "uniform ", "#", "\n",
                        "\u0000", "\ufeff", "reset ", "include ", "0x1 ", "1.0.0 ");
        int read = 0;
        int texts = 2_000 * Integer.getInteger("psr.fuzz", 1);
        for (int i = 0; i < texts; i++) {
            StringBuilder text = new StringBuilder(whole);
            for (int changes = random.nextInt(1, 4); changes > 0; changes--) {
                int at = random.nextInt(text.length());
                if (random.nextBoolean()) {
                    text.insert(at, pieces.get(random.nextInt(pieces.size())));
                } else {
                    text.delete(at, Math.min(text.length(), at + random.nextInt(1, 12)));
                }
            }
            try {
                Pomdp pomdp = read(text.toString());
                read++;
                assertEquals(1, Arrays.stream(pomdp.start()).sum(), EXACT, text::toString);
                for (double[][] tables : List.of(pomdp.transition(), pomdp.emission())) {
                    for (double[] table : tables) {
                        assertTrue(Arrays.stream(table).allMatch(each -> each >= 0 && each <= 1), text::toString);
                        assertEquals(pomdp.start().length, Arrays.stream(table).sum(), 1e-9, text::toString);
                    }
                }
            } catch (IOException e) {
                assertTrue(e.getMessage().contains("p.pomdp"), () -> e.getMessage() + " for " + text);
            }
        }
        assertTrue(read > 0 && read < texts, read + " of " + texts + " were read");
    }
}
