package psr.eval.report.drawing;

import java.util.ArrayDeque;
import java.util.Deque;

/** Writes elements, for SVG and HTML alike. All text and every attribute is escaped. */
public final class Markup {

    private final StringBuilder out = new StringBuilder();
    private final Deque<String> open = new ArrayDeque<>();

    /**
     * Begins an element.
     *
     * @param attributes names and values in turn; an attribute with a null value is omitted
     */
    public Markup open(String name, Object... attributes) {
        start(name, attributes);
        out.append('>');
        open.push(name);
        return this;
    }

    /** Ends the innermost open element. */
    public Markup close() {
        out.append("</").append(open.pop()).append(">\n");
        return this;
    }

    /** An element without content. */
    public Markup empty(String name, Object... attributes) {
        start(name, attributes);
        out.append("/>\n");
        return this;
    }

    /** An element that contains text. */
    public Markup leaf(String name, String text, Object... attributes) {
        return open(name, attributes).text(text).close();
    }

    /** Text between elements. */
    public Markup text(String text) {
        out.append(escaped(text));
        return this;
    }

    /** Text that is already markup. */
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

    /** Escapes text, and replaces characters that XML or UTF-8 cannot represent: control characters and unpaired surrogates. */
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

    /** The markup; every element must be closed. */
    @Override
    public String toString() {
        if (!open.isEmpty()) {
            throw new IllegalStateException("every element must be closed; open: " + open);
        }
        return out.toString();
    }
}
