package psr.math.moments;

/** Which steps count: those with a whole past only, or also the first of a sequence. */
public enum History {

    /** Only steps with k symbols before them, as in the paper. */
    COMPLETE,

    /** Also the first k steps of a sequence; the symbol ⊥ stands for what is before it. */
    SHORT
}
