package psr.baselines;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.StringTokenizer;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;

import psr.api.data.Alphabet;
import psr.api.data.Symbols;
import psr.api.linear.FeatureFilter;
import psr.api.linear.Features;
import psr.api.model.Model;
import psr.api.model.SymbolFilter;

/** The reference numbers, their data, and a plain implementation of the same measures. */
public final class GoldenBaselines {

    /** Tolerance for numbers computed elsewhere. */
    public static final double GOLDEN = 1e-6;

    private GoldenBaselines() {}

    public static JsonNode json(String name) {
        try (InputStream in = GoldenBaselines.class.getResourceAsStream("/golden/" + name)) {
            return new ObjectMapper().readTree(in);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public static double[] vector(JsonNode node) {
        double[] vector = new double[node.size()];
        for (int i = 0; i < vector.length; i++) {
            vector[i] = node.get(i).asDouble();
        }
        return vector;
    }

    public static double[][] matrix(JsonNode node) {
        double[][] matrix = new double[node.size()][];
        for (int i = 0; i < matrix.length; i++) {
            matrix[i] = vector(node.get(i));
        }
        return matrix;
    }

    /** A file of the ring: first line count and alphabet, then length and symbols. */
    public static Symbols ring(String name) {
        try (BufferedReader lines = new BufferedReader(new InputStreamReader(
                GoldenBaselines.class.getResourceAsStream("/golden/ring-41/" + name), StandardCharsets.UTF_8))) {
            StringTokenizer first = new StringTokenizer(lines.readLine());
            int count = Integer.parseInt(first.nextToken());
            Alphabet alphabet = Alphabet.numbered(Integer.parseInt(first.nextToken()));
            Symbols.Builder builder = new Symbols.Builder();
            for (int i = 0; i < count; i++) {
                StringTokenizer line = new StringTokenizer(lines.readLine());
                int[] sequence = new int[Integer.parseInt(line.nextToken())];
                for (int t = 0; t < sequence.length; t++) {
                    sequence[t] = Integer.parseInt(line.nextToken());
                }
                builder.add(sequence);
            }
            return builder.build(alphabet);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Numbers u = x/2³¹ of the generator x ← (1103515245 x + 12345) mod 2³¹. */
    public static final class Generator {

        private long x;

        public Generator(long seed) {
            x = seed;
        }

        public double next() {
            x = (1103515245L * x + 12345) % (1L << 31);
            return x / (double) (1L << 31);
        }

        public int draw(double[] distribution) {
            double u = next();
            double sum = 0;
            for (int i = 0; i < distribution.length - 1; i++) {
                sum += distribution[i];
                if (sum > u) {
                    return i;
                }
            }
            return distribution.length - 1;
        }
    }

    /** 400 sequences of length 10 from three states, by the generator from 12345. */
    public static Symbols small() {
        double[] initial = {.5, .3, .2};
        double[][] transition = {{.7, .2, .1}, {.1, .8, .1}, {.2, .2, .6}};
        double[][] emission = {{.8, .1, .1}, {.1, .7, .2}, {.2, .1, .7}};
        Generator generator = new Generator(12345);
        List<int[]> sequences = new ArrayList<>();
        for (int i = 0; i < 400; i++) {
            int[] sequence = new int[10];
            int state = generator.draw(initial);
            for (int t = 0; t < sequence.length; t++) {
                sequence[t] = generator.draw(emission[state]);
                state = generator.draw(transition[state]);
            }
            sequences.add(sequence);
        }
        return Symbols.of(Alphabet.numbered(3), sequences.toArray(int[][]::new));
    }

    /** Accuracy, proxy log-likelihood (absolute and clipped) and, where the state predicts features, L2SE; by name. */
    public static Map<String, Double> measure(Model model, Symbols test) {
        int n = model.space().size();
        double[] scores = new double[n];
        int[] sequence = new int[test.longest()];
        int[] window = new int[2];
        double hits = 0;
        double absolute = 0;
        double clipped = 0;
        List<Double> errors = new ArrayList<>();
        SymbolFilter filter = SymbolFilter.of(model);
        for (int i = 0; i < test.count(); i++) {
            int length = test.copy(i, sequence);
            filter.reset();
            for (int t = 0; t < length; t++) {
                filter.scores(1, scores);
                double sumAbsolute = 0;
                double sumClipped = 0;
                for (double p : scores) {
                    sumAbsolute += Math.abs(p) + 1e-10;
                    sumClipped += Math.max(p, 0) + 1e-4;
                }
                hits += argmax(scores) == sequence[t] ? 1 : 0;
                absolute -= Math.log((Math.abs(scores[sequence[t]]) + 1e-10) / sumAbsolute);
                clipped -= Math.log((Math.max(scores[sequence[t]], 0) + 1e-4) / sumClipped);
                // The reference excludes the first step, because its state does not depend on the filter.
                if (t > 0 && filter instanceof FeatureFilter state
                        && state.features().window(sequence, length, t, window)) {
                    double error = state.expectedSquare() + window.length;
                    for (int f : window) {
                        error -= f == Features.UNSEEN ? 0 : 2 * state.expectedFeature(f);
                    }
                    errors.add(error / 2);
                }
                filter.update(sequence[t]);
            }
        }
        Map<String, Double> measured = new LinkedHashMap<>();
        measured.put("ospa", hits / test.total());
        measured.put("pnll", absolute / test.total());
        measured.put("pnllc", clipped / test.total());
        if (!errors.isEmpty()) {
            errors.sort(null);
            double mean = errors.stream().mapToDouble(Double::doubleValue).sum() / errors.size();
            measured.put("l2mean", mean);
            measured.put("l2logmean", Math.log(mean));
            measured.put("l2med", quantile(errors, .5));
            measured.put("l2p99", quantile(errors, .99));
        }
        return measured;
    }

    /** The fraction of positions at which the best score a number of steps ahead is that of the symbol. */
    public static double accuracy(Model model, Symbols test, int ahead) {
        double[] scores = new double[model.space().size()];
        SymbolFilter filter = SymbolFilter.of(model);
        double hits = 0;
        double all = 0;
        for (int i = 0; i < test.count(); i++) {
            filter.reset();
            for (int t = 0; t + ahead - 1 < test.length(i); t++) {
                filter.scores(ahead, scores);
                hits += argmax(scores) == test.symbol(i, t + ahead - 1) ? 1 : 0;
                all++;
                filter.update(test.symbol(i, t));
            }
        }
        return hits / all;
    }

    private static int argmax(double[] scores) {
        int best = 0;
        for (int o = 1; o < scores.length; o++) {
            best = scores[o] > scores[best] ? o : best;
        }
        return best;
    }

    private static double quantile(List<Double> sorted, double share) {
        double at = share * (sorted.size() - 1);
        int below = (int) at;
        int above = Math.min(below + 1, sorted.size() - 1);
        return sorted.get(below) + (at - below) * (sorted.get(above) - sorted.get(below));
    }
}
