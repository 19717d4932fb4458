package psr.server.models;

import java.util.List;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

import psr.api.lab.Predictor;
import psr.api.lab.Sampler;
import psr.api.settings.Spelling;
import psr.server.http.Json;
import psr.server.http.ProblemException;
import psr.server.http.Request;

/** Computes the answers of a model; the numbers are those of {@code ./psr predict}, {@code score} and {@code sample}. */
final class Predictions {

    /** Maximum number of items in a batch request. */
    static final int BATCH = 1000;

    /** Maximum number of probabilities in one answer. */
    static final long MOST_PROBABILITIES = 1_000_000;
    private static final List<String> FIELDS = List.of("prefix", "ahead", "top");
    private static final double LN2 = Math.log(2);
    private static final int LENGTH = 20;
    private static final int NUMBER = 1;

    private Predictions() {}

    static ObjectNode predict(LoadedModel model, ObjectNode body) {
        model.alphabet();
        ComputeBudget steps = ComputeBudget.ofRequest();
        if (!body.has("batch")) {
            return predict(model, body, "", top(body), steps, new Predictor(model.model(), Predictor.DEFAULT));
        }
        JsonNode batch = body.get("batch");
        if (!batch.isArray() || body.has("prefix") || body.has("ahead")) {
            throw ProblemException.malformed("batch must be an array of requests; only top may be beside it, for those without");
        }
        int shared = top(body);
        atMost("requests in a batch", batch.size(), BATCH);
        long probabilities = 0;
        for (int i = 0; i < batch.size(); i++) {
            probabilities += Math.min(top(batch.get(i), "/batch/" + i, shared), model.alphabet().size());
        }
        atMost("probabilities in an answer (top asks for fewer)", probabilities, MOST_PROBABILITIES);
        ObjectNode answer = Json.object();
        ArrayNode items = answer.putArray("items");
        Predictor predictor = new Predictor(model.model(), Predictor.DEFAULT);
        for (int i = 0; i < batch.size(); i++) {
            if (!(batch.get(i) instanceof ObjectNode one)) {
                throw ProblemException.malformed("/batch/" + i + " must be an object; found " + Request.kind(batch.get(i)),
                        "/batch/" + i);
            }
            for (String field : (Iterable<String>) one::fieldNames) {
                if (!FIELDS.contains(field)) {
                    throw ProblemException.malformed(
                            "no field named '" + field + "' in /batch/" + i + Spelling.hint(field, FIELDS) + " fields: "
                                    + String.join(", ", FIELDS),
                            "/batch/" + i);
                }
            }
            items.add(predict(model, one, "/batch/" + i, top(one, "/batch/" + i, shared), steps, predictor));
        }
        return answer;
    }

    private static ObjectNode predict(LoadedModel model, ObjectNode body, String place, int top,
            ComputeBudget steps, Predictor predictor) {
        int ahead = whole(body, place, "ahead", 1, 1, (int) ComputeBudget.MOST);
        steps.add(ahead);
        int[] prefix = model.symbols(body.path("prefix"), place + "/prefix", steps);
        predictor.reset();
        for (int symbol : prefix) {
            predictor.update(symbol);
        }
        ObjectNode answer = Json.object();
        answer.set("distribution", distribution(model, predictor.probabilities(ahead), top));
        return answer;
    }

    /** The requested number of most likely symbols; a number above the size of the alphabet requests all symbols in its order. */
    static int top(JsonNode body) {
        return top(body, "", Integer.MAX_VALUE);
    }

    private static int top(JsonNode body, String place, int standard) {
        return whole(body, place, "top", standard, 1, Integer.MAX_VALUE - 1);
    }

    static ArrayNode distribution(LoadedModel model, double[] probabilities, int top) {
        ArrayNode answer = Json.array();
        if (top == Integer.MAX_VALUE) {
            for (int symbol = 0; symbol < probabilities.length; symbol++) {
                answer.addObject().put("symbol", model.alphabet().name(symbol)).put("probability", probabilities[symbol]);
            }
        } else {
            for (int symbol : Predictor.best(probabilities, top)) {
                answer.addObject().put("symbol", model.alphabet().name(symbol)).put("probability", probabilities[symbol]);
            }
        }
        return answer;
    }

    static ObjectNode score(LoadedModel model, ObjectNode body) {
        model.alphabet();
        JsonNode sequences = body.path("sequences");
        if (!sequences.isArray()) {
            throw ProblemException.malformed("sequences must be an array of arrays of symbols");
        }
        atMost("sequences in a request", sequences.size(), ComputeBudget.MOST);
        boolean each = flag(body, "each");
        ComputeBudget steps = ComputeBudget.ofRequest();
        Predictor predictor = new Predictor(model.model(), Predictor.DEFAULT);
        ObjectNode answer = Json.object();
        ArrayNode items = answer.putArray("items");
        for (int i = 0; i < sequences.size(); i++) {
            int[] sequence = model.symbols(sequences.get(i), "/sequences/" + i, steps);
            ObjectNode item = items.addObject();
            ArrayNode bits = each ? item.putArray("steps") : null;
            predictor.reset();
            double sum = 0;
            int count = 0;
            for (int symbol : sequence) {
                double logarithm = predictor.logarithm(symbol);
                sum += logarithm;
                count++;
                addBits(bits, logarithm);
                predictor.update(symbol);
            }
            if (model.alphabet().end().isPresent()) {
                double logarithm = predictor.logarithm(model.alphabet().end().getAsInt());
                sum += logarithm;
                count++;
                addBits(bits, logarithm);
            }
            item.put("log-probability", Json.finite(sum)).put("bits", Json.finite(bits(sum))).put("symbols", count)
                    .put("bits-per-symbol", Json.finite(count == 0 ? Double.NaN : bits(sum) / count));
        }
        return answer;
    }

    private static void addBits(ArrayNode bits, double logarithm) {
        if (bits != null) {
            bits.add(bits(logarithm));
        }
    }

    /** The surprisal of an event: −log₂ of its probability. */
    static double bits(double logarithm) {
        // Not −0 for a certain event.
        return 0 - logarithm / LN2;
    }

    static ObjectNode sample(LoadedModel model, ObjectNode body) {
        model.alphabet();
        int length = whole(body, "", "length", LENGTH, 1, (int) ComputeBudget.MOST);
        int number = whole(body, "", "number", NUMBER, 1, (int) ComputeBudget.MOST);
        ComputeBudget steps = ComputeBudget.ofRequest();
        int[] prefix = model.symbols(body.path("prefix"), "/prefix", steps);
        steps.add((long) number * (length + (long) prefix.length) - prefix.length);
        JsonNode seed = body.path("seed");
        if (!seed.isMissingNode() && !seed.canConvertToLong()) {
            throw ProblemException.malformed("seed must be a whole number; found " + seed);
        }
        Sampler sampler = Sampler.seeded(model.model(), Predictor.DEFAULT, seed.asLong(1));
        ObjectNode answer = Json.object();
        ArrayNode items = answer.putArray("items");
        for (int i = 0; i < number; i++) {
            ArrayNode item = items.addArray();
            for (int symbol : sampler.draw(prefix, length)) {
                if (symbol != model.alphabet().end().orElse(-1)) {
                    item.add(model.alphabet().name(symbol));
                }
            }
        }
        return answer;
    }

    /**
     * Reads an integer of a request; throws a problem if it is not an integer or is out of bounds.
     *
     * @param place the position of the body in the request, as a JSON pointer
     */
    static int whole(JsonNode body, String place, String name, int standard, int low, int high) {
        JsonNode value = body.path(name);
        if (value.isMissingNode() || value.isNull()) {
            return standard;
        }
        if (!value.isIntegralNumber() || !value.canConvertToInt() || value.intValue() < low || value.intValue() > high) {
            throw ProblemException.malformed(name + " must be a whole number from " + low + " to " + high + "; found " + value
                    + (place.isEmpty() ? "" : " in " + place), place + "/" + name);
        }
        return value.intValue();
    }

    static boolean flag(JsonNode body, String name) {
        JsonNode value = body.path(name);
        if (!value.isMissingNode() && !value.isBoolean()) {
            throw ProblemException.malformed(name + " must be true or false; found " + value, "/" + name);
        }
        return value.asBoolean(false);
    }

    static void atMost(String what, long found, long most) {
        if (found > most) {
            throw ProblemException.of(413, "too large", "at most " + most + " " + what + "; found " + found);
        }
    }
}
