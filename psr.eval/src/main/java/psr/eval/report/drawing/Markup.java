package psr.eval.report.drawing;

import java.util.ArrayDeque;
import java.util.Deque;

/** Writes elements, for SVG and HTML alike. All text and every attribute is escaped. */
public final class Markup {

    private final StringBuilder out = new StringBuilder();
    private final Deque<String> open = new ArrayDeque<>();

    /** Begins an element. @param attributes names and values in turn; a null value leaves the attribute out */
    public Markup open(String name, Object... attributes) {
        start(name, attributes);
        out.append('>');
        open.push(name);
        return this;
    }

    /** Ends the element that was begun last. */
    public Markup close() {
        out.append("</").append(open.pop()).append(">\n");
        return this;
    }

    /** An element with nothing in it. */
    public Markup empty(String name, Object... attributes) {
        start(name, attributes);
        out.append("/>\n");
        return this;
    }

    /** An element with text in it. */
    public Markup leaf(String name, String text, Object... attributes) {
        return open(name, attributes).text(text).close();
    }

    /** Text between elements. */
    public Markup text(String text) {
        out.append(escaped(text));
        return this;
    }

    /** What is markup already. */
    public Markup raw(String markup) {
        out.append(markup);
        return this;
    }

    private void start(String name, Object... attributes) {
        out.append('<').append(name);
        for (int i = 0; i < attributes.length; i += 2) {
            Object value = attributes[i + 1];
            if (value != null) {
                String text = value instanceof Double number ? NumberText.coordinate(number) : value.toString();
                out.append(' ').append(attributes[i]).append("=\"").append(escaped(text)).append('"');
            }
        }
    }

    /** Also replaces what neither XML nor UTF-8 can hold: control characters and halves of surrogate pairs. */
    static String escaped(String text) {
        StringBuilder safe = new StringBuilder(text.length() + 16);
        text.codePoints().forEach(c -> {
            switch (c) {
                case '<' -> safe.append("&lt;");
                case '>' -> safe.append("&gt;");
                case '&' -> safe.append("&amp;");
                case '"' -> safe.append("&quot;");
                case '\'' -> safe.append("&#39;");
                default -> {
                    boolean held = c >= 0x20 && c != 0x7f && !(c >= 0xd800 && c <= 0xdfff) && c != 0xfffe && c != 0xffff
                            || c == '\n' || c == '\t';
                    safe.appendCodePoint(held ? c : 0xfffd);
                }
            }
        });
        return safe.toString();
    }

    /** What was written; every element must be closed. */
    @Override
    public String toString() {
        if (!open.isEmpty()) {
            throw new IllegalStateException("every element must be closed; open: " + open);
        }
        return out.toString();
    }
}
