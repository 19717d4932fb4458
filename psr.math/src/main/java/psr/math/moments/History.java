package psr.math.moments;

/** Which steps count: only those with k symbols before them, or also the first steps of a sequence. */
public enum History {

    /** Only steps with k symbols before them, as in the paper. */
    COMPLETE,

    /** Also the first k steps of a sequence; the symbol ⊥ represents the time before it. */
    SHORT
}
