package psr.eval;

import psr.api.eval.Meter;

/** A meter that needs the whole sequence at each of its steps. */
abstract class SequenceMeter implements Meter {

    /** The current sequence; it may be longer than {@link #length}. */
    int[] sequence;
    int length;

    @Override
    public void start(int[] symbols, int count) {
        sequence = symbols;
        length = count;
    }
}
