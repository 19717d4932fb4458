package psr.eval.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

import psr.api.eval.Measure;
import psr.api.eval.Measure.Better;
import psr.api.lab.Claim;
import psr.api.lab.Claim.Expected;
import psr.api.lab.Claim.Place;
import psr.api.lab.Claim.When;
import psr.api.lab.Experiment;
import psr.api.lab.Recipe;
import psr.api.lab.Results;
import psr.api.lab.Stage;
import psr.api.lab.TrialResult;
import psr.api.lab.TrialResult.Failure;
import psr.api.lab.TrialResult.Point;
import psr.api.lab.TrialResult.StageTime;

/** Artificial results with the structure of the ring experiment (reference values of the NumPy study, 20 trials). */
public final class RingLike {

    private static final List<String> NAMES = List.of("pnll.operators", "ospa.features", "l2se.median", "l2se.log-mean",
            "l2se.p99", "pnll.features", "health.negative");
    /** Differences between trials, the same for every recipe of a trial, which pairing eliminates. */
    private static final double[] SHARED = {0.05, 0.012, 0.006, 0.25, 0.03, 0.05, 0.002};
    private static final double[] OWN = {0.004, 0.0009, 0.0006, 0.3, 0.02, 0.004, 0.001};

    private record Shape(String label, String recipe, int iterations, double seconds, double[] from, double[] to) {}

    private static final double[] TWO_STAGE = {1.6604, .3703, .8386, 1.87, 1.558, 1.6597, .031};
    private static final double[] RANDOM = {2.9957, .0501, .9512, -.04, 1.02, 2.9958, .35};
    private static final List<Shape> SHAPES = List.of(
            new Shape("Random", "random", 0, .01, RANDOM, RANDOM),
            new Shape("2SR", "2sr", 0, .4, TWO_STAGE, TWO_STAGE),
            new Shape("IG", "2sr+ig:rate=3e-3", 10, .31, TWO_STAGE,
                    new double[] {1.6715, .3709, .8378, 1.08, 1.306, 1.6592, .029}),
            new Shape("Multi-step IG", "2sr+ig:horizon=5,rate=3e-3", 10, .9, TWO_STAGE,
                    new double[] {1.6569, .3715, .8368, 1.89, 1.286, 1.6529, .027}),
            new Shape("PSIM", "psim:rate=1", 10, .29, RANDOM,
                    new double[] {1.9120, .2903, .8790, -.10, 1.19, 1.91, .05}),
            new Shape("Jiang et al.", "2sr+cd:rate=3e-3", 10, 3.8, TWO_STAGE,
                    new double[] {1.6547, .3711, .8374, 3.31, 1.419, 1.6547, .022}),
            new Shape("IG, random start", "random+ig:rate=3e-3", 10, .31, RANDOM,
                    new double[] {16.41, .0633, .9380, 9.2, 4.8, 16.2, .41}),
            new Shape("Multi-step IG, random start", "random+ig:horizon=5,rate=3e-3", 10, .9, RANDOM,
                    new double[] {3.21, .0711, .9330, 6.1, 2.9, 3.2, .38}),
            new Shape("EM", "em:restarts=1,iterations=10", 10, 2.2, new double[] {2.95, .06, .95, -.05, 1.21, 2.95, 0},
                    new double[] {1.6710, .3614, .8468, -.19, 1.199, 1.6710, 0}),
            new Shape("BPTT (ours)", "2sr:method=ridge,history=short+bptt", 10, 4.4,
                    new double[] {1.6416, .3726, .8352, -.16, 1.237, 1.6415, .02},
                    new double[] {1.6114, .3749, .8336, 2.24, 1.268, 1.6230, .018}));

    private RingLike() {}

    /** Results with a number of trials. */
    public static Results results(int trials) {
        List<Recipe> recipes = SHAPES.stream().map(shape -> Recipe.parse(shape.recipe).labelled(shape.label)).toList();
        Experiment experiment = Experiment
                .builder("Ring HMM (synthetic numbers)", Stage.parse("ring:states=20,symbols=20"))
                .description("The paper's first experiment: sequences of a hidden Markov model whose 20 states form a"
                        + " ring. Half of the sequences train, half test.")
                .recipes(recipes).metrics(Stage.parseList("pnll,ospa,l2se,health")).trials(trials).claims(claims()).build();
        Map<String, String> provenance = new LinkedHashMap<>();
        provenance.put("commit", "0123456789abcdef0123456789abcdef01234567");
        provenance.put("psr.eval", "1.0.0, sha256 9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08");
        provenance.put("java", "17.0.15");
        return new MadeResults(experiment, measures(), provenance, trials, () -> all(trials).iterator());
    }

    static Map<String, Measure> measures() {
        Map<String, Measure> measures = new LinkedHashMap<>();
        for (String name : NAMES) {
            String last = name.substring(name.indexOf('.') + 1);
            measures.put(name, Measure.of(last, name.startsWith("ospa") ? Better.HIGHER : Better.LOWER, "help of "
                    + name));
        }
        return measures;
    }

    /** The claims. */
    public static List<Claim> claims() {
        return List.of(
                claim("pnll.ig-decreases", "Inference gradients decrease the PNLL", "pnll.operators", "IG", When.LAST,
                        "IG",
                        When.FIRST, Expected.BELOW, 0),
                claim("pnll.multi-decreases", "Multi-step inference gradients decrease the PNLL", "pnll.operators",
                        "Multi-step IG", When.LAST, "Multi-step IG", When.FIRST, Expected.BELOW, 0),
                claim("pnll.jiang-most", "Jiang et al. decrease the PNLL more than multi-step IG", "pnll.operators",
                        "Jiang et al.", When.LAST, "Multi-step IG", When.LAST, Expected.BELOW, 0),
                claim("ospa.multi-best", "Multi-step IG has a higher OSPA than IG", "ospa.features", "Multi-step IG",
                        When.LAST,
                        "IG", When.LAST, Expected.ABOVE, 0),
                claim("ospa.jiang-plateaus", "The OSPA of Jiang et al. soon stays where it is", "ospa.features",
                        "Jiang et al.",
                        When.LAST, "Jiang et al.", When.MIDDLE, Expected.WITHIN, 0.001),
                claim("l2se.log-mean-ig", "IG improves the log mean L2SE", "l2se.log-mean", "IG", When.LAST, "IG",
                        When.FIRST,
                        Expected.BELOW, 0),
                claim("time.ig-jiang", "IG is several orders of magnitude faster than Jiang et al.", Claim.SECONDS, "IG",
                        When.LAST, "Jiang et al.", When.LAST, Expected.BELOW, 2),
                claim("time.ig-psim", "IG is about as fast as PSIM", Claim.SECONDS, "IG", When.LAST, "PSIM", When.LAST,
                        Expected.WITHIN, 0.3));
    }

    /** A claim. */
    public static Claim claim(String id, String words, String measure, String subject, When when, String reference, When other,
            Expected expected, double margin) {
        return Claim.builder(id).words(words).measure(measure).subject(Place.of(subject, when))
                .reference(Place.of(reference, other)).expected(expected).margin(margin).build();
    }

    private static List<TrialResult> all(int trials) {
        List<TrialResult> results = new ArrayList<>();
        for (int trial = 0; trial < trials; trial++) {
            SplittableRandom random = new SplittableRandom(trial);
            double[] shared = noise(random, SHARED);
            for (Shape shape : SHAPES) {
                results.add(result(trial, shape, shared, random));
            }
            double[] oracle = {1.5870, .3781, .8277, -.20, 1.203, 1.5870, 0};
            results.add(TrialResult.ofTrueModel(trial).curve(List.of(point(0, oracle, oracle, 0, shared))).build());
        }
        return results;
    }

    private static TrialResult result(int trial, Shape shape, double[] shared, SplittableRandom random) {
        List<StageTime> seconds = new ArrayList<>();
        List<String> stages = Recipe.parse(shape.recipe).stages().stream().map(Stage::toString).toList();
        for (int i = 0; i < stages.size(); i++) {
            boolean last = i == stages.size() - 1;
            seconds.add(new StageTime(stages.get(i), (last ? shape.seconds : 0.4)
                    * Math.exp(0.1 * random.nextGaussian())));
        }
        if (shape.label.equals("EM") && trial % 7 == 3) {
            return TrialResult.of(trial, shape.label).stages(seconds).failure(Failure.of(
                    "the likelihood must not fall; it fell by 1e-3 after 4 iterations (em)")).build();
        }
        double[] own = noise(random, OWN);
        double[] end = new double[OWN.length];
        for (int i = 0; i < end.length; i++) {
            end[i] = shape.to[i] + (shape.iterations > 0 ? own[i] : 0);
        }
        List<Point> curve = new ArrayList<>();
        for (int iteration = 0; iteration <= shape.iterations; iteration++) {
            double share = shape.iterations == 0 ? 0 : (1 - Math.exp(-0.35 * iteration)) / (1 - Math.exp(-3.5));
            curve.add(point(iteration, shape.from, end, share, shared));
        }
        Map<String, Long> counts = shape.label.contains("random start")
                ? Map.of("skipped gradients", (long) random.nextInt(40)) : Map.of();
        return TrialResult.of(trial, shape.label).curve(curve).counts(counts).stages(seconds).build();
    }

    private static Point point(int iteration, double[] from, double[] to, double share, double[] shared) {
        Map<String, Double> values = new LinkedHashMap<>();
        for (int i = 0; i < NAMES.size(); i++) {
            values.put(NAMES.get(i), from[i] + share * (to[i] - from[i]) + shared[i]);
        }
        return new Point(iteration, values);
    }

    private static double[] noise(SplittableRandom random, double[] scale) {
        double[] noise = new double[scale.length];
        for (int i = 0; i < noise.length; i++) {
            noise[i] = scale[i] * random.nextGaussian();
        }
        return noise;
    }
}
