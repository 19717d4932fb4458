package psr.math.vectors;

import java.util.Arrays;

/** A state that is the window of the last rows and of the inputs that follow them. Immutable. */
public final class WindowDynamics implements Dynamics {

    private final int past;
    private final int width;
    private final int inputWidth;

    /**
     * A window.
     *
     * @param past p, its rows
     * @param width d
     * @param inputWidth m
     */
    public WindowDynamics(int past, int width, int inputWidth) {
        NormalEquations.size((long) past * (width + inputWidth), width);
        this.past = past;
        this.width = width;
        this.inputWidth = inputWidth;
    }

    /** p, the rows of the window. */
    public int past() {
        return past;
    }

    @Override
    public int dimension() {
        return past * (width + inputWidth);
    }

    @Override
    public double[][] work() {
        return new double[0][];
    }

    @Override
    public void begin(double[] v, double[] q) {
        Arrays.fill(q, 0, dimension(), 0);
        System.arraycopy(v, 0, q, dimension() - inputWidth, inputWidth);
    }

    @Override
    public void step(double[] q, double[] y, double[] v, double[][] work, double[] next) {
        int rows = past * width;
        System.arraycopy(q, width, next, 0, rows - width);
        System.arraycopy(y, 0, next, rows - width, width);
        System.arraycopy(q, rows + inputWidth, next, rows, (past - 1) * inputWidth);
        System.arraycopy(v, 0, next, dimension() - inputWidth, inputWidth);
    }
}
