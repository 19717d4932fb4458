package psr.server.models;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

import org.junit.jupiter.api.Test;

import psr.api.data.Alphabet;
import psr.api.lab.LearnedModel;
import psr.api.linear.Hmm;
import psr.api.text.Notation;
import psr.server.http.Json;
import psr.server.http.Problem;
import psr.server.http.ProblemException;

class PredictionsTest {

    private static final double CLOSE = 1e-12;

    private final LoadedModel model = Examples.opened();

    private static ObjectNode json(String text) {
        return (ObjectNode) Json.read(text.replace('\'', '"'));
    }

    private static Problem problem(Runnable action) {
        return assertThrows(ProblemException.class, action::run).problem();
    }

    /** Its golden numbers: .75·.75 + .25·.125 = .59375 for a; CLIP adds 1e-4 to each of three and divides by 1.0003. */
    @Test
    void reportsClippedProbabilities() {
        JsonNode distribution = Predictions.predict(model, json("{}")).get("distribution");
        assertEquals("a", distribution.get(0).get("symbol").asText());
        assertEquals((.59375 + 1e-4) / 1.0003, distribution.get(0).get("probability").asDouble(), CLOSE);
        assertEquals((.125 + 1e-4) / 1.0003, distribution.get(2).get("probability").asDouble(), CLOSE);
        JsonNode best = Predictions.predict(model, json("{'prefix':['b','b'],'top':1}")).get("distribution");
        assertEquals(1, best.size());
        assertEquals("b", best.get(0).get("symbol").asText());
    }

    @Test
    void answersABatchAsEachAlone() {
        JsonNode items = Predictions.predict(model, json("{'batch':[{'prefix':['b']},{'ahead':3},{}]}")).get("items");
        assertEquals(Predictions.predict(model, json("{'prefix':['b']}")), items.get(0));
        assertEquals(Predictions.predict(model, json("{'ahead':3}")), items.get(1));
        assertEquals(Predictions.predict(model, json("{}")), items.get(2));
    }

    /** In a batch, top may be beside it and in its items; an item's own wins. */
    @Test
    void takesTheNumberOfSymbolsAtBothLevels() {
        JsonNode items = Predictions.predict(model, json("{'top':1,'batch':[{},{'top':2}]}")).get("items");
        assertEquals(Predictions.predict(model, json("{'top':1}")), items.get(0));
        assertEquals(Predictions.predict(model, json("{'top':2}")), items.get(1));
        assertEquals(400, problem(() -> Predictions.predict(model, json("{'batch':[],'prefix':[]}"))).status());
    }

    /** A prediction with clipped scores: a small constant is added to all three symbols. */
    private static double clipped(double score) {
        return (score + 1e-4) / 1.0003;
    }

    /** P(a) = .59375, P(end | a) = .125: the end is as likely in both states. */
    @Test
    void scoresWholeStrings() {
        JsonNode item = Predictions.score(model, json("{'sequences':[['a']],'each':true}")).get("items").get(0);
        double expected = Math.log(clipped(.59375) * clipped(.125));
        assertEquals(expected, item.get("log-probability").asDouble(), 1e-8);
        assertEquals(-expected / Math.log(2), item.get("bits").asDouble(), 1e-8);
        assertEquals(2, item.get("symbols").asInt());
        assertEquals(-Math.log(clipped(.125)) / Math.log(2), item.get("steps").get(1).asDouble(), 1e-8);
        assertEquals(item.get("bits").asDouble() / 2, item.get("bits-per-symbol").asDouble(), CLOSE);
    }

    @Test
    void namesUnknownSymbolsWithTheirIndex() {
        Problem problem = problem(() -> Predictions.predict(model, json("{'batch':[{},{'prefix':['a','x']}]}")));
        assertEquals(422, problem.status());
        assertEquals("symbol 'x' at index 1 is not in the alphabet of the model (3 symbols: a, b, <end>)", problem.detail());
        assertEquals("/batch/1/prefix/1", problem.refusals().get(0).place());
        assertEquals(422, problem(() -> Predictions.score(model, json("{'sequences':[['a','<end>']]}"))).status());
        assertEquals(400, problem(() -> Predictions.score(model, json("{'sequences':[[null]]}"))).status());
    }

    @Test
    void reportsTheBatchItemWithAWrongNumber() {
        for (String wrong : List.of("{'ahead':0}", "{'top':0}")) {
            Problem problem = problem(() -> Predictions.predict(model, json("{'batch':[{}," + wrong + "]}")));
            assertEquals(400, problem.status());
            assertEquals("/batch/1/" + wrong.replaceAll("[^a-z]", ""), problem.refusals().get(0).place());
        }
        assertEquals("ahead must be a whole number from 1 to 1000000; found 0 in /batch/1",
                problem(() -> Predictions.predict(model, json("{'batch':[{},{'ahead':0}]}"))).detail());
        assertEquals("/ahead", problem(() -> Predictions.predict(model, json("{'ahead':0}"))).refusals().get(0).place());
    }

    @Test
    void mapsUnknownSymbolsToTheRareSymbol() {
        Alphabet alphabet = Alphabet.of(List.of("a", Notation.UNKNOWN));
        LoadedModel rare = new LoadedModel("r", LearnedModel.builder(new Hmm(alphabet, new double[] {1}, new double[][] {{1}},
                new double[][] {{.5, .5}})).build());
        assertArrayEquals(new int[] {0, 1},
                rare.symbols(json("{'s':['a','never seen']}").get("s"), "/s", ComputeBudget.ofRequest()));
    }

    @Test
    void drawsTheSameFromTheSameSeed() {
        JsonNode first = Predictions.sample(model, json("{'number':5,'length':9,'seed':3}"));
        assertEquals(first, Predictions.sample(model, json("{'number':5,'length':9,'seed':3}")));
        assertNotEquals(first, Predictions.sample(model, json("{'number':5,'length':9,'seed':4}")));
        assertEquals(5, first.get("items").size());
        first.get("items").forEach(item -> item.forEach(symbol -> assertNotEquals("<end>", symbol.asText())));
    }

    @Test
    void limitsTheWorkOfARequest() {
        assertEquals(413, problem(() -> Predictions.sample(model, json("{'number':1000,'length':1001}"))).status());
        assertEquals(413, problem(() -> Predictions.predict(model, json("{'batch':[{'ahead':1000000},{}]}"))).status());
        assertEquals(413, problem(() -> Predictions.predict(model, json("{'batch':[" + "{},".repeat(1000) + "{}]}"))).status());
        assertEquals(400, problem(() -> Predictions.predict(model, json("{'ahead':1000001}"))).status());
        assertEquals(400, problem(() -> Predictions.predict(model, json("{'top':0}"))).status());
        assertEquals(400, problem(() -> Predictions.predict(model, json("{'batch':[],'ahead':1}"))).status());
    }

    @Test
    void walksWithAPointForEachSymbol() {
        JsonNode steps = StateWalk.of(model, new int[] {0, 1, 1, 0}).get("steps");
        assertEquals(4, steps.size());
        assertEquals("b", steps.get(1).get("symbol").asText());
        assertEquals(-Math.log(clipped(.59375)) / Math.log(2), steps.get(0).get("bits").asDouble(), 1e-8);
        assertEquals(2, steps.get(0).get("state").size());
    }

    /** Points on two crossing lines, far along x + y and near along x − y; the third direction is empty. */
    @Test
    void findsTheTwoPrincipalDirections() {
        double[][] plane = PrincipalPlane.of(new double[][] {{3, 3, 7}, {-3, -3, 7}, {1, -1, 7}, {-1, 1, 7}});
        double[][] expected = {{3 * Math.sqrt(2), 0}, {-3 * Math.sqrt(2), 0}, {0, Math.sqrt(2)}, {0, -Math.sqrt(2)}};
        double side = Math.signum(plane[2][1]);
        for (int t = 0; t < 4; t++) {
            assertEquals(expected[t][0], plane[t][0], 1e-6);
            assertEquals(side * expected[t][1], plane[t][1], 1e-6);
        }
    }

    @Test
    void hasNoSecondDirectionOnALine() {
        double[][] plane =
                PrincipalPlane.of(new double[][] {{.1 / 3, .1 / 7, .01}, {.2 / 3, .2 / 7, .02}, {.7 / 3, .7 / 7, .07}});
        for (double[] point : plane) {
            assertEquals(0, point[1]);
        }
        assertEquals(.6 * Math.sqrt(1 / 9. + 1 / 49. + .01), plane[2][0] - plane[0][0], 1e-9);
        assertArrayEquals(new double[][] {{0, 0}}, PrincipalPlane.of(new double[][] {{5, 5}}));
    }
}
