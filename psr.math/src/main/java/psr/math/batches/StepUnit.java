package psr.math.batches;

/** How often the numbers of a model move along a gradient. */
public enum StepUnit {

    /** After each minibatch. */
    MINIBATCH,

    /** After each sequence, or piece of a long one. */
    SEQUENCE,

    /** After each symbol, as Downey, Hefny and Gordon (2017) print their algorithms. */
    STEP
}
