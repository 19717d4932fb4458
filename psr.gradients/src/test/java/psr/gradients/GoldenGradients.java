package psr.gradients;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.IntFunction;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;

import psr.api.data.Alphabet;
import psr.api.data.Symbols;
import psr.api.learn.SeededRun;
import psr.api.linear.Features;
import psr.api.linear.Guard;
import psr.api.linear.LinearPsr;
import psr.api.settings.Schema;
import psr.math.Kernels;
import psr.math.Panels;
import psr.math.linear.Matrices;
import psr.math.linear.TruncatedSvd;
import psr.math.moments.History;
import psr.math.moments.Moments;

/** The reference's numbers, and small models for gradient tests. */
final class GoldenGradients {

    /** Tolerance for sums in another order. */
    static final double EXACT = 1e-9;

    /** Tolerance for central differences of smooth functions, relative to the size of the gradient. */
    static final double DIFFERENCE = 1e-6;

    private GoldenGradients() {}

    static JsonNode json(String name) {
        try (InputStream in = GoldenGradients.class.getResourceAsStream("/golden/" + name)) {
            return new ObjectMapper().readTree(in);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static double[] vector(JsonNode node) {
        double[] v = new double[node.size()];
        Arrays.setAll(v, i -> node.get(i).asDouble());
        return v;
    }

    static double[][] matrix(JsonNode node) {
        double[][] m = new double[node.size()][];
        Arrays.setAll(m, i -> vector(node.get(i)));
        return m;
    }

    static int[] symbols(JsonNode node) {
        int[] x = new int[node.size()];
        Arrays.setAll(x, t -> node.get(t).asInt());
        return x;
    }

    /** Operators, concatenated, row-major, in one array. */
    static double[] tensor(JsonNode node) {
        double[] all = new double[0];
        for (JsonNode operator : node) {
            for (double[] row : matrix(operator)) {
                int at = all.length;
                all = Arrays.copyOf(all, at + row.length);
                System.arraycopy(row, 0, all, at, row.length);
            }
        }
        return all;
    }

    /** Matrices by columns, concatenated, row-major, in one array. */
    static double[] tensor(int n, int d, IntFunction<double[][]> columns) {
        double[] all = new double[n * d * d];
        for (int o = 0; o < n; o++) {
            for (int i = 0; i < d; i++) {
                for (int j = 0; j < d; j++) {
                    all[(o * d + i) * d + j] = columns.apply(o)[j][i];
                }
            }
        }
        return all;
    }

    /** The current operators, concatenated, row-major, in one array. */
    static double[] operators(Psr psr) {
        double[] all = new double[psr.n * psr.d * psr.d];
        for (int k = 0; k < all.length; k++) {
            all[k] = Panels.get(psr.operators[k / psr.d / psr.d], psr.d, k / psr.d % psr.d, k % psr.d);
        }
        return all;
    }

    /** A model whose state is the expectation of the single symbols (d = n), with the guard off. */
    static LinearPsr model(JsonNode golden, JsonNode operators) {
        double[] b = tensor(operators);
        int n = operators.size();
        int d = golden.get("q1").size();
        double[][] parts = new double[n][];
        Arrays.setAll(parts, o -> Arrays.copyOfRange(b, o * d * d, (o + 1) * d * d));
        double[] q1 = vector(golden.get("q1"));
        return model(n, d, new LinearPsr.Parameters(q1, parts, vector(golden.get("b"))), Guard.off(q1));
    }

    private static LinearPsr model(int n, int d, LinearPsr.Parameters parameters, Guard guard) {
        Alphabet alphabet = Alphabet.numbered(n);
        Features features = Features.seenIn(Symbols.of(alphabet, new int[] {0}), 1);
        double[] map = new double[n * d];
        for (int i = 0; i < Math.min(n, d); i++) {
            map[i * d + i] = 1;
        }
        return new LinearPsr(features, map, parameters, guard);
    }

    /** A random small model whose normalizers stay away from zero. */
    static LinearPsr random(long seed, int n, int d) {
        SplittableRandom random = new SplittableRandom(seed);
        double[][] operators = new double[n][d * d];
        double[] initial = new double[d];
        double[] normaliser = new double[d];
        for (double[] b : operators) {
            Arrays.setAll(b, i -> random.nextDouble(0.1, 1) / n);
        }
        Arrays.setAll(initial, i -> random.nextDouble(0.2, 1));
        Arrays.setAll(normaliser, i -> random.nextDouble(0.2, 1));
        return model(n, d, new LinearPsr.Parameters(initial, operators, normaliser), Guard.off(initial));
    }

    static int[] randomSymbols(long seed, int n, int length) {
        return new SplittableRandom(seed).ints(length, 0, n).toArray();
    }

    /** Arbitrary vectors as targets: the state before step t should be row t. */
    static Targets randomTargets(long seed, int length, int d) {
        SplittableRandom random = new SplittableRandom(seed);
        double[][] rows = new double[length + 1][d];
        int[] feature = new int[length + 1];
        for (int t = 0; t <= length; t++) {
            feature[t] = t;
            Arrays.setAll(rows[t], i -> random.nextDouble(-1, 1));
        }
        return new Targets(rows, new int[][] {feature});
    }

    /** First line: count, alphabet; then: length, symbols. */
    static Symbols sequences(String name) {
        Symbols.Builder builder = new Symbols.Builder();
        try (BufferedReader reader = new BufferedReader(new InputStreamReader(
                GoldenGradients.class.getResourceAsStream("/golden/" + name), StandardCharsets.UTF_8))) {
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

    /** Two-stage regression in its simplest form, as a start: C0 = U S Vᵀ, B_i = Uᵀ C_i V S⁻¹, b∞ = S⁻¹ Vᵀ h̄. */
    static LinearPsr spectral(Symbols data, int rank) {
        Features features = Features.seenIn(data, 2);
        Moments moments = Moments.count(data, features, History.COMPLETE, new SeededRun(1));
        TruncatedSvd svd = TruncatedSvd.of(moments.joint(), rank, new SplittableRandom(1));
        double[][] u = Matrices.rows(svd.u(), features.count(), rank);
        double[][] v = Matrices.rows(svd.v(), moments.histories(), rank);
        double[][] operators = moments.between(u, v, rank, () -> {});
        for (int o = 0; o < operators.length; o++) {
            for (int k = 0; k < rank * rank; k++) {
                operators[o][k] /= svd.s()[k % rank];
            }
        }
        double[] normaliser = new double[rank];
        Kernels.multiplyTransposed(svd.v(), moments.histories(), rank, moments.historyMean(), normaliser);
        for (int i = 0; i < rank; i++) {
            normaliser[i] /= svd.s()[i];
        }
        double[] initial = new double[rank];
        double[] mean = new double[rank];
        Kernels.multiplyTransposed(svd.u(), features.count(), rank, moments.startMean(), initial);
        Kernels.multiplyTransposed(svd.u(), features.count(), rank, moments.futureMean(), mean);
        return new LinearPsr(features, svd.u(), new LinearPsr.Parameters(initial, operators, normaliser),
                Guard.off(mean));
    }

    /** Settings as a user types them: key, value, key, value. */
    static <S extends Record> S settings(Class<S> type, String... typed) {
        Map<String, String> map = new HashMap<>();
        for (int i = 0; i < typed.length; i += 2) {
            map.put(typed[i], typed[i + 1]);
        }
        return Schema.of(type).parse(map, "test");
    }
}
