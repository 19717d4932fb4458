package psr.shell.console;

import java.util.ArrayList;
import java.util.List;

import org.jline.reader.CompletingParsedLine;

/**
 * The line to complete: the words of its last command, without their quotes. Candidates are quoted where Gogo would treat
 * a character as syntax, so that a file name is never more than a name.
 */
final class CompletionLine implements CompletingParsedLine {

    /** What separates commands, outside quotes; braces after an equals sign contain values. */
    private static final String JOINTS = "|;&<>(){}\n";

    private final String line;
    private final int cursor;
    private final List<String> words = new ArrayList<>();
    private int wordIndex;
    private int wordCursor;
    private int rawStart;
    private int rawEnd;

    /**
     * Parses a line.
     *
     * @param cursor from 0 to its length
     */
    CompletionLine(String line, int cursor) {
        this.line = line;
        this.cursor = cursor;
        int at = 0;
        boolean found = false;
        while (at < line.length()) {
            char c = line.charAt(at);
            if (JOINTS.indexOf(c) >= 0) {
                if (found || at >= cursor) {
                    break;
                }
                words.clear();
                at++;
            } else if (Character.isWhitespace(c)) {
                at++;
            } else {
                if (!found && at > cursor) {
                    break;
                }
                int start = at;
                StringBuilder word = new StringBuilder();
                at = word(start, word);
                if (!found && cursor >= start && cursor <= at) {
                    found = true;
                    wordIndex = words.size();
                    rawStart = start;
                    rawEnd = at;
                    StringBuilder before = new StringBuilder();
                    new CompletionLine(line, cursor, start, before);
                    wordCursor = before.length();
                }
                words.add(word.toString());
            }
        }
        if (!found) {
            wordIndex = words.size();
            rawStart = cursor;
            rawEnd = cursor;
            words.add("");
        }
    }

    /** Reads the word from start up to the cursor. */
    private CompletionLine(String line, int cursor, int start, StringBuilder into) {
        this.line = line.substring(0, cursor);
        this.cursor = cursor;
        word(start, into);
    }

    /** Appends the word that begins at a position, without quotes; returns where it ends. */
    private int word(int start, StringBuilder into) {
        int at = start;
        char quote = 0;
        boolean braces = false;
        while (at < line.length()) {
            char c = line.charAt(at);
            boolean values = braces ? !Character.isWhitespace(c) : c == '{' && at > start && line.charAt(at - 1) == '=';
            if (quote == 0 && (Character.isWhitespace(c) || JOINTS.indexOf(c) >= 0) && !values) {
                break;
            }
            braces = quote == 0 && (c == '{' || braces && c != '}');
            if (c == quote) {
                quote = 0;
            } else if (quote == 0 && (c == '\'' || c == '"')) {
                quote = c;
            } else if (c == '\\' && quote != '\'' && at + 1 < line.length()) {
                into.append(line.charAt(++at));
            } else {
                into.append(c);
            }
            at++;
        }
        return at;
    }

    /** Quotes text as one word of the shell. */
    static String quoted(String text) {
        boolean plain = !text.isEmpty() && text.codePoints().allMatch(c -> Character.isLetterOrDigit(c)
                || "_./:=,+@-".indexOf(c) >= 0);
        if (plain) {
            return text;
        }
        if (text.startsWith("~/")) {
            return text.length() == 2 ? text : "~/" + quoted(text.substring(2));
        }
        return "'" + text.replace("'", "'\\''") + "'";
    }

    @Override
    public CharSequence escape(CharSequence candidate, boolean complete) {
        return quoted(candidate.toString());
    }

    @Override
    public int rawWordCursor() {
        return cursor - rawStart;
    }

    @Override
    public int rawWordLength() {
        return rawEnd - rawStart;
    }

    @Override
    public String word() {
        return words.get(wordIndex);
    }

    @Override
    public int wordCursor() {
        return wordCursor;
    }

    @Override
    public int wordIndex() {
        return wordIndex;
    }

    @Override
    public List<String> words() {
        return words;
    }

    @Override
    public String line() {
        return line;
    }

    @Override
    public int cursor() {
        return cursor;
    }
}
