package psr.datasets;

import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

import psr.math.csv.DecimalText;

/** Ranges of numbers that become symbols; each contains about as many numbers as the others. */
final class Bins {

    /** With fewer different numbers, each may well be a symbol. */
    private static final int FEW = 20;

    /** The upper bounds of all ranges but the last, increasing; a number equal to one is in the range below it. */
    private final double[] bounds;

    private Bins(double[] bounds) {
        this.bounds = bounds;
    }

    /**
     * Ranges of equal frequency. There are fewer if a number is so frequent that it fills several.
     *
     * @param columns words that are numbers
     * @throws IllegalArgumentException if all are equal
     */
    static Bins of(List<List<String>> columns, int count, String name) {
        double[] sorted = columns.stream().flatMap(List::stream).mapToDouble(DecimalText::parse).sorted().toArray();
        double[] bounds = new double[count - 1];
        int found = 0;
        for (int b = 1; b < count; b++) {
            double bound = sorted[(int) Math.max(0, Math.ceil((double) b * sorted.length / count) - 1)];
            if ((found == 0 || bound > bounds[found - 1]) && bound < sorted[sorted.length - 1]) {
                bounds[found++] = bound;
            }
        }
        if (found == 0) {
            throw new IllegalArgumentException("bins needs different numbers; most in " + name + " are "
                    + sorted[sorted.length - 1] + "; bins=" + count + " (csv)");
        }
        return new Bins(Arrays.copyOf(bounds, found));
    }

    static boolean isNumber(String word) {
        try {
            return Double.isFinite(DecimalText.parse(word));
        } catch (NumberFormatException e) {
            return false;
        }
    }

    /** The number of ranges. */
    int count() {
        return bounds.length + 1;
    }

    /** The range of a number, for example {@code 1.5..2}: above 1.5, up to 2. */
    String name(String word) {
        double number = DecimalText.parse(word);
        int at = 0;
        while (at < bounds.length && number > bounds[at]) {
            at++;
        }
        return (at == 0 ? "" : text(bounds[at - 1])) + ".." + (at == bounds.length ? "" : text(bounds[at]));
    }

    private static String text(double bound) {
        return bound == Math.rint(bound) && Math.abs(bound) < 1e15 ? Long.toString((long) bound) : Double.toString(bound);
    }

    /** The remark about words that are numbers and nearly all different; empty if they are not. */
    static String warning(List<List<String>> columns, String symbol) {
        Set<String> different = new HashSet<>();
        long count = 0;
        for (List<String> words : columns) {
            different.addAll(words);
            count += words.size();
        }
        if (different.size() <= FEW || 2L * different.size() < count || !different.stream().allMatch(Bins::isNumber)) {
            return "";
        }
        return " (warning: its " + count + " rows have " + different.size() + " different numbers, each a symbol: values="
                + symbol + " reads them as numbers, bins=10 makes 10 symbols of them)";
    }
}
