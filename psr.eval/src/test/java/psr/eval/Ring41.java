package psr.eval;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;

import psr.api.data.Alphabet;
import psr.api.data.Symbols;
import psr.api.eval.Measure;
import psr.api.eval.Meter;
import psr.api.eval.Metric;
import psr.api.eval.ModelWalk;
import psr.api.linear.Hmm;
import psr.api.model.Model;
import psr.api.source.Dataset;

/** The golden ring case, and a pass over sequences. */
final class Ring41 {

    private static final ObjectMapper JSON = new ObjectMapper();

    private Ring41() {}

    static JsonNode expected(String model) throws IOException {
        return json("expected.json").get(model);
    }

    static Hmm oracle() throws IOException {
        JsonNode json = json("ring.hmm.json");
        return new Hmm(Alphabet.numbered(20), JSON.convertValue(json.get("initial"), double[].class),
                JSON.convertValue(json.get("transition"), double[][].class),
                JSON.convertValue(json.get("emission"), double[][].class));
    }

    static Symbols training() throws IOException {
        return sequences("ring.train");
    }

    static Symbols test() throws IOException {
        return sequences("ring.test");
    }

    private static JsonNode json(String name) throws IOException {
        try (InputStream in = open(name)) {
            return JSON.readTree(in);
        }
    }

    private static Symbols sequences(String name) throws IOException {
        try (InputStream in = open(name)) {
            List<String> lines = new String(in.readAllBytes(), StandardCharsets.US_ASCII).lines().toList();
            Symbols.Builder builder = new Symbols.Builder();
            for (String line : lines.subList(1, lines.size())) {
                String[] words = line.split(" ");
                int[] sequence = new int[words.length - 1];
                for (int t = 0; t < sequence.length; t++) {
                    sequence[t] = Integer.parseInt(words[t + 1]);
                }
                builder.add(sequence);
            }
            return builder.build(Alphabet.numbered(20));
        }
    }

    private static InputStream open(String name) {
        return Ring41.class.getResourceAsStream("/golden/ring-41/" + name);
    }

    /** One value of a metric after a pass over all sequences. */
    static <S extends Record> double value(Metric<S> metric, S settings, String measure, Model model,
            Symbols training, Symbols test) {
        List<String> names = metric.measures(settings).stream().map(Measure::name).toList();
        return values(metric, model, training, test, settings)[names.indexOf(measure)];
    }

    /** The values of a metric after a pass over all sequences. */
    static <S extends Record> double[] values(Metric<S> metric, Model model, Symbols training, Symbols test, S settings) {
        return walked(metric.prepare(Dataset.builder(training).test(test).build(), settings).meter(model), model, test);
    }

    /** The values of a meter after a pass over all sequences. */
    static double[] walked(Meter meter, Model model, Symbols test) {
        ModelWalk walk = new ModelWalk(model, test);
        while (walk.next()) {
            meter.step(walk);
        }
        return meter.values();
    }
}
