package psr.launcher.runs;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;

import psr.api.lab.TrialResult;

/** A result as one line of JSON. Numbers are written so that reading them gives the same bits. */
final class TrialLine {

    private static final ObjectMapper JSON = new ObjectMapper()
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);

    /**
     * What the beginning of a line says.
     *
     * @param trial from 0
     * @param last whether the trial has no more results
     */
    record Head(int trial, boolean last) {}

    private TrialLine() {}

    /**
     * Writes a result.
     *
     * @param last whether the trial has no more results; only then the trial counts as finished
     * @param seed with which the data of the trial were drawn
     */
    static String write(TrialResult result, boolean last, long seed) {
        Map<String, Object> line = new LinkedHashMap<>();
        line.put("trial", result.trial());
        line.put("last", last);
        line.put("recipe", result.recipe());
        line.put("seed", seed);
        List<Object> curve = new ArrayList<>();
        for (TrialResult.Point point : result.curve()) {
            Map<String, Object> at = new LinkedHashMap<>();
            at.put("iteration", point.iteration());
            at.put("values", point.values());
            curve.add(at);
        }
        line.put("curve", curve);
        line.put("counts", result.counts());
        line.put("seconds", result.seconds());
        result.failure().ifPresent(reason -> line.put("failure", reason));
        try {
            return JSON.writeValueAsString(line);
        } catch (JsonProcessingException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Reads only as far as it must; empty if the line is no result. */
    static Optional<Head> head(String line) {
        try (JsonParser parser = JSON.createParser(line)) {
            if (parser.nextToken() != JsonToken.START_OBJECT || !"trial".equals(parser.nextFieldName())
                    || parser.nextToken() != JsonToken.VALUE_NUMBER_INT || !line.endsWith("}")) {
                return Optional.empty();
            }
            int trial = parser.getIntValue();
            if (trial < 0 || !"last".equals(parser.nextFieldName())) {
                return Optional.empty();
            }
            Boolean last = parser.nextBooleanValue();
            return Optional.ofNullable(last).map(is -> new Head(trial, is));
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    /** @throws IOException if the line is no result */
    static TrialResult read(String line) throws IOException {
        JsonNode json = JSON.readTree(line);
        List<TrialResult.Point> curve = new ArrayList<>();
        for (JsonNode at : required(json, "curve")) {
            Map<String, Double> values = new LinkedHashMap<>();
            required(at, "values").properties()
                    .forEach(entry -> values.put(entry.getKey(), entry.getValue().asDouble()));
            curve.add(new TrialResult.Point(required(at, "iteration").asInt(), values));
        }
        Map<String, Long> counts = new LinkedHashMap<>();
        required(json, "counts").properties().forEach(entry -> counts.put(entry.getKey(), entry.getValue().asLong()));
        Map<String, Double> seconds = new LinkedHashMap<>();
        required(json, "seconds").properties()
                .forEach(entry -> seconds.put(entry.getKey(), entry.getValue().asDouble()));
        return new TrialResult(required(json, "trial").asInt(), required(json, "recipe").asText(), curve, counts,
                seconds, Optional.ofNullable(json.get("failure")).map(JsonNode::asText));
    }

    private static JsonNode required(JsonNode json, String field) throws IOException {
        if (!json.has(field)) {
            throw new IOException("a result must have the field '" + field + "'");
        }
        return json.get(field);
    }
}
