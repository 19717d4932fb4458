package psr.math.statistics;

import java.util.Arrays;

/** Wilcoxon's signed-rank test (1945): whether values are symmetric about zero, with weights by the rank of their size. */
public final class SignedRankTest {

    /** Up to this many values the exact distribution is used; above, a normal approximation. */
    private static final int EXACT = 200;

    /** Degrees of freedom with which Student's distribution is normal to four digits. */
    private static final int NORMAL = 100_000;

    private SignedRankTest() {}

    /**
     * The two-sided p-value. Zeros are left out, values of equal size share their mean rank, and the distribution is that
     * of all signs of these ranks; above 200 values its normal approximation with a correction for continuity. 1 without
     * any value.
     */
    public static double p(double[] values) {
        double[] nonzero = Arrays.stream(values).filter(value -> value != 0).toArray();
        int[] doubled = doubledRanks(nonzero);
        long positive = 0;
        for (int i = 0; i < nonzero.length; i++) {
            positive += nonzero[i] > 0 ? doubled[i] : 0;
        }
        long total = Arrays.stream(doubled).asLongStream().sum();
        long smaller = Math.min(positive, total - positive);
        return nonzero.length <= EXACT ? exact(doubled, (int) total, (int) smaller) : normal(doubled, total, smaller);
    }

    /** Twice the ranks of the sizes, which are whole numbers also where ties share a mean rank. */
    private static int[] doubledRanks(double[] values) {
        int n = values.length;
        Integer[] order = new Integer[n];
        Arrays.setAll(order, i -> i);
        Arrays.sort(order, (a, b) -> Double.compare(Math.abs(values[a]), Math.abs(values[b])));
        int[] doubled = new int[n];
        for (int from = 0, to; from < n; from = to) {
            to = from + 1;
            while (to < n && Math.abs(values[order[to]]) == Math.abs(values[order[from]])) {
                to++;
            }
            for (int i = from; i < to; i++) {
                doubled[order[i]] = from + 1 + to;
            }
        }
        return doubled;
    }

    private static double exact(int[] doubled, int total, int smaller) {
        // The probability of each sum of the ranks with a positive sign.
        double[] probability = new double[total + 1];
        probability[0] = 1;
        int reached = 0;
        for (int rank : doubled) {
            reached += rank;
            for (int sum = reached; sum >= 0; sum--) {
                probability[sum] = (probability[sum] + (sum >= rank ? probability[sum - rank] : 0)) / 2;
            }
        }
        double tail = 0;
        for (int sum = 0; sum <= smaller; sum++) {
            tail += probability[sum];
        }
        return Math.min(1, 2 * tail);
    }

    private static double normal(int[] doubled, long total, long smaller) {
        double variance = 0;
        for (int rank : doubled) {
            variance += rank / 4.0 * rank;
        }
        // Sums of doubled ranks are at least 1 apart where there are ties, and 2 where there are none.
        double z = Math.max(0, (total / 2.0 - smaller - 1) / Math.sqrt(variance));
        return Math.min(1, 1 - StudentT.within(z, NORMAL));
    }
}
