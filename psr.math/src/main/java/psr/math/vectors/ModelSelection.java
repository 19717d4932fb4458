package psr.math.vectors;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;

/** Chooses among models by their errors on held-out data, one and ten rows ahead. */
public final class ModelSelection {

    /** The part of the data that is held out. */
    public static final double HELD_OUT = .3;

    /** Rows at the beginning of held-out sequences that are not judged. */
    static final int SKIP = 20;

    /** The approximate number of rows for the selection, and the number of rows of a piece. */
    private static final int SEARCHED = 30_000;
    private static final int PIECE = 1_000;

    private ModelSelection() {}

    /** Learns a model from rows. The same random numbers give the same model. */
    @FunctionalInterface
    public interface Recipe {

        /** Learns. */
        RowModel learn(Rows rows, RandomGenerator random);
    }

    /**
     * A recipe with a name.
     *
     * @param name for reports
     * @param recipe how it is learned
     */
    public record Candidate(String name, Recipe recipe) {}

    /**
     * A candidate that was tried.
     *
     * @param candidate the candidate
     * @param model learned from the part that is not held out, with the better of readout and roll-out at each distance
     * @param score its held-out error
     */
    public record Tried(Candidate candidate, RowModel model, double score) {}

    /**
     * The mean logarithm of the held-out mean squared errors one row ahead and ten rows ahead, or as far as the data and
     * the model reach; infinite if they are not finite.
     */
    public static double score(RowModel model, Rows heldOut) {
        Standardization scale = Standardization.of(heldOut);
        int far = horizon(model);
        double[] mse = HeldOut.of(model, scale, heldOut, SKIP, far == 1 ? new int[] {1} : new int[] {1, far}).mse();
        return score(mse[0], Double.isNaN(mse[far - 1]) ? mse[0] : mse[far - 1]);
    }

    private static double score(double near, double far) {
        // A perfect forecast must not hide the other.
        double score = .5 * (Math.log(near + 1e-12) + Math.log(far + 1e-12));
        return Double.isNaN(score) ? Double.POSITIVE_INFINITY : score;
    }

    private static int horizon(RowModel model) {
        return model instanceof ReadoutModel readout ? Math.min(10, readout.horizon()) : 10;
    }

    /**
     * The model with held-out covariances.
     *
     * @param roll whether at each distance the model may roll out instead of reading out, whichever errs less
     */
    public static ReadoutModel calibrated(ReadoutModel model, Rows heldOut, boolean roll) {
        int[] all = HeldOut.upTo(model.horizon());
        HeldOut direct = HeldOut.of(model.rolling(false), model.scale(), heldOut, SKIP, all);
        HeldOut rolled = roll ? HeldOut.of(model.rolling(true), model.scale(), heldOut, SKIP, all) : direct;
        boolean[] choice = new boolean[all.length];
        double[][] covariances = new double[all.length][];
        for (int k = 0; k < all.length; k++) {
            choice[k] = rolled.mse()[k] < direct.mse()[k];
            double[] measured = (choice[k] ? rolled : direct).covariance()[k];
            covariances[k] = Double.isNaN(direct.mse()[k]) ? model.covariances()[k] : measured;
        }
        return model.with(choice, covariances);
    }

    /** Tries a candidate: learns it from one part and judges it by the other. roll: as for {@link #calibrated}. */
    public static Tried tried(Candidate candidate, Rows.Parts parts, boolean roll, long seed) {
        RowModel model;
        try {
            model = candidate.recipe.learn(parts.rest(), new SplittableRandom(seed));
        } catch (ArithmeticException e) {
            // Its regressions have no solution; another candidate may have one.
            return new Tried(candidate, null, Double.POSITIVE_INFINITY);
        }
        if (model instanceof ReadoutModel readout) {
            model = calibrated(readout, parts.heldOut(), roll);
        }
        return new Tried(candidate, model, score(model, parts.heldOut()));
    }

    /** The candidate with the smallest score, the first of equals. */
    static Tried best(List<Tried> all) {
        Tried best = all.get(0);
        for (Tried tried : all) {
            best = tried.score < best.score ? tried : best;
        }
        return best;
    }

    /** The model of a candidate that was tried, learned from all rows; choices and covariances are those held out. */
    public static RowModel relearned(Tried tried, Rows rows, long seed) {
        RowModel model = tried.candidate.recipe.learn(rows, new SplittableRandom(seed));
        if (model instanceof ReadoutModel readout && tried.model instanceof ReadoutModel before) {
            return readout.with(before.rolled(), before.covariances());
        }
        return model;
    }

    /**
     * The best of several candidates.
     *
     * @param model learned from all rows, with choices and covariances from the held-out part
     * @param name of the candidate
     * @param score its held-out error, as {@link #score}
     */
    public record Chosen(RowModel model, String name, double score) {}

    /**
     * The best of several candidates, learned from all rows. Of more than 30,000 rows, evenly spaced pieces decide.
     *
     * @param roll whether models may roll out instead of reading out
     * @param fraction of the data that is held out
     * @throws ArithmeticException if no candidate can be learned
     */
    public static Chosen choose(Rows rows, List<Candidate> candidates, boolean roll, double fraction,
            RandomGenerator random, Progress progress) {
        long seed = random.nextLong();
        Tried best = tried(rows, candidates, roll, fraction, seed, progress);
        return new Chosen(relearned(best, rows, seed), best.candidate.name(), best.score);
    }

    /** The best of several candidates, learned from the part that is not held out. */
    public static Tried tried(Rows rows, List<Candidate> candidates, boolean roll, double fraction, RandomGenerator random,
            Progress progress) {
        return tried(rows, candidates, roll, fraction, random.nextLong(), progress);
    }

    private static Tried tried(Rows rows, List<Candidate> candidates, boolean roll, double fraction, long seed,
            Progress progress) {
        Rows.Parts parts = rows.limited(SEARCHED, PIECE).split(fraction);
        List<Tried> tried = new ArrayList<>();
        for (Candidate candidate : candidates) {
            progress.at("candidates", tried.size() / (double) candidates.size());
            tried.add(tried(candidate, parts, roll, seed));
        }
        return best(tried);
    }

    /** As {@link #choose}, with the usual part held out. */
    public static RowModel learn(Rows rows, List<Candidate> candidates, boolean roll, RandomGenerator random,
            Progress progress) {
        return choose(rows, candidates, roll, HELD_OUT, random, progress).model();
    }
}
