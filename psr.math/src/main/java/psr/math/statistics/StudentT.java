package psr.math.statistics;

/**
 * Student's distribution with a whole number of degrees of freedom ν. For whole ν the probability has a closed form in
 * θ = atan(t/√ν) (Abramowitz and Stegun 26.7.3 and 26.7.4), so that no special function is needed.
 */
public final class StudentT {

    private StudentT() {}

    /** The probability that |T| is at most t. */
    public static double within(double t, int degrees) {
        double theta = Math.atan(t / Math.sqrt(degrees));
        double cos2 = degrees / (degrees + t * t);
        boolean odd = degrees % 2 == 1;
        double term = odd ? Math.sqrt(cos2) : 1;
        double sum = degrees == 1 ? 0 : term;
        for (int k = odd ? 3 : 2; k < degrees; k += 2) {
            term *= cos2 * (k - 1) / k;
            sum += term;
        }
        return odd ? 2 / Math.PI * (theta + Math.sin(theta) * sum) : Math.sin(theta) * sum;
    }

    /**
     * The t for which |T| is at most t with this probability.
     *
     * @param probability above 0 and below 1
     * @param degrees at least 1
     */
    public static double quantile(double probability, int degrees) {
        if (!(probability > 0 && probability < 1) || degrees < 1) {
            throw new IllegalArgumentException("a quantile needs a probability between 0 and 1 and at least 1 degree of"
                    + " freedom; probability=" + probability + ", degrees=" + degrees);
        }
        double low = 0;
        double high = 1;
        while (within(high, degrees) < probability) {
            low = high;
            high *= 2;
        }
        // Halving until the bounds are neighbours: slower than Newton's steps by microseconds, and cannot go astray.
        for (double t = (low + high) / 2; t > low && t < high; t = (low + high) / 2) {
            if (within(t, degrees) < probability) {
                low = t;
            } else {
                high = t;
            }
        }
        return high;
    }
}
