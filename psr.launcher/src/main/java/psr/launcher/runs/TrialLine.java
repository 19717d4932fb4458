package psr.launcher.runs;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.JsonMappingException;

import psr.api.lab.TrialResult;
import psr.launcher.json.Checksum;
import psr.launcher.json.LabJson;

/**
 * A result as one line of JSON. Numbers are written so that reading them gives the same bits; the last field is a checksum
 * of all preceding fields.
 */
final class TrialLine {

    private static final JsonFactory JSON = new JsonFactory();
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

    /**
     * The fields of a line, in order, without the checksum.
     *
     * @param trueModel written only if true, like {@code memory}
     */
    @JsonIgnoreProperties("check")
    private record Line(int trial, boolean last, String recipe, long seed, String experiment, String data,
            Optional<Boolean> trueModel, List<TrialResult.Point> curve, Map<String, Long> counts,
            List<TrialResult.StageTime> stages,
            @JsonInclude(JsonInclude.Include.NON_EMPTY) @JsonSetter(nulls = Nulls.AS_EMPTY) Map<String, String> unmeasured,
            Optional<String> failure, Optional<Boolean> refused, Optional<Boolean> memory) {}

    static String write(TrialResult result, Head head) {
        Optional<TrialResult.Failure> failure = result.failure();
        String text = LabJson.write(new Line(result.trial(), head.last(), result.label(), head.seed(), head.experiment(),
                head.data(), Optional.of(true).filter(yes -> result.isTrueModel()), result.curve(), result.counts(),
                result.stages(), result.unmeasured(),
                failure.map(TrialResult.Failure::reason), failure.map(TrialResult.Failure::isRefusal),
                failure.map(TrialResult.Failure::isOutOfMemory).filter(yes -> yes)));
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
        Line read = parse(line);
        TrialResult.Builder result =
                read.trueModel().isPresent() ? TrialResult.ofTrueModel(read.trial())
                        : TrialResult.of(read.trial(), read.recipe());
        read.failure().ifPresent(reason -> result
                .failure(new TrialResult.Failure(reason, read.refused().orElse(false), read.memory().isPresent())));
        return result.curve(read.curve()).counts(read.counts()).stages(read.stages()).unmeasured(read.unmeasured()).build();
    }

    private static Line parse(String line) throws IOException {
        try {
            return LabJson.read(line, Line.class);
        } catch (JsonMappingException e) {
            String field =
                    e.getPath().stream().map(part -> part.getFieldName() == null ? "" + part.getIndex() : part.getFieldName())
                            .collect(Collectors.joining("/"));
            throw new IOException("the field '" + field + "' of a result must be as the laboratory writes it", e);
        }
    }
}
