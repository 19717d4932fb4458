package psr.math.ngram;

/** How the counts of a context and the distribution given shorter contexts are combined. */
public enum Smoothing {

    /** (c(h o) + k(h) P(o | h'))/(c(h) + k(h)); Witten, Bell 1991, method C. */
    WITTEN_BELL,

    /**
     * (c*(h o) − D)/c*(h) plus the discounted mass times P(o | h'), with one discount D for each of the counts 1, 2 and 3
     * or more, and for each length of context. c* is the count for the longest contexts and those that begin with the
     * start of a sequence; for the others it is how many different symbols preceded h o. Chen, Goodman 1999.
     */
    KNESER_NEY
}
