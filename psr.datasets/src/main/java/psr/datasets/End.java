package psr.datasets;

import java.util.List;

/** Whether the sequences of a file stop by themselves, so that an end symbol is appended to each. All readers share this rule. */
public enum End {

    /**
     * On if the training sequences have different lengths. Symbols of the same length, and a single one, were probably
     * cut.
     */
    AUTO,
    /** They stop by themselves. */
    ON,
    /** They were cut, or continue. */
    OFF;

    /** The help text of the setting. */
    static final String HELP = "whether sequences stop by themselves: appends <end> to each; auto: if their lengths differ";

    /** The choice for a file with sequences of these lengths. */
    boolean of(List<Integer> lengths) {
        return this == ON || this == AUTO && lengths.stream().distinct().count() > 1;
    }
}
