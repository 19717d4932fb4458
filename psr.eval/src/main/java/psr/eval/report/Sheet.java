package psr.eval.report;

/** The paper a figure is drawn on: size, white ground, fonts, title and description for those who cannot see it. */
final class Sheet {

    static final String FONT = "Helvetica Neue, Helvetica, Arial, Liberation Sans, sans-serif";

    private Sheet() {}

    /** Begins a figure; its element is to be closed. @param id begins the names of its parts, unique within a page */
    static Markup begin(String id, double width, double height, String title, String description) {
        Markup svg = new Markup();
        svg.open("svg", "xmlns", "http://www.w3.org/2000/svg", "viewBox",
                "0 0 " + Numbers.coordinate(width) + " " + Numbers.coordinate(height), "width", width, "height", height,
                "role", "img", "aria-labelledby", id + "-title " + id + "-desc", "font-family", FONT, "font-size",
                Frame.TICK_SIZE, "fill", "#222");
        svg.leaf("title", title, "id", id + "-title");
        svg.leaf("desc", description, "id", id + "-desc");
        svg.empty("rect", "width", width, "height", height, "fill", "#fff");
        return svg;
    }

    /** The title at the upper left, what is better beside it. */
    static void heading(Markup svg, String title, String note) {
        svg.open("text", "x", "8", "y", "17", "font-size", "13.5").leaf("tspan", title, "font-weight", "bold");
        if (!note.isEmpty()) {
            svg.leaf("tspan", note, "dx", "8", "font-size", Frame.TICK_SIZE, "fill", "#555");
        }
        svg.close();
    }
}
