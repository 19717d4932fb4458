package psr.shell.models;

import java.io.IOException;

import psr.api.data.Notation;
import psr.api.model.Filter;

/** Sequences that a model is applied to, one after the other. Used by one thread. */
abstract class SequenceInput implements AutoCloseable {

    /** Goes to the next sequence; whether there is one. */
    abstract boolean next() throws IOException;

    /**
     * The symbols of the present sequence, without an end; {@link Notation#ANYTHING} for one that is unknown and kept.
     *
     * @throws IllegalArgumentException if it cannot be read with the alphabet of the model; says where
     */
    abstract int[] symbols();

    /** The number of the present line or sequence, from 1. */
    abstract int number();

    /** Whether each line is to be answered at once. */
    abstract boolean driven();

    /** What is wrong with the present line or sequence. */
    abstract IllegalArgumentException wrong(String what);

    /** Lets a filter take in a symbol or {@link Notation#ANYTHING}. */
    final void update(Filter filter, int symbol) {
        if (symbol != Notation.ANYTHING) {
            filter.update(symbol);
        } else if (!filter.skip()) {
            throw wrong("the model cannot go on without knowing a symbol (--unknown any): its kind has no way to skip one;"
                    + " --unknown skip leaves it out");
        }
    }

    @Override
    public abstract void close() throws IOException;
}
