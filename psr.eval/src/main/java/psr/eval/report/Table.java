package psr.eval.report;

/** Writes a table with a caption and headings that say what they head. */
final class Table {

    private final Markup html;

    /** Begins a table; columns come next, then {@link #body}, rows, and {@link #end}. */
    Table(Markup html, String kind, String caption) {
        this.html = html;
        html.open("div", "class", "wide").open("table", "class", kind).leaf("caption", caption).open("thead")
                .open("tr");
    }

    /** Columns of text. */
    Table words(String... names) {
        for (String name : names) {
            html.leaf("th", name, "scope", "col");
        }
        return this;
    }

    /** Columns of numbers. */
    Table numbers(String... names) {
        for (String name : names) {
            html.leaf("th", name, "scope", "col", "class", "n");
        }
        return this;
    }

    /** Ends the heading. */
    Table body() {
        html.close().close().open("tbody");
        return this;
    }

    /** Begins a row with what it is about. */
    Table row(String name) {
        html.open("tr").leaf("th", name, "scope", "row");
        return this;
    }

    Table cell(String text) {
        html.leaf("td", text);
        return this;
    }

    /** A cell of numbers. */
    Table number(String text) {
        html.leaf("td", text, "class", "n");
        return this;
    }

    void endRow() {
        html.close();
    }

    void end() {
        html.close().close().close();
    }
}
