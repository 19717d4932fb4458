package psr.datasets;

import java.util.List;

/** Whether the sequences of a file stop by themselves: an end symbol is appended to each. One rule for all readers. */
public enum End {

    /**
     * On where the sequences to learn from have different lengths. Sequences of one length, and a single one, were
     * probably cut there.
     */
    AUTO,
    /** They do. */
    ON,
    /** They were cut, or go on. */
    OFF;

    /** What is said of it where it can be set. */
    static final String HELP = "whether sequences stop by themselves: appends <end> to each; auto: if their lengths differ";

    /** The choice for a file with sequences of these lengths. */
    boolean of(List<Integer> lengths) {
        return this == ON || this == AUTO && lengths.stream().distinct().count() > 1;
    }
}
