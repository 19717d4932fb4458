package psr.api.model;

import org.osgi.annotation.versioning.ConsumerType;

import psr.api.data.Alphabet;

/** A model of sequences: predicts the next symbol from those before. Implementations are immutable and thread-safe. */
@ConsumerType
public interface Model {

    /** The symbols it predicts. */
    Alphabet alphabet();

    /** A new filter at the start of a sequence. */
    Filter filter();
}
