package psr.api.eval;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

import psr.api.data.Sequences;
import psr.api.data.Symbols;
import psr.api.data.Vectors;
import psr.api.model.Filter;
import psr.api.model.Model;
import psr.api.model.SymbolFilter;
import psr.api.model.VectorFilter;

/**
 * Walks a model along test sequences, position by position, and computes what meters request once per position. For
 * programs that measure models, and for tests of metrics. Not thread-safe.
 *
 * <pre>
 * ModelWalk walk = new ModelWalk(model, test);
 * while (walk.next()) {
 *     meter.step(walk);
 * }
 * </pre>
 */
public final class ModelWalk implements Walk {

    private final Sequences data;
    /** Null unless the data are symbols, and likewise below. */
    private final Symbols symbols;
    private final Vectors vectors;
    private final Filter filter;
    private final Filter readOnly;
    private final Sequences inputs;
    private final List<Prediction> scores = new ArrayList<>();
    private final List<Prediction> means = new ArrayList<>();
    private final List<Prediction> covariances = new ArrayList<>();
    private final List<Prediction> rows = new ArrayList<>();
    private boolean hasCovariance = true;
    private int i = -1;
    private int t;
    private int length;
    /** Counts positions, so that predictions of earlier ones are recognized. */
    private long position;

    /** A model predicted a value that is not a finite number, or threw an exception, which is the cause. */
    public static final class PredictionException extends RuntimeException {

        private static final long serialVersionUID = 1L;

        PredictionException(String message, Throwable cause) {
            super(message, cause);
        }
    }

    /** Numbers for one distance, as computed and as shown to meters. */
    private static final class Prediction {

        private final double[] computed;
        private final double[] shown;
        private long position = -1;

        Prediction(int size) {
            computed = new double[size];
            shown = new double[size];
        }
    }

    /**
     * A walk before the first position.
     *
     * @throws IllegalArgumentException if the model predicts another space than that of the data, or needs inputs that the
     *         data do not have
     */
    public ModelWalk(Model model, Sequences test) {
        data = Objects.requireNonNull(test, "test");
        if (!model.space().equals(test.space())) {
            throw new IllegalArgumentException("the model must be over the space of the data (" + test.space() + "); found "
                    + model.space());
        }
        symbols = test instanceof Symbols known ? known : null;
        vectors = test instanceof Vectors known ? known : null;
        filter = symbols != null ? SymbolFilter.of(model) : VectorFilter.of(model);
        readOnly = ReadOnlyFilter.of(filter);
        inputs = model.inputs().isEmpty() ? null : test.inputs().filter(u -> u.space().equals(model.inputs().get()))
                .orElseThrow(() -> new IllegalArgumentException("the data must have the inputs that the model needs ("
                        + model.inputs().get() + "); found " + test.inputs().map(u -> u.space().toString()).orElse("none")));
    }

    /** Shows the model the current observation and moves to the next position; returns false at the end of the data. */
    public boolean next() {
        if (i >= 0 && t < length) {
            if (symbols != null) {
                ((SymbolFilter) filter).update(symbols.symbol(i, t));
            } else {
                ((VectorFilter) filter).update(prediction(rows, 1, vectors.channels().size()).computed);
            }
            t++;
        }
        position++;
        while (i < 0 || t >= length) {
            if (++i >= data.count()) {
                i = data.count();
                length = 0;
                return false;
            }
            t = 0;
            length = data.length(i);
            filter.reset();
            if (inputs != null) {
                filter.plan(inputs, i, 0);
            }
        }
        return true;
    }

    /** Whether the meters have left the arrays of this position as they were. */
    public boolean intact() {
        return intact(scores) && intact(means) && intact(covariances) && intact(rows);
    }

    private boolean intact(List<Prediction> predictions) {
        for (int k = 0; k < predictions.size(); k++) {
            Prediction each = predictions.get(k);
            if (each != null && each.position == position && !Arrays.equals(each.computed, each.shown)) {
                return false;
            }
        }
        return true;
    }

    /** Undoes what meters did to the arrays of this position. */
    public void restore() {
        for (List<Prediction> predictions : List.of(scores, means, covariances, rows)) {
            for (Prediction each : predictions) {
                if (each != null && each.position == position) {
                    System.arraycopy(each.computed, 0, each.shown, 0, each.shown.length);
                }
            }
        }
    }

    @Override
    public int sequence() {
        return i;
    }

    @Override
    public int t() {
        return t;
    }

    @Override
    public int left() {
        return length - t;
    }

    @Override
    public int symbol(int ahead) {
        return symbols().symbol(i, t + ahead - 1);
    }

    private Symbols symbols() {
        return symbols != null ? symbols : data.as(Symbols.class);
    }

    private Vectors vectors() {
        return vectors != null ? vectors : data.as(Vectors.class);
    }

    @Override
    public double[] scores(int ahead) {
        Prediction found = prediction(scores, ahead, symbols().alphabet().size());
        if (found.position != position) {
            guarded(() -> ((SymbolFilter) filter).scores(ahead, found.computed));
            finished(found, "symbol");
        }
        return found.shown;
    }

    @Override
    public double[] row(int ahead) {
        Prediction found = prediction(rows, ahead, vectors().channels().size());
        return found.shown;
    }

    @Override
    public double[] mean(int ahead) {
        Prediction found = prediction(means, ahead, vectors().channels().size());
        if (found.position != position) {
            guarded(() -> ((VectorFilter) filter).mean(ahead, found.computed));
            finished(found, "channel");
        }
        return found.shown;
    }

    @Override
    public Optional<double[]> covariance(int ahead) {
        int d = vectors().channels().size();
        Prediction found = prediction(covariances, ahead, Math.multiplyExact(d, d));
        if (hasCovariance && found.position != position) {
            guarded(() -> hasCovariance = ((VectorFilter) filter).covariance(ahead, found.computed));
            finished(found, "channel");
        }
        return hasCovariance ? Optional.of(found.shown) : Optional.empty();
    }

    @Override
    public Filter filter() {
        return readOnly;
    }

    /** The place for a distance; a row is filled, predictions are as they were. */
    private Prediction prediction(List<Prediction> all, int ahead, int size) {
        if (ahead < 1 || ahead > left()) {
            throw new IllegalArgumentException("steps ahead must be 1 … " + left() + " at position " + t + " of " + length
                    + "; found " + ahead);
        }
        while (all.size() < ahead) {
            all.add(null);
        }
        Prediction found = all.get(ahead - 1);
        if (found == null) {
            found = new Prediction(size);
            all.set(ahead - 1, found);
        }
        if (all == rows && found.position != position) {
            vectors.row(i, t + ahead - 1, found.computed);
            shown(found);
        }
        return found;
    }

    /** Tells failures of the model, which is called while a meter steps, from failures of the meter. */
    private static void guarded(Runnable prediction) {
        try {
            prediction.run();
        } catch (RuntimeException | LinkageError | StackOverflowError e) {
            throw new PredictionException("the model failed: " + e, e);
        }
    }

    private void shown(Prediction found) {
        System.arraycopy(found.computed, 0, found.shown, 0, found.shown.length);
        found.position = position;
    }

    private void finished(Prediction found, String what) {
        for (int k = 0; k < found.computed.length; k++) {
            if (!Double.isFinite(found.computed[k])) {
                throw new PredictionException("a model must predict finite numbers; for " + what + " '"
                        + data.space().names().get(k % data.space().size()) + "' it predicts " + found.computed[k]
                        + " in test sequence " + (i + 1) + ", position " + (t + 1), null);
            }
        }
        shown(found);
    }
}
