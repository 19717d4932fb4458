package psr.spectral;

import psr.api.data.Symbols;
import psr.math.moments.Moments;

/** How the initial state is estimated. */
public enum Start {

    /** {@link #STARTS} for several sequences, {@link #ALL} for a single one. */
    AUTO,

    /** The mean future at the starts of the sequences. */
    STARTS,

    /** The mean future over all steps. */
    ALL;

    /**
     * The expected features before the first observation.
     *
     * <p>Unlike the paper, whose equation 1 averages over all t: sequences with a typical beginning (the ring, sentences)
     * get an initial state of their own.
     */
    double[] mean(Moments moments, Symbols data) {
        boolean starts = this == STARTS || this == AUTO && data.count() > 1;
        return starts && moments.starts() > 0 ? moments.startMean() : moments.futureMean();
    }
}
