package psr.datasets;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntConsumer;

import psr.math.text.NumberedLines;

/** The words and colons of a file in Cassandra's format, with their lines. Comments begin with #. */
final class PomdpTokens {

    private static final String COLON = ":";

    private final String name;
    private final List<String> tokens = new ArrayList<>();
    private int[] lines = new int[1024];
    private int next;
    private int end;

    /** Reads all lines. */
    PomdpTokens(NumberedLines text) throws IOException {
        name = text.name();
        for (String line = text.next(); line != null; line = text.next()) {
            int comment = line.indexOf('#');
            for (String token : (comment < 0 ? line : line.substring(0, comment)).replace(COLON, " : ").strip().split("\\s+")) {
                if (!token.isEmpty()) {
                    if (tokens.size() == lines.length) {
                        lines = Arrays.copyOf(lines, 2 * lines.length);
                    }
                    lines[tokens.size()] = text.number();
                    tokens.add(token);
                }
            }
            end = text.number();
        }
    }

    boolean hasNext() {
        return next < tokens.size();
    }

    /** The token that {@link #next} returns; empty at the end. */
    String peek() {
        return hasNext() ? tokens.get(next) : "";
    }

    /** Whether a colon follows the token that {@link #next} returns: then it begins a new entry, unless the file is wrong. */
    private boolean beginsEntry() {
        return next + 1 < tokens.size() && tokens.get(next + 1).equals(COLON)
                || peek().equals("start") && next + 1 < tokens.size()
                        && List.of("include", "exclude").contains(tokens.get(next + 1));
    }

    /** Whether the token that {@link #next} returns is the last before a new entry. */
    boolean isLastOfEntry() {
        next++;
        boolean last = !hasNext() || beginsEntry();
        next--;
        return last;
    }

    String next(String what) throws IOException {
        if (!hasNext()) {
            throw new IOException("line " + end + " of " + name + ": " + what + " must follow; the file ends");
        }
        return tokens.get(next++);
    }

    /** Skips a colon. */
    void colon(String after) throws IOException {
        String token = next("a colon after '" + after + "'");
        if (!token.equals(COLON)) {
            throw wrong("a colon must follow '" + after + "'; found '" + token + "'");
        }
    }

    /** Skips a colon if there is one. */
    boolean colon() {
        if (peek().equals(COLON)) {
            next++;
            return true;
        }
        return false;
    }

    /** The tokens up to the next entry. */
    List<String> words(IntConsumer cancellation) {
        List<String> words = new ArrayList<>();
        while (hasNext() && !beginsEntry()) {
            cancellation.accept(next);
            words.add(tokens.get(next++));
        }
        return words;
    }

    /** Skips numbers up to the next entry. */
    void skipNumbers() {
        while (hasNext() && !beginsEntry()) {
            next++;
        }
    }

    /**
     * Reads probabilities.
     *
     * @param owner what they belong to, for messages
     */
    void probabilities(double[] into, String owner) throws IOException {
        for (int k = 0; k < into.length; k++) {
            if (!hasNext() || beginsEntry()) {
                throw wrong(
                        owner + " must have " + into.length + (into.length == 1 ? " probability" : " probabilities") + "; found "
                                + k);
            }
            into[k] = probability(next("a probability"), owner);
        }
    }

    private double probability(String token, String owner) throws IOException {
        try {
            double value = Double.parseDouble(token);
            if (value >= 0 && value <= 1) {
                return value;
            }
        } catch (NumberFormatException e) {
            // Reported by the message below.
        }
        throw wrong(owner + " must have probabilities from 0 to 1; found '" + token + "'");
    }

    /** An error at the token that was returned last. */
    IOException wrong(String what) {
        return new IOException("line " + (tokens.isEmpty() ? 1 : lines[Math.max(0, next - 1)]) + " of " + name + ": " + what);
    }

    String name() {
        return name;
    }
}
