package psr.server.models;

import java.util.Map;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

import psr.api.data.Alphabet;
import psr.api.data.Channels;
import psr.api.data.Sequences;
import psr.api.data.Space;
import psr.api.data.Symbols;
import psr.api.data.Vectors;
import psr.api.model.VectorFilter;
import psr.server.data.DataPreview;
import psr.server.http.Json;
import psr.server.http.ProblemException;
import psr.server.http.Request;

/** Computes forecasts of a model of real vectors, with intervals, as {@code ./psr predict} does. */
final class Forecasts {

    /** Maximum number of rows ahead. */
    static final int MOST_AHEAD = 1000;
    static final double LEVEL = .9;
    /** The standard deviations around the mean within which a normal variable is with some probabilities. */
    private static final Map<Double, Double> REACH =
            Map.of(.5, .674489750196082, .9, 1.6448536269514722, .95, 1.959963984540054, .99, 2.5758293035489004);

    private Forecasts() {}

    /**
     * Forecasts after observed rows.
     *
     * @param body rows, inputs of these and of future rows, ahead, level, and from: the number of rows after which to
     *        forecast first
     */
    static ObjectNode forecast(LoadedModel model, ObjectNode body) {
        Channels channels = model.channels();
        ComputeBudget steps = ComputeBudget.ofRequest();
        double[][] rows = rows(body.path("rows"), channels, "/rows", steps);
        int ahead = Predictions.whole(body, "", "ahead", 1, 1, MOST_AHEAD);
        double level = level(body);
        int from = Predictions.whole(body, "", "from", rows.length, 0, rows.length);
        steps.add((long) (rows.length - from + 1) * ahead);
        VectorFilter filter = VectorFilter.of(model.model());
        plan(model, filter, body.path("inputs"), rows.length + ahead, "/inputs", steps);
        ObjectNode answer = Json.object().put("level", level);
        answer.set("channels", DataPreview.channels(channels));
        ArrayNode items = answer.putArray("items");
        for (int t = 0; t <= rows.length; t++) {
            if (t >= from) {
                ObjectNode item = items.addObject().put("after", t);
                addForecast(item, filter, channels.size(), ahead, level);
            }
            if (t < rows.length) {
                filter.update(rows[t]);
            }
        }
        return answer;
    }

    /** Sets the inputs of the rows from the filter's position on; rejects too few of them. */
    static void plan(LoadedModel model, VectorFilter filter, JsonNode inputs, int needed, String place, ComputeBudget steps) {
        Space space = model.model().inputs().orElse(null);
        if (space == null) {
            return;
        }
        int found = inputs.isArray() ? inputs.size() : 0;
        if (found < needed) {
            throw ProblemException.malformed("inputs must have a row for each observed row and each row ahead, " + needed
                    + "; found " + found + " (" + space + ")", place);
        }
        filter.plan(inputs(inputs, space, place, steps), 0, 0);
    }

    private static Sequences inputs(JsonNode array, Space space, String place, ComputeBudget steps) {
        if (space instanceof Channels channels) {
            return Vectors.of(channels, rows(array, channels, place, steps));
        }
        Alphabet alphabet = space.as(Alphabet.class);
        steps.add(array.size());
        int[] symbols = new int[array.size()];
        for (int i = 0; i < symbols.length; i++) {
            String name = array.get(i).asText();
            symbols[i] = alphabet.symbol(name).orElseThrow(() -> ProblemException
                    .malformed("'" + name + "' is not an input of the model (" + alphabet + ")", place));
        }
        return new Symbols.Builder().add(symbols).build(alphabet);
    }

    /** Reads rows of numbers; null is a missing value. */
    static double[][] rows(JsonNode array, Channels channels, String place, ComputeBudget steps) {
        if (array.isMissingNode() || array.isNull()) {
            return new double[0][];
        }
        if (!array.isArray()) {
            throw ProblemException.malformed(place + " must be an array of rows; found " + Request.kind(array), place);
        }
        steps.add(array.size());
        double[][] rows = new double[array.size()][];
        for (int t = 0; t < rows.length; t++) {
            rows[t] = row(array.get(t), channels, place + "/" + t);
        }
        return rows;
    }

    static double[] row(JsonNode row, Channels channels, String place) {
        if (!row.isArray() || row.size() != channels.size()) {
            throw ProblemException.malformed(place + " must be an array of " + channels.size() + " numbers, one for each of "
                    + channels + "; found " + (row.isArray() ? row.size() + " items" : Request.kind(row)), place);
        }
        double[] values = new double[row.size()];
        for (int c = 0; c < values.length; c++) {
            JsonNode value = row.get(c);
            if (!value.isNull() && !(value.isNumber() && Double.isFinite(value.doubleValue()))) {
                throw ProblemException.malformed(place + "/" + c + " must be a number, or null if it is missing; found " + value,
                        place + "/" + c);
            }
            values[c] = value.isNull() ? Double.NaN : value.doubleValue();
        }
        return values;
    }

    static double level(JsonNode body) {
        JsonNode level = body.path("level");
        if (level.isMissingNode() || level.isNull()) {
            return LEVEL;
        }
        if (!level.isNumber() || !REACH.containsKey(level.doubleValue())) {
            throw ProblemException.malformed("level must be one of 0.5, 0.9, 0.95, 0.99; found " + level, "/level");
        }
        return level.doubleValue();
    }

    /** Adds means and bounds of intervals; the bounds are null if the model has no covariances. */
    static void addForecast(ObjectNode into, VectorFilter filter, int d, int ahead, double level) {
        ArrayNode means = into.putArray("means");
        ArrayNode low = Json.array();
        ArrayNode high = Json.array();
        double factor = REACH.get(level);
        double[] mean = new double[d];
        double[] covariance = new double[d * d];
        boolean intervals = true;
        for (int k = 1; k <= ahead; k++) {
            filter.mean(k, mean);
            intervals &= filter.covariance(k, covariance);
            ArrayNode row = means.addArray();
            ArrayNode least = low.addArray();
            ArrayNode most = high.addArray();
            for (int c = 0; c < d; c++) {
                double half = factor * Math.sqrt(covariance[c * d + c]);
                row.add(mean[c]);
                least.add(mean[c] - half);
                most.add(mean[c] + half);
            }
        }
        into.set("low", intervals ? low : null);
        into.set("high", intervals ? high : null);
    }
}
