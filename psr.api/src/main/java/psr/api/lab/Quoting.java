package psr.api.lab;

import java.util.ArrayList;
import java.util.List;

/** Quotes in recipes. They open at the start of a part or after an equals sign; a doubled quote is a literal one. */
final class Quoting {

    private Quoting() {}

    /** Splits at separators outside quotes. */
    static List<String> split(String text, char separator, String whole) {
        List<String> parts = new ArrayList<>();
        int from = 0;
        char quote = 0;
        char closed = 0;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (quote != 0) {
                closed = c == quote ? quote : 0;
                quote = c == quote ? 0 : quote;
            } else if (isQuote(c) && (i == from || text.charAt(i - 1) == '=' || c == closed)) {
                quote = c; // the quote that closed just before was a doubled one
            } else {
                closed = 0;
                if (c == separator) {
                    parts.add(text.substring(from, i));
                    from = i + 1;
                }
            }
        }
        if (quote != 0) {
            throw new IllegalArgumentException("a quote must be closed; " + quote + " stays open in '" + whole + "'");
        }
        parts.add(text.substring(from));
        return parts;
    }

    static boolean isQuote(char c) {
        return c == '"' || c == '\'';
    }

    /** The text without surrounding quotes. */
    static String unquoted(String text) {
        boolean quoted = text.length() > 1 && isQuote(text.charAt(0)) && text.charAt(text.length() - 1) == text.charAt(0);
        if (!quoted) {
            return text;
        }
        String quote = text.substring(0, 1);
        return text.substring(1, text.length() - 1).replace(quote + quote, quote);
    }

    /** The text, in quotes if it contains a quote or one of these characters. */
    static String quoted(String text, String special) {
        return text.chars().anyMatch(c -> isQuote((char) c) || special.indexOf(c) >= 0) ? inQuotes(text) : text;
    }

    /** The text in quotes: of the kind that it does not contain, or with its quotes doubled. */
    static String inQuotes(String text) {
        String quote = text.indexOf('"') >= 0 && text.indexOf('\'') < 0 ? "'" : "\"";
        return quote + text.replace(quote, quote + quote) + quote;
    }
}
