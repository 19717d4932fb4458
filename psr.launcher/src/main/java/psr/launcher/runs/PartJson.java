package psr.launcher.runs;

import java.util.Locale;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

import psr.api.lab.DataPart;

/** Which part of the data, as JSON. */
final class PartJson {

    private PartJson() {}

    static ObjectNode of(DataPart part) {
        return JsonNodeFactory.instance.objectNode()
                .put("division", part.division().name().toLowerCase(Locale.ROOT).replace('_', '-')).put("share", part.share());
    }

    /** @throws IllegalArgumentException if it is none */
    static DataPart read(JsonNode json) {
        String division = json.path("division").asText();
        return switch (DataPart.Division.valueOf(division.toUpperCase(Locale.ROOT).replace('-', '_'))) {
            case AS_GIVEN -> DataPart.asGiven();
            case EVERYTHING -> DataPart.everything();
            case FOLDS -> DataPart.folds();
            case TRAINING_ONLY -> DataPart.trainingOnly(json.path("share").asDouble());
        };
    }
}
