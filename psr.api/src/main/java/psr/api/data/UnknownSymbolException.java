package psr.api.data;

/** A name that stands where a symbol should is not in the alphabet. */
public final class UnknownSymbolException extends IllegalArgumentException {

    private static final long serialVersionUID = 1L;

    /** The name that is not there. */
    private final String symbol;

    /**
     * A name that an alphabet does not have.
     *
     * @param alphabet the one that was looked in, for the message
     */
    public UnknownSymbolException(String symbol, Alphabet alphabet) {
        super("symbol '" + symbol + "' is not in the alphabet (" + alphabet + ")");
        this.symbol = symbol;
    }

    /** The name that is not there. */
    public String symbol() {
        return symbol;
    }
}
