package psr.math.vectors;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.random.RandomGenerator;

/**
 * Compares recipes on the generated systems: mean squared errors 1, 5 and 10 rows ahead in units of the variance, as
 * ratios, and the coverage of 90 % intervals. Sixteen candidates for psr, esn and ar-rff,
 * twelve for the others. Recipes
 * whose names end in -rolled may roll out instead of reading out, as psr may.
 *
 * <pre>java psr.math.vectors.Figures SYSTEM,… SEEDS RECIPE,…</pre>
 */
public final class Figures {

    private static final int[] DISTANCES = {1, 5, 10};
    private static final double NINETY = 1.6448536269514722;

    private Figures() {}

    /** Prints a line for each recipe and seed, then ratios of the means. */
    @SuppressWarnings("java:S106")
    public static void main(String[] arguments) {
        List<String> systems = List.of(arguments[0].split(","));
        int seeds = Integer.parseInt(arguments[1]);
        List<String> recipes = List.of(arguments[2].split(","));
        for (String system : systems) {
            Map<String, double[]> totals = new LinkedHashMap<>();
            for (int seed = 1; seed <= seeds; seed++) {
                SplittableRandom random = new SplittableRandom(seed);
                RowModel truth = null;
                Rows train;
                Rows test;
                if (system.startsWith("linear")) {
                    LinearSystem drawn = LinearSystem.draw(4, system.equals("linear") ? 0 : 1, 2, random);
                    truth = drawn.model().model();
                    train = drawn.sample(20, 250, random);
                    test = drawn.sample(30, 300, random);
                } else {
                    train = draw(system, 20, 250, random);
                    test = draw(system, 30, 300, random);
                }
                for (String recipe : recipes) {
                    if (recipe.equals("truth") && truth == null) {
                        continue;
                    }
                    long start = System.nanoTime();
                    RowModel model = recipe.equals("truth") ? truth : learn(recipe, train, new SplittableRandom(seed));
                    double seconds = (System.nanoTime() - start) / 1e9;
                    double[] numbers = judge(model, test);
                    System.out.printf("%-20s %d %-10s %s %.1f s%n", system, seed, recipe, show(numbers), seconds);
                    double[] total = totals.computeIfAbsent(recipe, r -> new double[6]);
                    for (int k = 0; k < 6; k++) {
                        total[k] += numbers[k] / seeds;
                    }
                }
            }
            for (Map.Entry<String, double[]> one : new TreeMap<>(totals).entrySet()) {
                System.out.printf("%-20s mean %-10s %s%n", system, one.getKey(), show(one.getValue()));
                for (Map.Entry<String, double[]> other : new TreeMap<>(totals).entrySet()) {
                    double[] a = one.getValue();
                    double[] b = other.getValue();
                    if (one.getKey().equals("psr") || other.getKey().equals("truth")) {
                        System.out.printf("%-20s ratio %s / %s: %.3f %.3f %.3f%n", system, one.getKey(), other.getKey(),
                                a[0] / b[0], a[1] / b[1], a[2] / b[2]);
                    }
                }
            }
        }
    }

    private static String show(double[] n) {
        return String.format("%.4f %.4f %.4f  coverage %.3f %.3f %.3f", n[0], n[1], n[2], n[3], n[4], n[5]);
    }

    static Rows draw(String system, int count, int length, RandomGenerator random) {
        switch (system) {
            case "lorenz" :
                return Systems.lorenz(count, length, random);
            case "mackey-glass" :
                return Systems.mackeyGlass(count, length, random);
            case "pendulum" :
                return Systems.pendulum(count, length, false, random);
            case "controlled-pendulum" :
                return Systems.pendulum(count, length, true, random);
            default :
                throw new IllegalArgumentException("a system must be linear, linear-input, lorenz, mackey-glass, pendulum or"
                        + " controlled-pendulum; found " + system);
        }
    }

    private static RowModel learn(String recipe, Rows train, RandomGenerator random) {
        List<ModelSelection.Candidate> candidates = new ArrayList<>();
        switch (recipe) {
            case "psr" :
                Automatic.Result result = Automatic.learn(train, Automatic.Settings.usual(), random, Progress.NONE);
                System.out.println("    " + result.name());
                return result.model();
            case "rff" :
                for (int rank : new int[] {5, 10, 20}) {
                    for (double bandwidth : new double[] {.5, 1}) {
                        for (double ridge : new double[] {1e-3, 1e-4}) {
                            TwoStage.Settings settings = TwoStage.Settings.usual().withRank(rank).withBandwidth(bandwidth)
                                    .withRidge(ridge);
                            candidates.add(new ModelSelection.Candidate(settings.toString(),
                                    (rows, r) -> TwoStage.learn(rows, settings, r, Progress.NONE)));
                        }
                    }
                }
                break;
            case "n4sid" :
                for (int rank : new int[] {2, 3, 4, 6, 8, 10}) {
                    for (int window : new int[] {10, 20}) {
                        candidates.add(new ModelSelection.Candidate("rank " + rank + ", window " + window,
                                (rows, r) -> SubspaceIdentification.learn(rows,
                                        new SubspaceIdentification.Settings(rank, window, window, 1e-5, 10, 100_000),
                                        Progress.NONE)));
                    }
                }
                break;
            case "kalman" :
                candidates.add(new ModelSelection.Candidate("kalman",
                        (rows, r) -> KalmanEm.learn(rows, KalmanEm.Settings.usual(), Progress.NONE)));
                break;
            case "ar-rff", "ar-rff-rolled" :
                for (double bandwidth : new double[] {.5, 1, 2, 4}) {
                    for (double ridge : new double[] {1e-6, 1e-5, 1e-4, 1e-3}) {
                        candidates.add(new ModelSelection.Candidate("bandwidth " + bandwidth + ", ridge " + ridge,
                                (rows, r) -> Autoregression.learn(rows,
                                        new Autoregression.Settings(10, ridge, 250, bandwidth, 10, 100_000), r, Progress.NONE)));
                    }
                }
                break;
            case "esn", "esn-rolled" :
                for (double radius : new double[] {.5, .7, .9, 1.1}) {
                    for (double leak : new double[] {.5, 1}) {
                        for (double ridge : new double[] {1e-6, 1e-4}) {
                            candidates
                                    .add(new ModelSelection.Candidate("radius " + radius + ", leak " + leak + ", ridge " + ridge,
                                            (rows, r) -> Reservoir.learn(rows,
                                                    new Reservoir.Settings(300, radius, leak, .3, ridge, 10, 20, 100_000), r,
                                                    Progress.NONE)));
                        }
                    }
                }
                break;
            default :
                throw new IllegalArgumentException("a recipe must be truth, psr, rff, n4sid, kalman, ar-rff or esn; found "
                        + recipe);
        }
        return ModelSelection.learn(train, candidates, !recipe.equals("esn") && !recipe.equals("ar-rff"), random, Progress.NONE);
    }

    /** Three mean squared errors, three coverages. */
    private static double[] judge(RowModel model, Rows test) {
        HeldOut errors = HeldOut.of(model, Standardization.of(test), test, 20, DISTANCES);
        double[] numbers = new double[6];
        for (int k = 0; k < 3; k++) {
            numbers[k] = errors.mse()[DISTANCES[k] - 1];
        }
        System.arraycopy(coverage(model, test), 0, numbers, 3, 3);
        return numbers;
    }

    private static double[] coverage(RowModel model, Rows test) {
        int d = test.width();
        double[] inside = new double[3];
        double[] count = new double[3];
        double[] mean = new double[d];
        double[] covariance = new double[d * d];
        RowFilter filter = model.start();
        for (int i = 0; i < test.count(); i++) {
            filter.reset();
            for (int t = 0; t < test.length(i); t++) {
                for (int k = 0; k < 3; k++) {
                    int ahead = DISTANCES[k];
                    if (t >= 20 && t + ahead <= test.length(i)) {
                        filter.mean(ahead, test.inputs(i), t * test.inputWidth(), mean);
                        filter.covariance(ahead, covariance);
                        for (int c = 0; c < d; c++) {
                            double off = Math.abs(test.observations(i)[(t + ahead - 1) * d + c] - mean[c]);
                            inside[k] += off <= NINETY * Math.sqrt(covariance[c * d + c]) ? 1 : 0;
                            count[k]++;
                        }
                    }
                }
                filter.update(Arrays.copyOfRange(test.observations(i), t * d, (t + 1) * d), test.inputs(i),
                        t * test.inputWidth());
            }
        }
        for (int k = 0; k < 3; k++) {
            inside[k] /= count[k];
        }
        return inside;
    }
}
