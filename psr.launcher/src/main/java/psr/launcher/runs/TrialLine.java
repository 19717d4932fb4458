package psr.launcher.runs;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.TreeNode;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;

import psr.api.lab.TrialResult;
import psr.launcher.json.Checksum;
import psr.launcher.json.LabJson;

/**
 * A result as one line of JSON. Numbers are written so that reading them gives the same bits; the last field is a checksum
 * of all preceding fields.
 */
final class TrialLine {

    private static final ObjectMapper JSON =
            new ObjectMapper(JsonFactory.builder().enable(StreamReadFeature.USE_FAST_DOUBLE_PARSER).build());
    private static final String CURVE = "curve";
    private static final String CHECK = ",\"check\":\"";

    /**
     * The fields at the start of a line.
     *
     * @param trial from 0
     * @param last whether the trial has no more results
     * @param experiment {@link RunRecord#fingerprint} of what it is a result of
     */
    record Head(int trial, boolean last, String label, long seed, String experiment, String data) {}

    private TrialLine() {}

    /** The fields of a line, in order, without the checksum. */
    private record Line(int trial, boolean last, String recipe, long seed, String experiment, String data,
            @JsonInclude(JsonInclude.Include.NON_DEFAULT) boolean trueModel, List<TrialResult.Point> curve,
            Map<String, Long> counts, List<TrialResult.StageTime> stages,
            @JsonInclude(JsonInclude.Include.NON_EMPTY) Map<String, String> unmeasured, Optional<String> failure,
            Optional<Boolean> refused, @JsonInclude(JsonInclude.Include.NON_DEFAULT) boolean memory) {}

    static String write(TrialResult result, Head head) {
        Optional<TrialResult.Failure> failure = result.failure();
        String text = LabJson.write(new Line(result.trial(), head.last(), result.label(), head.seed(), head.experiment(),
                head.data(), result.isTrueModel(), result.curve(), result.counts(), result.stages(), result.unmeasured(),
                failure.map(TrialResult.Failure::reason), failure.map(TrialResult.Failure::isRefusal),
                failure.isPresent() && failure.get().isOutOfMemory()));
        String open = text.substring(0, text.length() - 1);
        return open + CHECK + Checksum.of(open) + "\"}";
    }

    /** Whether a line is as it was written. */
    static boolean isWhole(String line) {
        int check = line.lastIndexOf(CHECK);
        return check >= 0 && line.substring(check).equals(CHECK + Checksum.of(line.substring(0, check)) + "\"}");
    }

    /** What a line says of itself; empty if it is not as it was written. */
    static Optional<Head> head(String line) {
        if (!isWhole(line)) {
            return Optional.empty();
        }
        try (JsonParser parser = JSON.createParser(line)) {
            Map<String, String> fields = new LinkedHashMap<>();
            parser.nextToken();
            while (!fields.containsKey("data") && parser.nextToken() == JsonToken.FIELD_NAME) {
                String name = parser.currentName();
                parser.nextToken();
                fields.put(name, parser.getText());
            }
            return Optional.of(new Head(Integer.parseInt(fields.get("trial")), Boolean.parseBoolean(fields.get("last")),
                    fields.get("recipe"), Long.parseLong(fields.get("seed")), fields.get("experiment"),
                    fields.get("data")));
        } catch (IOException | NumberFormatException e) {
            return Optional.empty();
        }
    }

    /** @throws IOException if the line is no result */
    static TrialResult read(String line) throws IOException {
        ObjectNode json = JSON.createObjectNode();
        List<TrialResult.Point> curve = new ArrayList<>();
        try (JsonParser parser = JSON.createParser(line)) {
            parser.nextToken();
            while (parser.nextToken() == JsonToken.FIELD_NAME) {
                String field = parser.currentName();
                parser.nextToken();
                if (field.equals(CURVE)) {
                    // Nearly all of a line: a tree of it would take twice the time.
                    readCurve(parser, curve);
                    json.putNull(CURVE);
                } else {
                    json.set(field, parser.readValueAsTree());
                }
            }
        }
        required(json, CURVE);
        int trial = number(json, "trial").intValue();
        TrialResult.Builder result = json.path("true-model").asBoolean() ? TrialResult.ofTrueModel(trial)
                : TrialResult.of(trial, required(json, "recipe").textValue());
        Map<String, Long> counts = new LinkedHashMap<>();
        JsonNode counted = required(json, "counts");
        for (Map.Entry<String, JsonNode> entry : counted.properties()) {
            counts.put(entry.getKey(), number(counted, entry.getKey()).longValue());
        }
        List<TrialResult.StageTime> stages = new ArrayList<>();
        for (JsonNode stage : required(json, "stages")) {
            stages.add(new TrialResult.StageTime(required(stage, "stage").textValue(),
                    number(stage, "seconds").doubleValue()));
        }
        Map<String, String> unmeasured = new LinkedHashMap<>();
        json.path("unmeasured").properties().forEach(entry -> unmeasured.put(entry.getKey(), entry.getValue().asText()));
        if (json.has("failure")) {
            String reason = json.get("failure").asText();
            result.failure(json.path("refused").asBoolean() ? TrialResult.Failure.refused(reason)
                    : json.path("memory").asBoolean() ? TrialResult.Failure.outOfMemory(reason)
                    : TrialResult.Failure.of(reason));
        }
        return result.curve(curve).counts(counts).stages(stages).unmeasured(unmeasured).build();
    }

    private static void readCurve(JsonParser parser, List<TrialResult.Point> into) throws IOException {
        while (parser.nextToken() == JsonToken.START_OBJECT) {
            OptionalInt iteration = OptionalInt.empty();
            Map<String, Double> values = null;
            while (parser.nextToken() == JsonToken.FIELD_NAME) {
                String field = parser.currentName();
                parser.nextToken();
                if (field.equals("iteration")) {
                    iteration = OptionalInt.of((int) number(parser, field));
                } else if (field.equals("values")) {
                    values = new LinkedHashMap<>();
                    while (parser.nextToken() == JsonToken.FIELD_NAME) {
                        String measure = parser.currentName();
                        parser.nextToken();
                        values.put(measure, number(parser, measure));
                    }
                } else {
                    parser.skipChildren();
                }
            }
            if (values == null) {
                throw missing("values");
            }
            into.add(new TrialResult.Point(iteration.orElseThrow(() -> missing("iteration")), values));
        }
    }

    private static double number(JsonParser parser, String field) throws IOException {
        if (!parser.currentToken().isNumeric()) {
            throw noNumber(field, parser.readValueAsTree());
        }
        return parser.getDoubleValue();
    }

    private static IOException missing(String field) {
        return new IOException("a result must have the field '" + field + "'");
    }

    private static IOException noNumber(String field, TreeNode found) {
        return new IOException("'" + field + "' of a result must be a number; found " + found);
    }

    private static JsonNode required(JsonNode json, String field) throws IOException {
        if (!json.has(field)) {
            throw missing(field);
        }
        return json.get(field);
    }

    private static JsonNode number(JsonNode json, String field) throws IOException {
        JsonNode value = required(json, field);
        if (!value.isNumber()) {
            throw noNumber(field, value);
        }
        return value;
    }
}
