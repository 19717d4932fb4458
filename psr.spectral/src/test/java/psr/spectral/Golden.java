package psr.spectral;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;

import psr.api.data.Alphabet;
import psr.api.data.Symbols;
import psr.api.linear.FeatureFilter;
import psr.api.linear.LinearPsr;
import psr.api.settings.Schema;

/** The reference's data and numbers, and code that computes ours. */
final class Golden {

    static final double EXACT = 1e-12;

    static final double SOLVED = 1e-8;

    private Golden() {}

    static JsonNode json(String name) {
        try (InputStream in = Golden.class.getResourceAsStream("/golden/" + name)) {
            return new ObjectMapper().readTree(in);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** First line: count, alphabet; then: length, symbols. */
    static Symbols sequences(String name) {
        Symbols.Builder builder = new Symbols.Builder();
        try (BufferedReader reader = new BufferedReader(new InputStreamReader(
                Golden.class.getResourceAsStream("/golden/" + name), StandardCharsets.UTF_8))) {
            int symbols = Integer.parseInt(reader.readLine().split(" ")[1]);
            for (String line = reader.readLine(); line != null; line = reader.readLine()) {
                int[] numbers = Arrays.stream(line.trim().split(" ")).mapToInt(Integer::parseInt).toArray();
                builder.add(numbers, 1, 1 + numbers[0]);
            }
            return builder.build(Alphabet.numbered(symbols));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** 400 sequences of 10 symbols from three states, drawn by a linear congruential generator. */
    static Symbols generated() {
        double[] initial = {.5, .3, .2};
        double[][] transition = {{.7, .2, .1}, {.1, .8, .1}, {.2, .2, .6}};
        double[][] emission = {{.8, .1, .1}, {.1, .7, .2}, {.2, .1, .7}};
        long[] x = {12345};
        Symbols.Builder builder = new Symbols.Builder();
        for (int i = 0; i < 400; i++) {
            int[] sequence = new int[10];
            int state = draw(initial, x);
            for (int t = 0; t < 10; t++) {
                sequence[t] = draw(emission[state], x);
                state = draw(transition[state], x);
            }
            builder.add(sequence);
        }
        return builder.build(Alphabet.numbered(3));
    }

    private static int draw(double[] distribution, long[] x) {
        x[0] = (1103515245L * x[0] + 12345) % (1L << 31);
        double u = x[0] / (double) (1L << 31);
        double sum = 0;
        for (int i = 0; i < distribution.length; i++) {
            sum += distribution[i];
            if (sum > u) {
                return i;
            }
        }
        return distribution.length - 1;
    }

    /** Settings as a user types them: key, value, key, value. */
    static <S extends Record> S settings(Class<S> type, String... typed) {
        Map<String, String> map = new HashMap<>();
        for (int i = 0; i < typed.length; i += 2) {
            map.put(typed[i], typed[i + 1]);
        }
        return Schema.of(type).parse(map, "test");
    }

    /** First from operators, then from features. */
    record Scores(double[] ospa, double[] pnll, double[] clipped, long repairs) {}

    /** The metrics of MATH section 8, in a plain implementation. */
    static Scores score(LinearPsr model, Symbols test) {
        FeatureFilter filter = model.filter();
        double[] p = new double[model.alphabet().size()];
        Scores scores = new Scores(new double[2], new double[2], new double[2], 0);
        for (int i = 0; i < test.count(); i++) {
            filter.reset();
            for (int t = 0; t < test.length(i); t++) {
                int symbol = test.symbol(i, t);
                for (int readout = 0; readout < 2; readout++) {
                    if (readout == 0) {
                        filter.scores(1, p);
                    } else {
                        Arrays.setAll(p, filter::expectedFeature);
                    }
                    int best = 0;
                    double total = 0;
                    double clipped = 0;
                    for (int o = 0; o < p.length; o++) {
                        best = p[o] > p[best] ? o : best;
                        total += Math.abs(p[o]) + 1e-10;
                        clipped += Math.max(p[o], 0) + 1e-4;
                    }
                    scores.ospa[readout] += (best == symbol ? 1. : 0) / test.total();
                    scores.pnll[readout] -= Math.log((Math.abs(p[symbol]) + 1e-10) / total) / test.total();
                    scores.clipped[readout] -= Math.log((Math.max(p[symbol], 0) + 1e-4) / clipped) / test.total();
                }
                filter.update(symbol);
            }
        }
        return new Scores(scores.ospa, scores.pnll, scores.clipped, filter.repairs());
    }
}
