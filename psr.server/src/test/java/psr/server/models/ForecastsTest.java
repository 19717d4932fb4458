package psr.server.models;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Optional;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

import org.junit.jupiter.api.Test;

import psr.api.data.Channels;
import psr.api.data.Sequences;
import psr.api.data.Space;
import psr.api.data.Vectors;
import psr.api.lab.LearnedModel;
import psr.api.model.Model;
import psr.api.model.VectorFilter;
import psr.server.http.Json;
import psr.server.http.Problem;
import psr.server.http.ProblemException;

class ForecastsTest {

    private static final double CLOSE = 1e-12;

    /** A random walk of unit variance: k steps ahead the last row, with variance k. With inputs, their sum is added. */
    private record Walk(Optional<Space> inputs) implements Model {

        @Override
        public Channels space() {
            return Channels.of("x", "y");
        }

        @Override
        public VectorFilter filter() {
            return new Position();
        }
    }

    private static final class Position implements VectorFilter {

        private final double[] last = new double[2];
        private Vectors plan;
        private int at;

        @Override
        public void plan(Sequences inputs, int i, int from) {
            plan = inputs.as(Vectors.class);
            at = from;
        }

        @Override
        public void update(double[] row) {
            for (int c = 0; c < 2; c++) {
                last[c] = Double.isNaN(row[c]) ? last[c] : row[c];
            }
            at++;
        }

        @Override
        public void mean(int ahead, double[] into) {
            System.arraycopy(last, 0, into, 0, 2);
            for (int k = 0; plan != null && k < ahead; k++) {
                into[0] += plan.value(0, at + k, 0);
            }
        }

        @Override
        public boolean covariance(int ahead, double[] into) {
            System.arraycopy(new double[] {ahead, 0, 0, ahead}, 0, into, 0, 4);
            return true;
        }

        @Override
        public void reset() {
            last[0] = last[1] = 0;
        }

        @Override
        public VectorFilter copy() {
            throw new AssertionError("no copy is needed");
        }
    }

    private static LoadedModel model(Optional<Space> inputs) {
        return new LoadedModel("m", LearnedModel.builder(new Walk(inputs)).recipe("walk").build());
    }

    private final LoadedModel plain = model(Optional.empty());
    private final LoadedModel driven = model(Optional.of(Channels.of("u")));

    private static ObjectNode json(String text) {
        return (ObjectNode) Json.read(text);
    }

    private static Problem problem(LoadedModel model, String body) {
        return assertThrows(ProblemException.class, () -> Forecasts.forecast(model, json(body))).problem();
    }

    /** 90 % of a normal variable are within 1.6448536 standard deviations; two steps ahead the deviation is √2. */
    @Test
    void forecastsMeansWithIntervals() {
        JsonNode item = Forecasts.forecast(plain, json("{\"rows\":[[1,2],[3,null]],\"ahead\":2}")).at("/items/0");
        assertEquals(2, item.get("after").asInt());
        assertEquals("[[3.0,2.0],[3.0,2.0]]", item.get("means").toString());
        assertEquals(3 - 1.6448536269514722, item.at("/low/0/0").asDouble(), CLOSE);
        assertEquals(2 + Math.sqrt(2) * 1.6448536269514722, item.at("/high/1/1").asDouble(), CLOSE);
    }

    @Test
    void forecastsAfterEachRowAsAfterThatRowAlone() {
        JsonNode items = Forecasts.forecast(plain, json("{\"rows\":[[1,2],[3,4]],\"from\":0,\"level\":0.5}")).get("items");
        assertEquals(3, items.size());
        assertEquals(Forecasts.forecast(plain, json("{\"rows\":[[1,2]],\"level\":0.5}")).at("/items/0"), items.get(1));
    }

    @Test
    void usesTheInputsOfObservedRowsAndThoseToCome() {
        assertEquals(10 + 5 + 7, Forecasts.forecast(driven, json("{\"rows\":[[10,0]],\"inputs\":[[3],[5],[7]],\"ahead\":2}"))
                .at("/items/0/means/1/0").asDouble(), CLOSE);
        assertTrue(problem(driven, "{\"rows\":[[1,1]],\"inputs\":[[3]]}").detail()
                .startsWith("inputs must have a row for each observed row and each row ahead, 2; found 1"));
    }

    @Test
    void namesTheRowThatIsWrong() {
        assertEquals("/rows/1 must be an array of 2 numbers, one for each of 2 channels: x, y; found 1 items",
                problem(plain, "{\"rows\":[[1,2],[3]]}").detail());
        assertEquals("/rows/0/1 must be a number, or null if it is missing; found \"b\"",
                problem(plain, "{\"rows\":[[1,\"b\"]]}").detail());
        assertEquals("level must be one of 0.5, 0.9, 0.95, 0.99; found 2", problem(plain, "{\"level\":2}").detail());
    }

    @Test
    void sendsRequestsForTheOtherKindOfModelToItsRoute() {
        assertEquals(409, problem(Examples.opened(), "{}").status());
        assertEquals(409, assertThrows(ProblemException.class, () -> Predictions.predict(plain, json("{}"))).problem().status());
    }
}
