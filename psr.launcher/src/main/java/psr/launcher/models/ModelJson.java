package psr.launcher.models;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.CharsetEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

import com.fasterxml.jackson.core.JsonEncoding;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.StreamWriteFeature;
import com.fasterxml.jackson.core.io.JsonEOFException;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;

import psr.api.data.Alphabet;
import psr.api.store.StoredModel;
import psr.api.store.Tensor;

/**
 * Model files as JSON: the header first, then the numbers, each row of an array on a line. Numbers are written as
 * {@link Double#toString(double)} does, which gives back the same bits.
 */
final class ModelJson {

    static final String FORMAT = "psr-model";
    static final int VERSION = 1;

    /** Other people's streams are not ours to close. */
    private static final JsonFactory JSON = JsonFactory.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .disable(StreamReadFeature.AUTO_CLOSE_SOURCE)
            .disable(StreamWriteFeature.AUTO_CLOSE_TARGET)
            .build();

    /** For names that have no UTF-8. */
    private static final JsonFactory ESCAPING = JsonFactory.builder()
            .enable(JsonWriteFeature.ESCAPE_NON_ASCII)
            .disable(StreamWriteFeature.AUTO_CLOSE_TARGET)
            .build();

    private ModelJson() {}

    /** Writes a model. @param numbers whether the numbers are written too, or only the shapes of their arrays */
    static void write(ModelFile file, boolean numbers, OutputStream out) throws IOException {
        StoredModel stored = file.stored();
        JsonFactory factory = readable(stored.alphabet()) ? JSON : ESCAPING;
        try (JsonGenerator json = factory.createGenerator(out, JsonEncoding.UTF8)) {
            Layout layout = new Layout();
            json.setPrettyPrinter(layout);
            json.writeStartObject();
            json.writeStringField("format", FORMAT);
            json.writeNumberField("version", VERSION);
            json.writeStringField("kind", stored.kind());
            json.writeStringField("recipe", file.recipe());
            writeAlphabet(stored.alphabet(), json);
            writeTexts("provenance", file.provenance(), json);
            writeTexts("words", stored.words(), json);
            json.writeStringField("sha256", Fingerprint.of(stored));
            json.writeObjectFieldStart("tensors");
            for (Map.Entry<String, Tensor> tensor : stored.tensors().entrySet()) {
                json.writeObjectFieldStart(tensor.getKey());
                json.writeFieldName("shape");
                json.writeArray(tensor.getValue().shape(), 0, tensor.getValue().shape().length);
                if (numbers) {
                    int[] shape = tensor.getValue().shape();
                    layout.row(shape.length < 2 ? Integer.MAX_VALUE : shape[shape.length - 1]);
                    double[] values = tensor.getValue().values();
                    json.writeFieldName("values");
                    json.writeArray(values, 0, values.length);
                    layout.row(Integer.MAX_VALUE);
                }
                json.writeEndObject();
            }
            json.writeEndObject();
            json.writeEndObject();
            json.writeRaw('\n');
        }
    }

    /** Whether every name has UTF-8: text that was cut into UTF-16 units leaves halves of pairs that have not. */
    private static boolean readable(Alphabet alphabet) {
        CharsetEncoder encoder = StandardCharsets.UTF_8.newEncoder();
        return alphabet.names().stream().allMatch(encoder::canEncode);
    }

    private static void writeAlphabet(Alphabet alphabet, JsonGenerator json) throws IOException {
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

    private static void writeTexts(String field, Map<String, String> texts, JsonGenerator json) throws IOException {
        json.writeObjectFieldStart(field);
        for (Map.Entry<String, String> text : texts.entrySet()) {
            json.writeStringField(text.getKey(), text.getValue());
        }
        json.writeEndObject();
    }

    /** Fields on lines of their own, lists on one line, or on one for each row. */
    private static final class Layout extends DefaultPrettyPrinter {

        private static final long serialVersionUID = 1L;

        private int row = Integer.MAX_VALUE;
        private int separators;

        Layout() {
            indentObjectsWith(new DefaultIndenter("  ", "\n"));
        }

        /** How many entries of the lists to come stand on a line. */
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
        public Layout createInstance() {
            return new Layout();
        }
    }

    /**
     * Reads a model, or in a header without numbers what is announced.
     *
     * @param numbers whether the numbers are there too
     * @throws Refusal if it is none, with the reason
     */
    static Draft read(InputStream in, boolean numbers) throws IOException {
        try (JsonParser json = JSON.createParser(in)) {
            return new Reader(json, numbers).read();
        } catch (JsonEOFException e) {
            throw new Refusal("the file is cut short: it ends at line " + e.getLocation().getLineNr()
                    + " before the model does", e);
        } catch (JsonProcessingException e) {
            throw new Refusal("it is no JSON at line " + (e.getLocation() == null ? "?" : e.getLocation().getLineNr())
                    + ": " + Refusal.quoted(e.getOriginalMessage()), e);
        }
    }

    /** Walks through one file. */
    private static final class Reader {

        private final JsonParser json;
        private final boolean numbers;
        private final Draft draft = new Draft();

        Reader(JsonParser json, boolean numbers) {
            this.json = json;
            this.numbers = numbers;
        }

        Draft read() throws IOException {
            if (json.nextToken() != JsonToken.START_OBJECT || !"format".equals(json.nextFieldName())
                    || !FORMAT.equals(json.nextTextValue())) {
                throw new Refusal("it is no model file: one begins with \"format\": \"" + FORMAT + "\"");
            }
            version();
            while (json.nextToken() != JsonToken.END_OBJECT) {
                field(json.currentName());
            }
            if (json.nextToken() != null) {
                throw new Refusal("a model file must hold one model; something stands behind it");
            }
            return draft;
        }

        /** Before anything else: a newer version may mean something else by every other field. */
        private void version() throws IOException {
            if (!"version".equals(json.nextFieldName()) || json.nextToken() != JsonToken.VALUE_NUMBER_INT) {
                throw new Refusal("the version of the file must stand after its format, as a whole number; found "
                        + Refusal.quoted(String.valueOf(json.getText())));
            }
            String version = json.getText();
            if (!version.equals(Integer.toString(VERSION))) {
                throw new Refusal("the file has version " + version + ", and this laboratory reads version " + VERSION
                        + (version.startsWith("-") || version.equals("0") ? "" : "; a newer laboratory wrote it"));
            }
        }

        private void field(String name) throws IOException {
            json.nextToken();
            switch (name) {
                case "kind" -> draft.kind = text(name);
                case "recipe" -> draft.recipe = text(name);
                case "sha256" -> draft.sha256 = text(name);
                case "end" -> draft.end = json.currentToken() == JsonToken.VALUE_NULL ? null : text(name);
                case "alphabet" -> draft.alphabet = texts(name);
                case "provenance" -> texts(name, draft.provenance);
                case "words" -> texts(name, draft.words);
                case "tensors" -> tensors();
                // Version 1 may gain fields that do not change what a model predicts.
                default -> json.skipChildren();
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

        private void tensors() throws IOException {
            expect(JsonToken.START_OBJECT, "tensors", "an object of arrays");
            draft.hasTensors = true;
            while (json.nextToken() != JsonToken.END_OBJECT) {
                tensor(json.currentName());
            }
        }

        private void tensor(String name) throws IOException {
            json.nextToken();
            expect(JsonToken.START_OBJECT, name, "an object with shape and values");
            if (!"shape".equals(json.nextFieldName())) {
                throw new Refusal("an array must begin with its shape; " + Refusal.quoted(name) + " does not");
            }
            int size = draft.announce(name, shape(name));
            if (numbers) {
                if (!"values".equals(json.nextFieldName())) {
                    throw new Refusal("an array must have its values after its shape; " + name + " has not");
                }
                draft.values.put(name, values(name, size));
            }
            if (json.nextToken() != JsonToken.END_OBJECT) {
                throw new Refusal("an array must have a shape and values only; " + name + " has more");
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

        /** Grows with what is there, not with what the shape claims. */
        private double[] values(String name, int size) throws IOException {
            json.nextToken();
            expect(JsonToken.START_ARRAY, "values", "a list of numbers");
            double[] values = new double[Math.min(size, 1024)];
            int count = 0;
            while (json.nextToken() != JsonToken.END_ARRAY) {
                if (!json.currentToken().isNumeric()) {
                    throw new Refusal("the values of " + name + " must be numbers; entry " + count + " is "
                            + Refusal.quoted(json.getText()));
                }
                if (count == size) {
                    throw new Refusal("the values of " + name + " must be " + size + ", as its shape says; there are"
                            + " more");
                }
                if (count == values.length) {
                    values = Arrays.copyOf(values, (int) Math.min(size, 2L * count));
                }
                values[count++] = json.getDoubleValue();
            }
            if (count < size) {
                throw new Refusal("the values of " + name + " must be " + size + ", as its shape says; found " + count);
            }
            return values;
        }

        private void expect(JsonToken token, String field, String what) throws IOException {
            if (json.currentToken() == null) {
                throw new JsonEOFException(json, null, "end of input");
            }
            if (json.currentToken() != token) {
                throw new Refusal("the field " + Refusal.quoted(field) + " must be " + what + "; found "
                        + Refusal.quoted(json.getText()));
            }
        }
    }
}
