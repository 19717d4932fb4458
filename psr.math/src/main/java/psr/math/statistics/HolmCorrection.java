package psr.math.statistics;

import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Keeps the probability that any of several tests is wrongly decided at the level of one: of m tests, the smallest p
 * counts m-fold, the next (m − 1)-fold, and so on; none may come out smaller than the one before it (Holm 1979).
 */
public final class HolmCorrection {

    private HolmCorrection() {}

    /**
     * Corrects each family for its own number.
     *
     * @param p not modified; NaN where there was no test, which stays NaN and counts for nothing
     * @param families which family each test is of
     */
    public static double[] corrected(double[] p, List<String> families) {
        double[] corrected = new double[p.length];
        for (String family : new LinkedHashSet<>(families)) {
            int[] members = IntStream.range(0, p.length).filter(i -> families.get(i).equals(family)).toArray();
            double[] own = corrected(Arrays.stream(members).mapToDouble(i -> p[i]).toArray());
            for (int k = 0; k < members.length; k++) {
                corrected[members[k]] = own[k];
            }
        }
        return corrected;
    }

    /** @param p not modified; NaN where there was no test, which stays NaN and counts for nothing */
    static double[] corrected(double[] p) {
        List<Integer> order = IntStream.range(0, p.length).filter(i -> !Double.isNaN(p[i])).boxed()
                .sorted(Comparator.comparingDouble(i -> p[i])).toList();
        double[] corrected = new double[p.length];
        Arrays.fill(corrected, Double.NaN);
        double least = 0;
        for (int k = 0; k < order.size(); k++) {
            least = Math.max(least, Math.min(1, (order.size() - k) * p[order.get(k)]));
            corrected[order.get(k)] = least;
        }
        return corrected;
    }
}
