package psr.math.vectors;

/** A model that forecasts rows of numbers. Immutable and thread-safe. */
public interface RowModel {

    /** d, the number of observed channels. */
    int width();

    /** m, the number of input channels. */
    int inputWidth();

    /** A filter before the first row of a sequence. */
    RowFilter start();
}
