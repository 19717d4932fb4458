package psr.shell.models;

import java.io.IOException;
import java.util.Arrays;

import psr.api.data.Notation;
import psr.api.model.Filter;

/** Sequences that a model is applied to, one after the other. Used by one thread. */
abstract class SequenceInput implements AutoCloseable {

    private final UnknownChoice unknown;
    private int leftOut;

    /** @param unknown what becomes of symbols that the model does not know */
    SequenceInput(UnknownChoice unknown) {
        this.unknown = unknown;
    }

    /** Goes to the next sequence; whether there is one. */
    abstract boolean next() throws IOException;

    /**
     * The symbols of the present sequence, without an end; {@link Notation#ANYTHING} for one that is unknown and kept.
     *
     * @throws IllegalArgumentException if it cannot be read with the alphabet of the model; says where
     */
    final int[] symbols() {
        int[] all = named();
        if (unknown != UnknownChoice.SKIP) {
            return all;
        }
        int[] known = Arrays.stream(all).filter(symbol -> symbol != Notation.ANYTHING).toArray();
        leftOut = all.length - known.length;
        return known;
    }

    /** How many symbols of the sequence that {@link #symbols} gave last were left out because nobody knows them. */
    final int leftOut() {
        return leftOut;
    }

    /** The symbols of the present sequence with {@link Notation#ANYTHING} for each that is unknown, unless that is refused. */
    abstract int[] named();

    /** Whether a symbol that the model does not know is refused. */
    final boolean refuses() {
        return unknown == UnknownChoice.ERROR || unknown == UnknownChoice.STOP;
    }

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
