package psr.math.vectors;

import java.util.Arrays;

import psr.math.optimization.Adam;

/**
 * Refines a regression filter by gradients of its forecast errors: through one step (one-step inference gradients), some
 * steps (multi-step) or a long window (backpropagation through time).
 */
public final class FilterRefinement {

    /** After so many passes the step length is half of the first: large steps first, and no jumping about at the end. */
    private static final double SLOWING = 8;

    /** About how many rows a pass uses, in pieces of so many. */
    private static final int MOST = 30_000;
    private static final int PIECE = 1_000;

    private FilterRefinement() {}

    /**
     * Settings.
     *
     * @param window the filter steps through which an error is followed; 1: one-step inference gradients
     * @param batch the rows between two steps of the method
     * @param distances how many rows ahead forecasts are judged, ascending; at most the model's horizon
     * @param rate the step length of Adam in the first pass
     * @param passes the most passes over the data
     * @param patience stop after so many passes without a smaller held-out error
     * @param burnIn rows at the beginning of each sequence that are not judged
     * @param ridge λ of the readouts, which are learned again after each pass, relative
     */
    public record Settings(int window, int batch, int[] distances, double rate, int passes, int patience, int burnIn,
            double ridge) {

        /** Backpropagation through time. */
        public static Settings throughTime() {
            return new Settings(40, 40, new int[] {1, 2, 3, 5, 10}, 2e-3, 60, 8, 10, 1e-4);
        }

        /** Inference gradients through this many steps. */
        public static Settings inference(int horizon) {
            return new Settings(horizon, 40, new int[] {1, 2, 3, 5, 10}, 2e-3, 30, 5, 10, 1e-4);
        }

        /** Others with this many passes, all of which are made. */
        public Settings withPasses(int other) {
            return new Settings(window, batch, distances, rate, other, other, burnIn, ridge);
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Settings that && window == that.window && batch == that.batch
                    && Arrays.equals(distances, that.distances) && rate == that.rate && passes == that.passes
                    && patience == that.patience && burnIn == that.burnIn && ridge == that.ridge;
        }

        @Override
        public int hashCode() {
            return Arrays.hashCode(distances) * 31 + window;
        }

        @Override
        public String toString() {
            return "window " + window + ", distances " + Arrays.toString(distances) + ", rate " + rate;
        }
    }

    /**
     * The best model and how it was found.
     *
     * @param model the start if nothing was better
     * @param passes after how many passes it was found
     * @param score its held-out error, as {@link ModelSelection#score}
     */
    public record Refined(ReadoutModel model, int passes, double score) {}

    /**
     * Refines.
     *
     * @param start a model whose filter is a regression filter
     * @param rows to learn from, in the user's units; of more than 30,000 rows, evenly spaced pieces
     * @param heldOut to judge by; null: all passes are made and the last model is returned
     * @throws IllegalArgumentException if the model has another filter
     */
    public static Refined refine(ReadoutModel start, Rows rows, Rows heldOut, Settings settings, Progress progress) {
        return refine(start, rows, heldOut, settings, Iterations.ALL, progress);
    }

    /** As above; iterations: notified of each pass, with the best model so far, and may stop the refinement. */
    public static Refined refine(ReadoutModel start, Rows rows, Rows heldOut, Settings settings, Iterations iterations,
            Progress progress) {
        if (!(start.dynamics() instanceof FeatureDynamics filter)) {
            throw new IllegalArgumentException("refinement needs a regression filter; found "
                    + start.dynamics().getClass().getSimpleName());
        }
        Rows data = Imputation.fill(start.scale().apply(rows.limited(MOST, PIECE)));
        int[] distances = Arrays.stream(settings.distances()).filter(k -> k <= start.horizon()).toArray();
        ForecastGradient gradient = new ForecastGradient(filter, start.readouts(), start.width(), start.inputWidth(),
                distances, settings.window());
        Adam adam = new Adam(rowsOf(gradient.parameters().toArray(double[][][]::new)));
        double[][][] sums = gradient.zeros();
        Refined best = new Refined(start, 0, heldOut == null ? Double.NaN : ModelSelection.score(start, heldOut));
        pass(data, gradient, null, null, settings, 0);
        for (int pass = 1; pass <= settings.passes() && pass - best.passes <= settings.patience(); pass++) {
            progress.at("passes", (pass - 1) / (double) settings.passes());
            gradient.balance();
            pass(data, gradient, adam, sums, settings, settings.rate() / (1 + (pass - 1) / SLOWING));
            if (heldOut == null && pass < settings.passes() && iterations == Iterations.ALL) {
                continue;
            }
            ReadoutModel now = model(start, data, gradient, settings, progress);
            double score = heldOut == null ? Double.NaN : ModelSelection.score(now, heldOut);
            if (heldOut == null || score < best.score) {
                best = new Refined(now, pass, score);
            }
            Refined found = best;
            if (!iterations.made(pass, found::model)) {
                break;
            }
        }
        return best;
    }

    /** One pass over the data; without the method, errors are only measured. */
    private static void pass(Rows data, ForecastGradient gradient, Adam adam, double[][][] sums, Settings settings,
            double rate) {
        int rank = gradient.filter().dimension();
        double[] q = new double[rank];
        double[] v = new double[data.inputWidth()];
        int pending = 0;
        for (int i = 0; i < data.count(); i++) {
            if (data.length(i) == 0) {
                continue;
            }
            System.arraycopy(data.inputs(i), 0, v, 0, v.length);
            gradient.filter().begin(v, q);
            // The last row is only a target.
            int last = data.length(i) - 1;
            for (int from = 0; from < last; from += settings.window()) {
                int to = Math.min(last, from + settings.window());
                gradient.add(data, i, from, to, settings.burnIn(), q, sums);
                pending += to > settings.burnIn() ? to - from : 0;
                if (pending >= settings.batch() && adam != null) {
                    step(adam, rate, sums, 1.0 / (pending * settings.distances().length));
                    pending = 0;
                }
            }
        }
        if (pending > 0 && adam != null) {
            step(adam, rate, sums, 1.0 / (pending * settings.distances().length));
        }
    }

    /** Steps against {@code factor} times the sums, and sets them to zero. */
    private static void step(Adam adam, double rate, double[][][] sums, double factor) {
        double[][] rows = rowsOf(sums);
        adam.step(rows, factor, rate);
        for (double[] row : rows) {
            Arrays.fill(row, 0);
        }
    }

    private static double[][] rowsOf(double[][][] matrices) {
        return Arrays.stream(matrices).flatMap(Arrays::stream).toArray(double[][]::new);
    }

    /** The model with the present weights of the filter and readouts learned from the states that it reaches. */
    private static ReadoutModel model(ReadoutModel start, Rows data, ForecastGradient gradient, Settings settings,
            Progress progress) {
        double[][] weights = gradient.filter().weights();
        double[][] copied = new double[weights.length][];
        Arrays.setAll(copied, i -> weights[i].clone());
        FeatureDynamics filter = gradient.filter().with(copied);
        double[][] covariances = new double[start.horizon()][];
        Readout[] readouts = ReadoutFit.refit(data, filter, start.readouts(),
                new ReadoutFit.Settings(start.horizon(), 0, 1, settings.ridge(), settings.burnIn(), 100_000), covariances,
                progress);
        return new ReadoutModel(start.scale(), filter, readouts, start.rolled(), covariances);
    }
}
