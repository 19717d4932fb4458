package psr.math.vectors;

import java.util.Arrays;

/**
 * The filter of a {@link ReadoutModel}. The state before the next row depends on that row's input, which comes with a
 * forecast or an update; so the step after a row is made when the next input is known, and once for each input.
 */
final class ReadoutFilter implements RowFilter {

    private final ReadoutModel model;
    private final Standardization scale;
    private final Dynamics dynamics;
    private final Readout[] readouts;
    private final int width;
    private final int inputWidth;

    /** q_{t−1} and y_{t−1}, in standard units; unless no row has come. */
    private double[] before;
    private final double[] row;
    private boolean started;
    /** q_t given {@link #input}, the input of row t. */
    private double[] now;
    private final double[] input;
    private boolean known;

    /** The state after rolling over {@link #rolled} rows of the inputs {@link #path}; good until the next row. */
    private static final int REMEMBERED = 64;
    private int rolled;
    private final double[] path;
    private double[] rolling;
    private double[] rolledNext;
    private final double[] rolledInput;
    private final double[] expected;
    private final double[][] stepWork;
    private final double[] z;
    private final double[][] readWork;

    ReadoutFilter(ReadoutModel model) {
        this.model = model;
        scale = model.scale();
        dynamics = model.dynamics();
        readouts = model.readouts();
        width = model.width();
        inputWidth = model.inputWidth();
        int r = dynamics.dimension();
        before = new double[r];
        now = new double[r];
        rolling = new double[r];
        rolledNext = new double[r];
        path = new double[REMEMBERED * inputWidth];
        row = new double[width];
        expected = new double[width];
        input = new double[inputWidth];
        rolledInput = new double[inputWidth];
        stepWork = dynamics.work();
        int longest = 0;
        for (Readout readout : readouts) {
            longest = Math.max(longest, readout.count());
        }
        z = new double[longest];
        readWork = Readout.work(readouts);
    }

    @Override
    public void reset() {
        started = false;
        known = false;
        rolled = 0;
    }

    /** Makes {@link #now} the state before the next row, whose input begins at {@code from}. */
    private void meet(double[] inputs, int from) {
        scale.input(inputs, from, rolledInput);
        if (known && Arrays.equals(rolledInput, input)) {
            return;
        }
        System.arraycopy(rolledInput, 0, input, 0, inputWidth);
        if (started) {
            dynamics.step(before, row, input, stepWork, now);
        } else {
            dynamics.begin(input, now);
        }
        known = true;
        rolled = 0;
    }

    @Override
    public void update(double[] observed, double[] inputs, int from) {
        meet(inputs, from);
        scale.observation(observed, row);
        boolean missing = false;
        for (int c = 0; c < width; c++) {
            missing |= Double.isNaN(row[c]);
        }
        if (missing) {
            read(1, now, inputs, from, expected);
            for (int c = 0; c < width; c++) {
                row[c] = Double.isNaN(row[c]) ? clipped(expected[c]) : row[c];
            }
        }
        double[] free = before;
        before = now;
        now = free;
        started = true;
        known = false;
    }

    private double clipped(double value) {
        return Math.max(-scale.limit(), Math.min(scale.limit(), value));
    }

    @Override
    public void mean(int ahead, double[] inputs, int from, double[] into) {
        if (ahead < 1) {
            throw new IllegalArgumentException("a forecast must be at least 1 row ahead; found " + ahead);
        }
        meet(inputs, from);
        int horizon = readouts.length;
        boolean direct = ahead <= horizon && !model.rolled()[ahead - 1];
        if (direct) {
            read(ahead, now, inputs, from, into);
        } else {
            // Beyond the last readout, roll until it reaches.
            boolean roll = model.rolled()[horizon - 1] || ahead <= horizon;
            int last = roll ? 1 : horizon;
            roll(ahead - last, inputs, from);
            read(last, rolling, inputs, from + (ahead - last) * inputWidth, into);
        }
        for (int c = 0; c < width; c++) {
            into[c] = clipped(into[c]);
        }
        scale.original(into, into);
    }

    /** Makes {@link #rolling} the state before the row that is so many rows after the next. */
    private void roll(int rows, double[] inputs, int from) {
        int same = 0;
        while (same < rolled && rolled <= rows) {
            scale.input(inputs, from + (same + 1) * inputWidth, rolledInput);
            if (!Arrays.equals(rolledInput, 0, inputWidth, path, same * inputWidth, (same + 1) * inputWidth)) {
                break;
            }
            same++;
        }
        // A forecast further ahead continues the last one, so that all forecasts up to k take k steps.
        if (rolled == 0 || same < rolled || rolled > rows) {
            System.arraycopy(now, 0, rolling, 0, now.length);
            rolled = 0;
        }
        int at = rolled;
        for (; at < rows; at++) {
            read(1, rolling, inputs, from + at * inputWidth, expected);
            for (int c = 0; c < width; c++) {
                expected[c] = clipped(expected[c]);
            }
            scale.input(inputs, from + (at + 1) * inputWidth, rolledInput);
            dynamics.step(rolling, expected, rolledInput, stepWork, rolledNext);
            double[] free = rolling;
            rolling = rolledNext;
            rolledNext = free;
            if (at < REMEMBERED) {
                System.arraycopy(rolledInput, 0, path, at * inputWidth, inputWidth);
            }
        }
        rolled = at <= REMEMBERED ? at : 0;
    }

    /** into ← readout k of a state, in standard units. */
    private void read(int k, double[] q, double[] inputs, int from, double[] into) {
        System.arraycopy(q, 0, z, 0, q.length);
        for (int j = 1; j < k; j++) {
            scale.input(inputs, from + j * inputWidth, rolledInput);
            System.arraycopy(rolledInput, 0, z, q.length + (j - 1) * inputWidth, inputWidth);
        }
        readouts[k - 1].apply(z, readWork, into);
    }

    @Override
    public void covariance(int ahead, double[] into) {
        double[][] all = model.covariances();
        scale.originalCovariance(all[Math.min(ahead, all.length) - 1], into);
    }

    @Override
    public RowFilter copy() {
        ReadoutFilter copy = new ReadoutFilter(model);
        System.arraycopy(before, 0, copy.before, 0, before.length);
        System.arraycopy(now, 0, copy.now, 0, now.length);
        System.arraycopy(row, 0, copy.row, 0, width);
        System.arraycopy(input, 0, copy.input, 0, inputWidth);
        copy.started = started;
        copy.known = known;
        return copy;
    }
}
