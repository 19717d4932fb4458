package psr.shell.models;

import java.io.IOException;
import java.util.Arrays;

import psr.api.model.SymbolFilter;
import psr.api.text.Notation;

/** Symbols to which a model is applied, one after the other. Not thread-safe. */
abstract class SequenceInput implements AutoCloseable {

    /** How symbols are handled that the model does not know. */
    enum UnknownChoice {
        /** Report an error; on standard input continue with the next line. */
        ERROR,
        /** Report an error and end. */
        STOP,
        /** Leave the symbol out. */
        SKIP,
        /** Allow any symbol in its place. */
        ANY
    }

    private final UnknownChoice unknown;
    private int leftOut;

    SequenceInput(UnknownChoice unknown) {
        this.unknown = unknown;
    }

    /** Moves to the next sequence; returns whether there is one. */
    abstract boolean next() throws IOException;

    /**
     * The symbols of the current sequence, without an end; {@link Notation#ANYTHING} for an unknown one that is allowed.
     *
     * @throws IllegalArgumentException if it cannot be read with the alphabet of the model; the message says where
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

    /** How many unknown symbols of the last sequence from {@link #symbols} were left out. */
    final int leftOut() {
        return leftOut;
    }

    /** The symbols of the current sequence with {@link Notation#ANYTHING} for unknown ones, unless they are rejected. */
    abstract int[] named();

    /** Whether unknown symbols are rejected. */
    final boolean refuses() {
        return unknown == UnknownChoice.ERROR || unknown == UnknownChoice.STOP;
    }

    /** The number of the current line or sequence, from 1. */
    abstract int number();

    /** The name of the current sequence in results: its key in the data, or its number. */
    Object name() {
        return number();
    }

    /** Whether each line is answered immediately. */
    abstract boolean driven();

    /** The exception for an error in the current line or sequence. */
    abstract IllegalArgumentException wrong(String what);

    /** Updates a filter by a symbol or {@link Notation#ANYTHING}. */
    final void update(SymbolFilter filter, int symbol) {
        if (symbol != Notation.ANYTHING) {
            filter.update(symbol);
        } else if (!filter.skip()) {
            throw wrong("this kind of model cannot skip an unknown symbol (--unknown any);"
                    + " --unknown skip leaves it out");
        }
    }

    @Override
    public abstract void close() throws IOException;
}
