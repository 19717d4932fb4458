package psr.eval.report;

import java.util.List;

/** Which line is which, for all figures. */
final class Legend {

    private static final double ROW = 21;
    private static final double TOP = 34;
    private static final double SAMPLE = 44;
    private static final double SIZE = 12;
    private static final double FOOT = 16;

    private Legend() {}

    static String draw(String id, List<String> labels, List<Style> styles) {
        double longest = labels.stream().mapToDouble(label -> Letters.width(label, SIZE)).max().orElse(0);
        int columns = longest + SAMPLE + 30 < Chart.WIDTH / 2 ? 2 : 1;
        int rows = (labels.size() + columns - 1) / columns;
        double notes = TOP + rows * ROW + 12;
        Markup svg = Sheet.begin(id, Chart.WIDTH, notes + 3 * FOOT + 8, "Legend", "Lines: "
                + String.join(", ", labels));
        Sheet.heading(svg, "Legend", "");
        for (int i = 0; i < labels.size(); i++) {
            double x = 12 + (i / rows) * Chart.WIDTH / columns;
            double y = TOP + (i % rows + 0.5) * ROW;
            styles.get(i).sample(svg, x, y, SAMPLE);
            svg.leaf("text", Letters.fit(labels.get(i), SIZE, Chart.WIDTH / columns - SAMPLE - 30), "x", x + SAMPLE + 9,
                    "y", y + 4, "font-size", SIZE);
        }
        note(svg, notes, "Line: mean over trials. Band: one standard error on either side.");
        note(svg, notes + FOOT, "From side to side: does not iterate. A trial that stopped early keeps its last"
                + " value.");
        note(svg, notes + 2 * FOOT, "Arrow: the line leaves the plot; its value stands in its label.");
        return svg.close().toString();
    }

    private static void note(Markup svg, double y, String text) {
        svg.leaf("text", text, "x", "12", "y", y + 4, "fill", "#555", "font-size", EndLabels.SIZE);
    }
}
