package psr.api.settings;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Finds the word that a user probably meant. */
public final class Spelling {

    /** Longer words are not compared: that takes as many steps as the product of two lengths. */
    static final int LONGEST = 100;

    private Spelling() {}

    /**
     * The known word nearest to the one typed, by the number of letters to insert, delete, replace or swap with their
     * neighbor. A word with the same letters in another order, or in another case, is always near. Empty if none is near.
     * Of equally near words the first in alphabetical order. Words of more than 100 letters are not compared.
     *
     * @param typed the unknown word
     * @param known the words to choose from; not modified
     */
    public static Optional<String> nearest(String typed, Collection<String> known) {
        if (typed.length() > LONGEST) {
            return Optional.empty();
        }
        int near = Math.max(1, typed.length() / 3);
        List<String> words = known.stream().filter(word -> word.length() <= LONGEST).sorted().toList();
        return words.stream().filter(typed::equalsIgnoreCase).findFirst()
                // The distance is at least the difference in length.
                .or(() -> words.stream().filter(word -> Math.abs(word.length() - typed.length()) <= near)
                        .map(word -> Map.entry(distance(typed, word), word)).filter(word -> word.getKey() <= near)
                        .min(Map.Entry.comparingByKey()).map(Map.Entry::getValue))
                .or(() -> words.stream().filter(word -> word.length() == typed.length())
                        .filter(word -> letters(word).equals(letters(typed))).findFirst());
    }

    private static String letters(String word) {
        return word.codePoints().sorted().collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                .toString();
    }

    /**
     * The part of an error message between an unknown word and the list of known ones: {@code ; did you mean '2sr'?} if a
     * known word is near, otherwise just {@code ;}.
     */
    public static String hint(String typed, Collection<String> known) {
        return nearest(typed, known).map(word -> "; did you mean '" + word + "'?").orElse(";");
    }

    /** The number of insertions, deletions, replacements and swaps of neighbors from a to b (optimal string alignment). */
    private static int distance(String a, String b) {
        int[][] d = new int[a.length() + 1][b.length() + 1];
        for (int i = 0; i <= a.length(); i++) {
            for (int j = 0; j <= b.length(); j++) {
                if (i == 0 || j == 0) {
                    d[i][j] = i + j;
                    continue;
                }
                int same = a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1;
                d[i][j] = Math.min(d[i - 1][j - 1] + same, 1 + Math.min(d[i - 1][j], d[i][j - 1]));
                if (i > 1 && j > 1 && a.charAt(i - 1) == b.charAt(j - 2) && a.charAt(i - 2) == b.charAt(j - 1)) {
                    d[i][j] = Math.min(d[i][j], d[i - 2][j - 2] + 1);
                }
            }
        }
        return d[a.length()][b.length()];
    }
}
