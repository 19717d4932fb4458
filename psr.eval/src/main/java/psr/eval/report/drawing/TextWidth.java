package psr.eval.report.drawing;

/** The width of text in Helvetica; Arial and Liberation Sans have the same widths. */
final class TextWidth {

    /** For the characters from blank to tilde, in thousandths of the size (Adobe's font metrics). */
    private static final int[] REGULAR = {278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278,
            556, 556, 556, 556, 556, 556, 556, 556, 556, 556, 278, 278, 584, 584, 584, 556,
            1015, 667, 667, 722, 722, 667, 611, 778, 722, 278, 500, 667, 556, 833, 722, 778,
            667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 278, 278, 278, 469, 556,
            333, 556, 556, 500, 556, 556, 278, 556, 556, 222, 222, 500, 222, 833, 556, 556,
            556, 556, 333, 500, 278, 556, 500, 722, 500, 500, 500, 334, 260, 334, 584};
    private static final int[] BOLD = {278, 333, 474, 556, 556, 889, 722, 238, 333, 333, 389, 584, 278, 333, 278, 278,
            556, 556, 556, 556, 556, 556, 556, 556, 556, 556, 333, 333, 584, 584, 584, 611,
            975, 722, 722, 722, 722, 667, 611, 778, 722, 278, 556, 722, 611, 833, 722, 778,
            667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 333, 278, 333, 584, 556,
            333, 556, 611, 556, 611, 556, 333, 611, 611, 278, 278, 556, 278, 889, 611, 611,
            611, 611, 389, 556, 333, 611, 556, 778, 556, 556, 500, 389, 280, 389, 584};

    private TextWidth() {}

    static double width(String text, double size) {
        return width(text, size, false);
    }

    static double width(String text, double size, boolean bold) {
        int width = 0;
        for (int c : text.codePoints().toArray()) {
            width += c >= ' ' && c <= '~' ? (bold ? BOLD : REGULAR)[c - ' '] : other(c);
        }
        return width * size / 1000;
    }

    /** Whether the widths of all characters are known exactly. */
    static boolean known(String text) {
        return text.codePoints().allMatch(c -> c >= ' ' && c <= '~' || "−±×–↑↓←→".indexOf(c) >= 0);
    }

    /**
     * Mathematical signs are as wide as the plus, arrows as in the font Symbol, accented letters about as wide as without
     * accents.
     */
    private static int other(int c) {
        return switch (c) {
            case '−', '±', '×' -> 584;
            case '–' -> 556;
            case '↑', '↓' -> 603;
            case '←', '→' -> 987;
            default -> c >= 0x2000 ? 1000 : Character.isUpperCase(c) ? 722 : 556;
        };
    }

    /** The text, or both its ends with an ellipsis between them, limited to a width. */
    static String fit(String text, double size, double limit) {
        if (width(text, size) <= limit) {
            return text;
        }
        int[] letters = text.codePoints().toArray();
        // The longest candidate need not be longer than the largest number of letters that could fit.
        for (int kept = Math.min(letters.length - 1, (int) (limit / size * 6)); kept > 0; kept--) {
            int tail = kept * 2 / 5;
            String shortened = new String(letters, 0, kept - tail) + "…"
                    + new String(letters, letters.length - tail, tail);
            if (width(shortened, size) <= limit) {
                return shortened;
            }
        }
        return "…";
    }
}
