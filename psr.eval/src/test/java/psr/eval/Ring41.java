package psr.eval;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;

import psr.api.data.Alphabet;
import psr.api.data.Sequences;
import psr.api.data.TrainingData;
import psr.api.eval.EvaluationContext;
import psr.api.eval.Measure;
import psr.api.eval.Meter;
import psr.api.eval.Metric;
import psr.api.model.Filter;
import psr.api.model.Hmm;
import psr.api.model.Model;

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

    static TrainingData training() throws IOException {
        return TrainingData.of(Alphabet.numbered(20), sequences("ring.train"));
    }

    static Sequences test() throws IOException {
        return sequences("ring.test");
    }

    private static JsonNode json(String name) throws IOException {
        try (InputStream in = open(name)) {
            return JSON.readTree(in);
        }
    }

    private static Sequences sequences(String name) throws IOException {
        try (InputStream in = open(name)) {
            List<String> lines = new String(in.readAllBytes(), StandardCharsets.US_ASCII).lines().toList();
            Sequences.Builder builder = new Sequences.Builder();
            for (String line : lines.subList(1, lines.size())) {
                String[] words = line.split(" ");
                int[] sequence = new int[words.length - 1];
                for (int t = 0; t < sequence.length; t++) {
                    sequence[t] = Integer.parseInt(words[t + 1]);
                }
                builder.add(sequence);
            }
            return builder.build();
        }
    }

    private static InputStream open(String name) {
        return Ring41.class.getResourceAsStream("/golden/ring-41/" + name);
    }

    /** One value of a metric after a pass over all sequences. */
    static <S extends Record> double value(Metric<S> metric, S settings, String measure, Model model,
            TrainingData training, Sequences test) {
        List<String> names = metric.measures(settings).stream().map(Measure::name).toList();
        return walk(meter(metric, model, training, settings), model, test)[names.indexOf(measure)];
    }

    /** The values of a meter after a pass over all sequences. */
    static double[] walk(Meter meter, Model model, Sequences test) {
        Filter filter = model.filter();
        double[] scores = new double[model.alphabet().size()];
        for (int i = 0; i < test.count(); i++) {
            int[] sequence = test.copy(i);
            filter.reset();
            meter.start(sequence, sequence.length);
            for (int t = 0; t < sequence.length; t++) {
                filter.scores(1, scores);
                meter.step(t, filter, scores);
                filter.update(sequence[t]);
            }
        }
        return meter.values();
    }

    /** A meter of a metric that knows the training data only. */
    static <S extends Record> Meter meter(Metric<S> metric, Model model, TrainingData training, S settings) {
        return metric.prepare(EvaluationContext.of(training, training.sequences()), settings).meter(model);
    }
}
