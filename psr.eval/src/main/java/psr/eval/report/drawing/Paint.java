package psr.eval.report.drawing;

import java.util.Locale;

/** The colors of figures, each on a white and on a dark background. */
enum Paint {
    GROUND("#ffffff", "#16191d"),
    INK("#222222", "#e6e6e6"),
    NOTE("#555555", "#aab0b6"),
    GRID("#e3e3e3", "#2c3137"),
    LEADER("#aaaaaa", "#687078"),
    /** That of the true model. */
    TRUTH("#000000", "#ffffff"),
    /*
         * Okabe and Ito's colors without yellow, which is invisible on white, and without black, which is used for the true
         * model; then darker ones, so that each recipe of the paper's experiments has a color of its own. On a dark background
         * the dark ones are lighter.
         */
    BLUE("#0072B2", "#4aa8e0"),
    VERMILION("#D55E00", "#f07a28"),
    GREEN("#009E73", "#2fc296"),
    PURPLE("#CC79A7", "#e092bf"),
    ORANGE("#E69F00", "#f0b030"),
    SKY("#56B4E9", "#8ad0fa"),
    GREY("#595959", "#a6a6a6"),
    INDIGO("#332288", "#9c8cf5"),
    WINE("#882255", "#d9648f"),
    OLIVE("#8A8A1F", "#c2c24d"),
    BROWN("#8C510A", "#c98a3c");

    private static final Paint[] LINES = {BLUE, VERMILION, GREEN, PURPLE, ORANGE, SKY, GREY, INDIGO, WINE, OLIVE, BROWN};

    private final String light;
    private final String dark;

    Paint(String light, String dark) {
        this.light = light;
        this.dark = dark;
    }

    /** The color of the line with this number, from 0; they repeat after eleven. */
    static Paint line(int index) {
        return LINES[index % LINES.length];
    }

    /** On white, as {@code #rrggbb}. */
    String light() {
        return light;
    }

    /** On a dark background. */
    String dark() {
        return dark;
    }

    /** The suffix of the color's style classes, after {@code f-} for fills and {@code s-} for strokes. */
    String key() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** A style sheet that makes figures dark if the reader prefers dark pages; printed pages stay white. */
    static String darkStyles() {
        StringBuilder styles = new StringBuilder("@media screen and (prefers-color-scheme: dark) {\n");
        for (Paint paint : values()) {
            styles.append(".f-").append(paint.key()).append("{fill:").append(paint.dark).append("}.s-")
                    .append(paint.key()).append("{stroke:").append(paint.dark).append("}\n");
        }
        return styles.append("}\n").toString();
    }
}
