package psr.eval.report;

/**
 * How a line looks. Colour, dashes and marker each differ from line to line. Their numbers have no common divisor: the
 * same dashes and marker, which must do without colour, come together again only after 40 lines, all three after 440.
 *
 * @param colour as in style sheets
 * @param dashes lengths of strokes and gaps; null for an unbroken line
 * @param marker which shape; null for none
 * @param width of the line
 */
record Style(String colour, String dashes, Marker marker, double width) {

    /** The shapes, as paths around the origin, about 7 wide. */
    enum Marker {
        CIRCLE("M-3.2 0a3.2 3.2 0 1 0 6.4 0a3.2 3.2 0 1 0 -6.4 0Z"),
        SQUARE("M-2.8 -2.8H2.8V2.8H-2.8Z"),
        TRIANGLE("M0 -3.8L3.6 2.6H-3.6Z"),
        DIAMOND("M0 -4.1L4.1 0L0 4.1L-4.1 0Z"),
        TURNED_TRIANGLE("M0 3.8L3.6 -2.6H-3.6Z"),
        PLUS("M-1.4 -4.1H1.4V-1.4H4.1V1.4H1.4V4.1H-1.4V1.4H-4.1V-1.4H-1.4Z"),
        CROSS("M-3.9 -1.9L-1.9 -3.9L0 -2L1.9 -3.9L3.9 -1.9L2 0L3.9 1.9L1.9 3.9L0 2L-1.9 3.9L-3.9 1.9L-2 0Z"),
        STAR("M0 -5L1.5 -1.6L4.8 -1.5L2.2 0.8L3 4.1L0 2.3L-3 4.1L-2.2 0.8L-4.8 -1.5L-1.5 -1.6Z");

        private final String path;

        Marker(String path) {
            this.path = path;
        }
    }

    /**
     * Okabe and Ito's, without yellow, which is lost on white, and without black, which is the true model's; then
     * darker ones, so that the recipes of the paper's experiments have a colour each.
     */
    private static final String[] COLOURS = {"#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9",
        "#595959", "#332288", "#882255", "#8A8A1F", "#8C510A"};
    private static final String[] DASHES = {null, "7 3", "2 2.5", "9 3 2 3", "5 2 2 2 2 2"};

    private static final Style ORACLE = new Style("#000000", "1 3", null, 1.8);

    /** Of the line with this number, from 0. */
    static Style of(int index) {
        Marker[] markers = Marker.values();
        return new Style(COLOURS[index % COLOURS.length], DASHES[index % DASHES.length],
                markers[index % markers.length], 1.7);
    }

    /** Of the true model. */
    static Style oracle() {
        return ORACLE;
    }

    void stroke(Markup svg, String points) {
        svg.empty("polyline", "points", points, "fill", "none", "stroke", colour, "stroke-width", width,
                "stroke-dasharray", dashes, "stroke-linejoin", "round",
                "stroke-linecap", dashes == null ? "round" : "butt");
    }

    void mark(Markup svg, double x, double y) {
        if (marker != null) {
            String place = "translate(" + Numbers.coordinate(x) + " " + Numbers.coordinate(y) + ")";
            svg.empty("path", "d", marker.path, "transform", place, "fill", colour, "stroke", "#fff",
                    "stroke-width", "0.6");
        }
    }

    /** A short piece of the line with its marker in the middle. */
    void sample(Markup svg, double x, double y, double length) {
        stroke(svg, Numbers.coordinate(x) + "," + Numbers.coordinate(y) + " " + Numbers.coordinate(x + length) + ","
                + Numbers.coordinate(y));
        mark(svg, x + length / 2, y);
    }
}
