package psr.launcher.spi;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.random.RandomGenerator;

import psr.api.learn.SeededRun;

/**
 * The text of a recipe, a data set or a metric in which settings may have several values:
 * {@code 2sr:rank={5,10,20}+ig:rate={1e-4..1e-1x10}}. Every combination of the values is one text. They are counted without
 * listing them. Braces in quoted values have no meaning. Immutable.
 */
public final class Sweep {

    private final String text;
    /** The text around the values: one part more than there are axes. */
    private final List<String> between = new ArrayList<>();
    private final List<SweepAxis> axes = new ArrayList<>();

    private Sweep(String text) {
        this.text = text;
        int from = 0;
        char quote = 0;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            boolean value = i > 0 && text.charAt(i - 1) == '=';
            if (quote != 0) {
                quote = c == quote ? 0 : quote;
            } else if ((c == '"' || c == '\'') && value) {
                quote = c;
            } else if (c == '{' && value) {
                int end = end(i);
                between.add(text.substring(from, i));
                axes.add(SweepAxis.of(setting(i - 1), text.substring(i + 1, end)));
                from = end + 1;
                i = end;
            }
        }
        between.add(text.substring(from));
    }

    /**
     * Reads a text.
     *
     * @throws IllegalArgumentException if values in braces are empty, appear twice, or are not values
     */
    public static Sweep of(String text) {
        return new Sweep(text);
    }

    /** The position of the brace that closes the one at a position. */
    private int end(int open) {
        char quote = 0;
        for (int i = open + 1; i < text.length(); i++) {
            char c = text.charAt(i);
            if (quote != 0) {
                quote = c == quote ? 0 : quote;
            } else if (c == '"' || c == '\'') {
                quote = c;
            } else if (c == '}') {
                if (i + 1 < text.length() && ",+/\"'".indexOf(text.charAt(i + 1)) < 0) {
                    throw new IllegalArgumentException("values in braces must be the whole value of a setting; '"
                            + text.substring(open, i + 1) + "' is followed by '" + text.charAt(i + 1) + "' in '" + text + "'");
                }
                return i;
            }
        }
        throw new IllegalArgumentException("a brace must be closed, as in rank={5,10}; found '" + text + "'");
    }

    /** The name of the setting whose equals sign is at a position. */
    private String setting(int equals) {
        int start = equals;
        while (start > 0 && ":,".indexOf(text.charAt(start - 1)) < 0) {
            start--;
        }
        return text.substring(start, equals);
    }

    /** The settings with several values, in the order of the text; not modifiable. */
    public List<SweepAxis> axes() {
        return List.copyOf(axes);
    }

    /** Whether a setting has its values in braces. */
    public boolean isSweep() {
        return !axes.isEmpty();
    }

    /** The number of combinations; {@link Long#MAX_VALUE} if there are more. */
    public long count() {
        BigInteger count = exactCount();
        return count.bitLength() > 62 ? Long.MAX_VALUE : count.longValue();
    }

    /** The values of a combination; those of the last setting change fastest. */
    private String[] values(long index) {
        long left = index;
        String[] values = new String[axes.size()];
        for (int a = values.length - 1; a >= 0; a--) {
            values[a] = axes.get(a).value(left % axes.get(a).count());
            left /= axes.get(a).count();
        }
        return values;
    }

    /**
     * One combination.
     *
     * @param sweep the index of its sweep in a list
     * @param text the text with these values
     * @param values the values, for a label: {@code rank=5, rate=1e-3}; empty if no setting has several
     */
    public record Combination(int sweep, String text, String values) {}

    private Combination combination(int sweep, long index) {
        String[] values = values(index);
        List<String> named = new ArrayList<>();
        StringBuilder made = new StringBuilder(between.get(0));
        for (int a = 0; a < values.length; a++) {
            named.add(axes.get(a).setting() + "=" + values[a]);
            made.append(values[a]).append(between.get(a + 1));
        }
        return new Combination(sweep, made.toString(), String.join(", ", named));
    }

    /**
     * All combinations of several sweeps, in their order.
     *
     * @throws IllegalArgumentException if there are more than {@code most}
     */
    public static List<Combination> all(List<Sweep> sweeps, int most) {
        BigInteger count = count(sweeps);
        if (count.compareTo(BigInteger.valueOf(most)) > 0) {
            String largest = sweeps.stream().max(Comparator.comparingLong(Sweep::count)).orElseThrow().text;
            throw new IllegalArgumentException("a sweep must have at most " + most + " combinations; found " + counted(count)
                    + (sweeps.size() > 1 ? ", most of them in '" : " in '") + largest + "': use fewer values, or a sample");
        }
        List<Combination> all = new ArrayList<>();
        for (int s = 0; s < sweeps.size(); s++) {
            for (long i = 0; i < sweeps.get(s).count(); i++) {
                all.add(sweeps.get(s).combination(s, i));
            }
        }
        return all;
    }

    /**
     * A random sample of the combinations of several sweeps, without repetition, in their order.
     *
     * @param number the size of the sample; all combinations are returned if there are not more
     * @param seed the same seed gives the same sample
     * @throws IllegalArgumentException if there are 2^62 combinations or more
     */
    public static List<Combination> sample(List<Sweep> sweeps, int number, long seed) {
        BigInteger count = count(sweeps);
        if (count.bitLength() > 62) {
            throw new IllegalArgumentException("a sample must be of fewer than 2^62 combinations; found " + counted(count));
        }
        long total = count.longValue();
        long size = Math.min(number, total);
        RandomGenerator random = new SeededRun(seed).random("sample");
        SortedSet<Long> chosen = new TreeSet<>();
        for (long last = total - size; last < total; last++) {
            // Floyd's algorithm: each subset has the same probability.
            long drawn = random.nextLong(last + 1);
            chosen.add(chosen.contains(drawn) ? last : drawn);
        }
        List<Combination> sample = new ArrayList<>();
        long before = 0;
        for (int s = 0; s < sweeps.size(); s++) {
            long after = before + sweeps.get(s).count();
            for (long index : chosen.subSet(before, after)) {
                sample.add(sweeps.get(s).combination(s, index - before));
            }
            before = after;
        }
        return sample;
    }

    /** The number of combinations of several sweeps. */
    public static BigInteger count(List<Sweep> sweeps) {
        return sweeps.stream().map(Sweep::exactCount).reduce(BigInteger.ZERO, BigInteger::add);
    }

    private BigInteger exactCount() {
        return axes.stream().map(axis -> BigInteger.valueOf(axis.count())).reduce(BigInteger.ONE, BigInteger::multiply);
    }

    private static String counted(BigInteger count) {
        return count.bitLength() > 62 ? "more than 10^18" : count.toString();
    }

    /** The text as typed. */
    @Override
    public String toString() {
        return text;
    }

    /** Rejects values that are the same, as numbers or as text. */
    static void requireDifferent(String setting, List<String> values) {
        Set<Object> seen = new HashSet<>();
        for (String value : values) {
            Object key = SweepAxis.number(value).map(number -> (Object) number.stripTrailingZeros()).orElse(value);
            if (!seen.add(key)) {
                throw new IllegalArgumentException("a value must appear only once; " + value + " appears twice in '" + setting
                        + "={" + String.join(",", values) + "}'");
            }
        }
    }

    static List<String> split(String values) {
        List<String> parts = new ArrayList<>();
        int from = 0;
        char quote = 0;
        for (int i = 0; i < values.length(); i++) {
            char c = values.charAt(i);
            if (quote != 0) {
                quote = c == quote ? 0 : quote;
            } else if (c == '"' || c == '\'') {
                quote = c;
            } else if (c == ',') {
                parts.add(values.substring(from, i));
                from = i + 1;
            }
        }
        parts.add(values.substring(from));
        return parts;
    }
}
