package psr.api.text;

import psr.api.data.Alphabet;

/** A name in a sequence is not in the alphabet. */
public final class UnknownSymbolException extends IllegalArgumentException {

    private static final long serialVersionUID = 1L;

    /** The unknown name. */
    private final String symbol;

    /**
     * The name is not in the alphabet.
     *
     * @param alphabet the alphabet, for the message
     */
    public UnknownSymbolException(String symbol, Alphabet alphabet) {
        super("symbol '" + symbol + "' is not in the alphabet (" + alphabet + ")");
        this.symbol = symbol;
    }

    /** The unknown name. */
    public String symbol() {
        return symbol;
    }
}
