package psr.eval.report;

/** How much room text takes, without a font at hand: about the widths of Helvetica and its likes. */
final class Letters {

    private Letters() {}

    static double width(String text, double size) {
        double width = 0;
        for (int c : text.codePoints().toArray()) {
            width += "iljtfrI.,:;|!'()[] -–".indexOf(c) >= 0 ? 0.33 : "mwMW@%—…±+=→↑↓".indexOf(c) >= 0 ? 0.84
                    : Character.isUpperCase(c) ? 0.68 : c < 0x2000 ? 0.56 : 1;
        }
        return width * size;
    }

    /** The text, or both its ends with an ellipsis between, in at most so much room. */
    static String fit(String text, double size, double room) {
        if (width(text, size) <= room) {
            return text;
        }
        int[] letters = text.codePoints().toArray();
        for (int kept = letters.length - 1; kept > 0; kept--) {
            int tail = kept * 2 / 5;
            String shortened = new String(letters, 0, kept - tail) + "…"
                    + new String(letters, letters.length - tail, tail);
            if (width(shortened, size) <= room) {
                return shortened;
            }
        }
        return "…";
    }
}
