package psr.launcher.json;

import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.PrettyPrinter;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.EnumNamingStrategies;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.deser.std.FromStringDeserializer;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.ser.std.ToStringSerializer;
import com.fasterxml.jackson.datatype.jdk8.Jdk8Module;

import psr.api.lab.RateChoice;
import psr.api.lab.Shard;
import psr.api.lab.Stage;

/**
 * Maps records to the JSON that the laboratory itself writes, and back: names and enums in lower case with dashes, empty
 * Optionals omitted, missing lists and texts empty, unknown and other missing fields rejected. Files written by users are
 * read with positions instead ({@code LocatedJson}).
 */
public final class LabJson {

    private static final String CHECK = "check";

    private static final JsonMapper MAPPER = JsonMapper.builder().addModule(new Jdk8Module()).addModule(texts())
            .addMixIn(RateChoice.class, RateChoiceJson.class).propertyNamingStrategy(PropertyNamingStrategies.KEBAB_CASE)
            .enumNamingStrategy(EnumNamingStrategies.KEBAB_CASE)
            .defaultPropertyInclusion(JsonInclude.Value.construct(JsonInclude.Include.NON_ABSENT, JsonInclude.Include.ALWAYS))
            .withConfigOverride(List.class, lists -> lists.setSetterInfo(JsonSetter.Value.forValueNulls(Nulls.AS_EMPTY)))
            .withConfigOverride(String.class, texts -> texts.setSetterInfo(JsonSetter.Value.forValueNulls(Nulls.AS_EMPTY)))
            .enable(DeserializationFeature.FAIL_ON_NULL_CREATOR_PROPERTIES, DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
            .disable(MapperFeature.ALLOW_COERCION_OF_SCALARS).enable(StreamReadFeature.USE_FAST_DOUBLE_PARSER).build();

    private LabJson() {}

    /** A mix-in, because psr.api does not depend on Jackson. */
    private interface RateChoiceJson {

        @JsonProperty("at-edge")
        boolean isAtEdge();
    }

    private static SimpleModule texts() {
        SimpleModule texts = new SimpleModule();
        text(texts, Duration.class, Duration::parse);
        text(texts, Shard.class, Shard::parse);
        text(texts, Stage.class, Stage::parse);
        return texts;
    }

    public static ObjectNode tree(Object value) {
        return MAPPER.valueToTree(value);
    }

    /** Converts a record to a tree with a checksum of all its fields as the last field. */
    public static ObjectNode checked(Object value) {
        ObjectNode tree = tree(value);
        return tree.put(CHECK, Checksum.of(tree.toString()));
    }

    /** Removes the checksum; returns whether it matches the other fields. */
    public static boolean verify(ObjectNode tree) {
        String check = tree.path(CHECK).asText();
        tree.remove(CHECK);
        return check.equals(Checksum.of(tree.toString()));
    }

    public static JsonNode parse(String text) throws JsonProcessingException {
        return MAPPER.readTree(text);
    }

    /** Reads a record without building a tree first, which would take twice as long. */
    public static <T> T read(String text, Class<T> type) throws JsonProcessingException {
        return MAPPER.readValue(text, type);
    }

    public static <T> T bind(JsonNode tree, Class<T> type) throws JsonProcessingException {
        return MAPPER.treeToValue(tree, type);
    }

    public static String write(Object value) {
        try {
            return MAPPER.writeValueAsString(value);
        } catch (JsonProcessingException e) {
            throw new UncheckedIOException(e);
        }
    }

    public static String write(ObjectNode tree, PrettyPrinter printer) throws JsonProcessingException {
        return MAPPER.writer(printer).writeValueAsString(tree);
    }

    /** Registers a type that is written by {@code toString} and read by a parser. */
    private static <T> void text(SimpleModule module, Class<T> type, Function<String, T> parse) {
        module.addSerializer(type, ToStringSerializer.instance);
        module.addDeserializer(type, new FromStringDeserializer<T>(type) {
            @Override
            protected T _deserialize(String text, DeserializationContext context) {
                return parse.apply(text);
            }
        });
    }
}
