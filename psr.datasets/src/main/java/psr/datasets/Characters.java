package psr.datasets;

import java.util.Arrays;

/**
 * A text as one long row of characters, collected one after the other. The mark of prepared corpora for a word left out
 * is a character too.
 */
final class Characters {

    /** In the place of a character: a word that the corpus left out, {@code <unk>}. Beyond the last code point. */
    static final int LEFT_OUT = Character.MAX_CODE_POINT + 1;

    /** How a corpus writes {@link #LEFT_OUT}. */
    static final String LEFT_OUT_MARK = "<unk>";

    private int[] characters = new int[1 << 16];
    private int count;

    void add(int character) {
        if (count == characters.length) {
            characters = Arrays.copyOf(characters, (int) Math.min(Integer.MAX_VALUE - 8, 2L * count));
        }
        characters[count++] = character;
    }

    /**
     * Adds a line: without blanks around it, one blank for any white space inside, and a line end. A line of blanks
     * adds nothing.
     *
     * @param marked whether {@value #LEFT_OUT_MARK} is one character
     * @param ended whether it has a line end; the last line of a file may have none
     */
    void addLine(String line, boolean marked, boolean ended) {
        int start = count;
        boolean blank = false;
        for (int i = 0; i < line.length();) {
            int character = line.codePointAt(i);
            int width = Character.charCount(character);
            if (marked && line.startsWith(LEFT_OUT_MARK, i)) {
                character = LEFT_OUT;
                width = LEFT_OUT_MARK.length();
            }
            i += width;
            // Java's white space leaves out the blank that does not break, which texts use all the same.
            if (Character.isWhitespace(character) || Character.isSpaceChar(character)) {
                blank = true;
                continue;
            }
            if (blank && count > start) {
                add(' ');
            }
            blank = false;
            add(character);
        }
        if (count > start && ended) {
            add('\n');
        }
    }

    /** All that was added; a new array. */
    int[] toArray() {
        return Arrays.copyOf(characters, count);
    }

    /** What a character is called in an alphabet: itself where it can be seen. */
    static String name(int character) {
        return switch (character) {
            case ' ' -> "<blank>";
            case '\t' -> "<tab>";
            case '\n' -> "<line>";
            case LEFT_OUT -> LEFT_OUT_MARK;
            default -> Character.toString(character);
        };
    }
}
