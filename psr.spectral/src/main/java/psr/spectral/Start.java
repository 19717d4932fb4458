package psr.spectral;

import psr.api.data.TrainingData;
import psr.math.moments.Moments;

/** Where the initial state is from. */
public enum Start {

    /** The starts where there are many sequences, all steps where there is one. */
    AUTO,

    /** The mean future at the starts of the sequences. */
    STARTS,

    /** The mean future over all steps. */
    ALL;

    /**
     * The expected features before anything is observed.
     *
     * <p>Unlike the paper, whose equation 1 averages over all t: sequences that begin in their own way (the ring,
     * sentences) have an initial state of their own.
     */
    double[] mean(Moments moments, TrainingData data) {
        boolean starts = this == STARTS || this == AUTO && data.sequences().count() > 1;
        return starts && moments.starts() > 0 ? moments.startMean() : moments.futureMean();
    }
}
