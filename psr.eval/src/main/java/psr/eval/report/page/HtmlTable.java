package psr.eval.report.page;

import java.util.ArrayList;
import java.util.List;

import psr.eval.report.drawing.Markup;

/**
 * Writes a table with a caption and headings with scopes. Every cell also has the heading of its column as an attribute,
 * so that a narrow screen can show a row as a list.
 */
final class HtmlTable {

    private final Markup html;
    private final List<String> columns = new ArrayList<>();
    private int column;

    /** Begins a table; columns come next, then {@link #body}, rows, and {@link #end}. */
    HtmlTable(Markup html, String kind, String caption) {
        this.html = html;
        html.open("div", "class", "wide").open("table", "class", kind).leaf("caption", caption).open("thead")
                .open("tr");
    }

    /** Columns of text. */
    HtmlTable words(String... names) {
        for (String name : names) {
            columns.add(name);
            html.leaf("th", name, "scope", "col");
        }
        return this;
    }

    /** Columns of numbers. */
    HtmlTable numbers(String... names) {
        for (String name : names) {
            columns.add(name);
            html.leaf("th", name, "scope", "col", "class", "n");
        }
        return this;
    }

    /** Ends the heading. */
    HtmlTable body() {
        html.close().close().open("tbody");
        return this;
    }

    /** Begins a row with its name. */
    HtmlTable row(String name) {
        openRow();
        html.text(name).close();
        return this;
    }

    /** Begins a row; the caller writes and closes its first cell. */
    void openRow() {
        column = 0;
        html.open("tr").open("th", "scope", "row");
    }

    HtmlTable cell(String text) {
        html.leaf("td", text, "data-label", columns.get(++column));
        return this;
    }

    /** A cell of numbers. */
    HtmlTable number(String text) {
        open("n");
        html.text(text).close();
        return this;
    }

    /** Begins a cell of some class; the caller writes its content and closes it. */
    void open(String kind) {
        html.open("td", "class", kind, "data-label", columns.get(++column));
    }

    void endRow() {
        html.close();
    }

    void end() {
        html.close().close().close();
    }
}
