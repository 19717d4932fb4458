package psr.launcher.models;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.CharsetEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import com.fasterxml.jackson.core.JsonEncoding;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.StreamWriteFeature;
import com.fasterxml.jackson.core.io.JsonEOFException;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;

import psr.api.data.Alphabet;
import psr.api.data.Channels;
import psr.api.data.Space;
import psr.api.lab.LearnedModel;
import psr.api.model.SingularValues;
import psr.api.store.StoredModel;
import psr.api.store.Tensor;
import psr.api.text.Notation;

/**
 * Model files as JSON: the header first, then the numbers, each row of an array on a line, then the nested models. Numbers
 * are written as by {@link Double#toString(double)}, so that reading them gives the same bits.
 */
final class ModelJson {

    static final String FORMAT = "psr-model";
    /** The version of models of symbols without inputs. */
    static final int SYMBOLS = 1;
    /** The version of other models, so that a laboratory that knows only symbols rejects them. */
    static final int SPACES = 2;

    /** Does not close streams, which belong to the callers. */
    private static final JsonFactory JSON = JsonFactory.builder()
            .streamReadConstraints(StreamReadConstraints.builder().maxStringLength(ModelLimits.LONGEST_TEXT).build())
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .disable(StreamReadFeature.AUTO_CLOSE_SOURCE)
            .disable(StreamWriteFeature.AUTO_CLOSE_TARGET)
            .build();

    /** For texts that UTF-8 cannot encode. */
    private static final JsonFactory ESCAPING = JsonFactory.builder()
            .enable(JsonWriteFeature.ESCAPE_NON_ASCII)
            .disable(StreamWriteFeature.AUTO_CLOSE_TARGET)
            .build();

    private ModelJson() {}

    /**
     * Writes a model.
     *
     * @param learned the same model with its origin
     * @param numbers whether to write the numbers, too, or only the shapes of the arrays
     */
    static void write(StoredModel stored, LearnedModel learned, boolean numbers, OutputStream out) throws IOException {
        CharsetEncoder utf8 = StandardCharsets.UTF_8.newEncoder();
        boolean readable = texts(stored, learned).allMatch(utf8::canEncode);
        try (JsonGenerator json = (readable ? JSON : ESCAPING).createGenerator(out, JsonEncoding.UTF8)) {
            new Writer(json, numbers).write(stored, learned);
        }
    }

    /** All texts except names: symbols of a text that was split into UTF-16 units may be unpaired surrogates. */
    private static Stream<String> texts(StoredModel stored, LearnedModel learned) {
        return Stream.of(Stream.of(learned.recipe()), learned.provenance().values().stream(),
                words(learned).values().stream(), texts(stored)).flatMap(each -> each);
    }

    /** The words that describe how its symbols are written; empty if unknown. */
    private static Map<String, String> words(LearnedModel learned) {
        return learned.notation().map(Notation::words).orElse(Map.of());
    }

    private static Stream<String> texts(StoredModel stored) {
        return Stream.of(Stream.of(stored.kind()), stored.space().names().stream(), stored.words().values().stream(),
                stored.parts().values().stream().flatMap(ModelJson::texts))
                .flatMap(each -> each);
    }

    private static int version(StoredModel stored) {
        boolean symbols = stored.space().kind() == Space.Kind.SYMBOLS && stored.inputs().isEmpty();
        return symbols && stored.parts().values().stream().allMatch(part -> version(part) == SYMBOLS) ? SYMBOLS : SPACES;
    }

    /** Writes one file. */
    private static final class Writer {

        private final JsonGenerator json;
        private final boolean numbers;
        private final RowPrinter layout = new RowPrinter();

        Writer(JsonGenerator json, boolean numbers) {
            this.json = json;
            this.numbers = numbers;
            json.setPrettyPrinter(layout);
        }

        void write(StoredModel stored, LearnedModel learned) throws IOException {
            Map<String, String> notation = words(learned);
            json.writeStartObject();
            json.writeStringField("format", FORMAT);
            json.writeNumberField("version", version(stored));
            json.writeStringField("kind", stored.kind());
            json.writeStringField("recipe", learned.recipe());
            space(stored.space());
            inputs(stored);
            if (!notation.isEmpty()) {
                texts("notation", notation);
            }
            texts("provenance", learned.provenance());
            if (learned.singularValues().isPresent()) {
                singularValues(learned.singularValues().get());
            }
            texts("words", stored.words());
            json.writeStringField("sha256", Fingerprint.of(stored, notation));
            arraysAndParts(stored);
            json.writeEndObject();
            json.writeRaw('\n');
        }

        private void arraysAndParts(StoredModel stored) throws IOException {
            json.writeObjectFieldStart("tensors");
            for (Map.Entry<String, Tensor> tensor : stored.tensors().entrySet()) {
                json.writeObjectFieldStart(tensor.getKey());
                array(tensor.getValue());
                json.writeEndObject();
            }
            json.writeEndObject();
            if (stored.parts().isEmpty()) {
                return;
            }
            json.writeObjectFieldStart("parts");
            for (Map.Entry<String, StoredModel> part : stored.parts().entrySet()) {
                json.writeObjectFieldStart(part.getKey());
                json.writeStringField("kind", part.getValue().kind());
                // Avoids writing the same vocabulary for each model of a mixture.
                if (!part.getValue().space().equals(stored.space())) {
                    space(part.getValue().space());
                }
                inputs(part.getValue());
                texts("words", part.getValue().words());
                arraysAndParts(part.getValue());
                json.writeEndObject();
            }
            json.writeEndObject();
        }

        private void array(Tensor tensor) throws IOException {
            int[] shape = tensor.shape();
            json.writeFieldName("shape");
            json.writeArray(shape, 0, shape.length);
            if (numbers) {
                layout.row(shape.length < 2 ? Integer.MAX_VALUE : shape[shape.length - 1]);
                double[] values = tensor.values();
                json.writeFieldName("values");
                json.writeArray(values, 0, values.length);
                layout.row(Integer.MAX_VALUE);
            }
        }

        private void inputs(StoredModel stored) throws IOException {
            if (stored.inputs().isPresent()) {
                json.writeObjectFieldStart("inputs");
                json.writeStringField("kind", stored.inputs().get().kind().toString());
                space(stored.inputs().get());
                json.writeEndObject();
            }
        }

        private void space(Space space) throws IOException {
            if (space instanceof Channels channels) {
                json.writeArrayFieldStart("channels");
                for (int c = 0; c < channels.size(); c++) {
                    json.writeStartObject();
                    json.writeStringField("name", channels.names().get(c));
                    json.writeStringField("unit", channels.unit(c));
                    json.writeEndObject();
                }
                json.writeEndArray();
                return;
            }
            Alphabet alphabet = space.as(Alphabet.class);
            json.writeArrayFieldStart("alphabet");
            for (String name : alphabet.names()) {
                json.writeString(name);
            }
            json.writeEndArray();
            if (alphabet.end().isPresent()) {
                json.writeStringField("end", alphabet.name(alphabet.end().getAsInt()));
            } else {
                json.writeNullField("end");
            }
        }

        private void singularValues(SingularValues singularValues) throws IOException {
            double[] values = singularValues.values();
            json.writeObjectFieldStart("singular-values");
            json.writeNumberField("rank", singularValues.rank());
            json.writeFieldName("values");
            json.writeArray(values, 0, values.length);
            json.writeEndObject();
        }

        private void texts(String field, Map<String, String> texts) throws IOException {
            json.writeObjectFieldStart(field);
            for (Map.Entry<String, String> text : texts.entrySet()) {
                json.writeStringField(text.getKey(), text.getValue());
            }
            json.writeEndObject();
        }
    }

    /** Prints each field on a line of its own, and lists on one line, or one line per row. */
    private static final class RowPrinter extends DefaultPrettyPrinter {

        private static final long serialVersionUID = 1L;

        private int row = Integer.MAX_VALUE;
        private int separators;

        RowPrinter() {
            indentObjectsWith(new DefaultIndenter("  ", "\n"));
        }

        /** Sets the number of entries per line for the following lists. */
        void row(int entries) {
            row = entries;
            separators = 0;
        }

        @Override
        public void writeArrayValueSeparator(JsonGenerator json) throws IOException {
            separators++;
            json.writeRaw(separators % row == 0 ? ",\n        " : ", ");
        }

        @Override
        public RowPrinter createInstance() {
            return new RowPrinter();
        }
    }

    /** What a reader does with numbers. */
    enum NumberUse {
        /** They are present and read. */
        READ,
        /** They are present but only counted. */
        PASS,
        /** They are not in this header. */
        ABSENT
    }

    /**
     * Reads a model.
     *
     * @throws ModelFileException if it is not a valid model; the message has the reason
     */
    static UncheckedModelFile read(InputStream in, NumberUse numbers, ModelLimits limits) throws IOException {
        try (JsonParser json = JSON.createParser(in)) {
            return new Reader(json, numbers, limits.count()).read();
        } catch (JsonProcessingException e) {
            String line = e.getLocation() == null ? "?" : Integer.toString(e.getLocation().getLineNr());
            // Jackson reports it in two ways.
            if (e instanceof JsonEOFException || e.getOriginalMessage().startsWith("Unexpected end-of-input")) {
                throw new ModelFileException("the file is truncated: it ends at line " + line + " before the model does", e);
            }
            String column = e.getLocation() == null ? "?" : Integer.toString(e.getLocation().getColumnNr());
            throw new ModelFileException("it is not valid JSON at line " + line + ", column " + column
                    + ": a model file, as written by train, is text that starts with \"format\": \"" + FORMAT
                    + "\", or arrays (.npz)", e);
        }
    }

    /** Whether a stream starts like a model file. */
    static boolean begins(InputStream in) throws IOException {
        try (JsonParser json = JSON.createParser(in)) {
            return begins(json);
        } catch (JsonProcessingException e) {
            return false;
        }
    }

    private static boolean begins(JsonParser json) throws IOException {
        return json.nextToken() == JsonToken.START_OBJECT && "format".equals(json.nextFieldName())
                && FORMAT.equals(json.nextTextValue());
    }

    /** Reads one file. */
    private static final class Reader {

        private final JsonParser json;
        private final NumberUse numbers;
        private final ModelLimits.Count count;
        private final UncheckedModelFile file = new UncheckedModelFile();

        Reader(JsonParser json, NumberUse numbers, ModelLimits.Count count) {
            this.json = json;
            this.numbers = numbers;
            this.count = count;
        }

        UncheckedModelFile read() throws IOException {
            if (!begins(json)) {
                throw new ModelFileException("it is not a model file: these start with \"format\": \"" + FORMAT + "\"");
            }
            version();
            while (json.nextToken() != JsonToken.END_OBJECT) {
                String name = json.currentName();
                json.nextToken();
                switch (name) {
                    case "recipe" -> file.recipe = text(name);
                    case "sha256" -> file.sha256 = text(name);
                    case "notation" -> texts(name, file.notation);
                    case "provenance" -> texts(name, file.provenance);
                    case "singular-values" -> singularValues();
                    default -> field(name, file.model, 0);
                }
            }
            if (json.nextToken() != null) {
                throw new ModelFileException("a model file must end after the model; found more after it");
            }
            return file;
        }

        /** Before anything else: in a newer version, every other field may have another meaning. */
        private void version() throws IOException {
            if (!"version".equals(json.nextFieldName()) || json.nextToken() != JsonToken.VALUE_NUMBER_INT) {
                throw new ModelFileException("the version, a whole number, must follow the format of the file; found "
                        + ModelFileException.quoted(String.valueOf(json.getText())));
            }
            String version = json.getText();
            if (!version.equals(Integer.toString(SYMBOLS)) && !version.equals(Integer.toString(SPACES))) {
                throw new ModelFileException("the file has version " + version + ", and this laboratory reads versions " + SYMBOLS
                        + " and " + SPACES
                        + (version.startsWith("-") || version.equals("0") ? "" : "; a newer laboratory wrote it"));
            }
        }

        /** A field that every model has, including nested ones. */
        private void field(String name, UncheckedModel model, int depth) throws IOException {
            switch (name) {
                case "kind" -> model.kind = text(name);
                case "end", "alphabet", "channels" -> space(name, model.space);
                case "inputs" -> model.inputs = inputs();
                case "words" -> texts(name, model.words);
                case "tensors" -> arrays(model);
                case "parts" -> parts(model, depth + 1);
                // Fields that do not change predictions may be added to version 1.
                default -> json.skipChildren();
            }
        }

        private void space(String name, UncheckedSpace space) throws IOException {
            switch (name) {
                case "end" -> space.end = json.currentToken() == JsonToken.VALUE_NULL ? null : text(name);
                case "alphabet" -> space.symbols = texts(name);
                default -> channels(space);
            }
        }

        private void channels(UncheckedSpace space) throws IOException {
            expect(JsonToken.START_ARRAY, "channels", "a list of channels");
            space.channels = new ArrayList<>();
            while (json.nextToken() != JsonToken.END_ARRAY) {
                Map<String, String> channel = new LinkedHashMap<>();
                texts("channels", channel);
                if (!channel.containsKey("name")) {
                    throw new ModelFileException("a channel must have a name; channel " + (space.channels.size() + 1)
                            + " has none");
                }
                space.channels.add(channel.get("name"));
                space.units.add(channel.getOrDefault("unit", ""));
            }
        }

        private UncheckedSpace inputs() throws IOException {
            expect(JsonToken.START_OBJECT, "inputs", "a space");
            UncheckedSpace space = new UncheckedSpace();
            while (json.nextToken() != JsonToken.END_OBJECT) {
                String name = json.currentName();
                json.nextToken();
                switch (name) {
                    case "end", "alphabet", "channels" -> space(name, space);
                    default -> json.skipChildren();
                }
            }
            return space;
        }

        private void parts(UncheckedModel model, int depth) throws IOException {
            expect(JsonToken.START_OBJECT, "parts", "an object of models");
            while (json.nextToken() != JsonToken.END_OBJECT) {
                String name = json.currentName();
                count.part(name, depth);
                json.nextToken();
                expect(JsonToken.START_OBJECT, name, "a model");
                UncheckedModel part = new UncheckedModel();
                while (json.nextToken() != JsonToken.END_OBJECT) {
                    String field = json.currentName();
                    json.nextToken();
                    field(field, part, depth);
                }
                model.parts.put(name, part);
            }
        }

        private String text(String field) throws IOException {
            expect(JsonToken.VALUE_STRING, field, "text");
            return json.getText();
        }

        private List<String> texts(String field) throws IOException {
            expect(JsonToken.START_ARRAY, field, "a list of texts");
            List<String> texts = new ArrayList<>();
            while (json.nextToken() != JsonToken.END_ARRAY) {
                texts.add(text(field));
            }
            return texts;
        }

        private void texts(String field, Map<String, String> into) throws IOException {
            expect(JsonToken.START_OBJECT, field, "an object of texts");
            while (json.nextToken() != JsonToken.END_OBJECT) {
                String name = json.currentName();
                json.nextToken();
                into.put(name, text(name));
            }
        }

        private void singularValues() throws IOException {
            expect(JsonToken.START_OBJECT, "singular-values", "an object with rank and values");
            while (json.nextToken() != JsonToken.END_OBJECT) {
                String name = json.currentName();
                json.nextToken();
                switch (name) {
                    case "rank" -> {
                        expect(JsonToken.VALUE_NUMBER_INT, name, "a whole number");
                        file.rank = json.getIntValue();
                    }
                    case "values" -> file.singularValues = numbers();
                    default -> json.skipChildren();
                }
            }
        }

        private double[] numbers() throws IOException {
            String field = "values of singular-values";
            expect(JsonToken.START_ARRAY, field, "a list of numbers");
            List<Double> values = new ArrayList<>();
            while (json.nextToken() != JsonToken.END_ARRAY) {
                if (json.currentToken() != JsonToken.VALUE_NUMBER_INT) {
                    expect(JsonToken.VALUE_NUMBER_FLOAT, field, "a list of numbers");
                }
                values.add(json.getDoubleValue());
                count.singularValues(values.size());
            }
            return values.stream().mapToDouble(Double::doubleValue).toArray();
        }

        private void arrays(UncheckedModel model) throws IOException {
            expect(JsonToken.START_OBJECT, "tensors", "an object of arrays");
            model.hasTensors = true;
            while (json.nextToken() != JsonToken.END_OBJECT) {
                array(json.currentName(), model);
            }
        }

        private void array(String name, UncheckedModel model) throws IOException {
            json.nextToken();
            expect(JsonToken.START_OBJECT, name, "an object with shape and values");
            if (!"shape".equals(json.nextFieldName())) {
                throw new ModelFileException("an array must begin with its shape; " + ModelFileException.quoted(name)
                        + " does not");
            }
            int[] shape = shape(name);
            int size = count.array(name, shape);
            model.shapes.put(name, shape);
            if (numbers != NumberUse.ABSENT) {
                if (!"values".equals(json.nextFieldName())) {
                    throw new ModelFileException("an array must have its values after its shape; " + name + " does not");
                }
                double[] values = values(name, size);
                if (numbers == NumberUse.READ) {
                    model.values.put(name, values);
                }
            }
            if (json.nextToken() != JsonToken.END_OBJECT) {
                throw new ModelFileException("an array must have a shape and values only; " + name + " has more");
            }
        }

        private int[] shape(String name) throws IOException {
            json.nextToken();
            expect(JsonToken.START_ARRAY, "shape", "a list of whole numbers");
            List<Integer> shape = new ArrayList<>();
            while (json.nextToken() != JsonToken.END_ARRAY) {
                expect(JsonToken.VALUE_NUMBER_INT, "shape of " + name, "a list of whole numbers");
                shape.add(json.getIntValue());
            }
            return shape.stream().mapToInt(Integer::intValue).toArray();
        }

        /** Allocates as values are read, not by the size that the shape claims; nothing if the numbers are only counted. */
        private double[] values(String name, int size) throws IOException {
            json.nextToken();
            expect(JsonToken.START_ARRAY, "values", "a list of numbers");
            double[] values = new double[numbers == NumberUse.READ ? Math.min(size, 1024) : 0];
            int found = 0;
            while (json.nextToken() != JsonToken.END_ARRAY) {
                if (json.currentToken() == null) {
                    throw new JsonEOFException(json, null, "end of input");
                }
                if (!json.currentToken().isNumeric()) {
                    throw new ModelFileException("the values of " + name + " must be numbers; entry " + found + " is "
                            + ModelFileException.quoted(json.getText()));
                }
                if (found == size) {
                    throw new ModelFileException("the values of " + name + " must be " + size
                            + ", as its shape says; there are more");
                }
                if (numbers == NumberUse.READ) {
                    if (found == values.length) {
                        values = Arrays.copyOf(values, (int) Math.min(size, 2L * found));
                    }
                    values[found] = json.getDoubleValue();
                }
                found++;
            }
            if (found < size) {
                throw new ModelFileException("the values of " + name + " must be " + size + ", as its shape says; found "
                        + found);
            }
            return values;
        }

        private void expect(JsonToken token, String field, String what) throws IOException {
            if (json.currentToken() == null) {
                throw new JsonEOFException(json, null, "end of input");
            }
            if (json.currentToken() != token) {
                throw new ModelFileException("the field " + ModelFileException.quoted(field) + " must be " + what + "; found "
                        + ModelFileException.quoted(json.getText()));
            }
        }
    }
}
