package psr.math.ngram;

/** How the counts of a context and what shorter contexts say become one distribution. */
public enum Smoothing {

    /** (c(h o) + k(h) P(o | h'))/(c(h) + k(h)); Witten, Bell 1991, method C. */
    WITTEN_BELL,

    /**
     * (c*(h o) − D)/c*(h) and what was taken away for P(o | h'), with one discount D for counts of 1, of 2 and of 3 and
     * more, for each length of context; c* is the count for the longest contexts and those that begin with the start of a
     * sequence, and how many different symbols stood before h o for the others; Chen, Goodman 1999.
     */
    KNESER_NEY
}
