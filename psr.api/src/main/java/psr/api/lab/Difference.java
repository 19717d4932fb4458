package psr.api.lab;

/**
 * A paired difference over trials, subject minus reference.
 *
 * @param mean the mean of subject minus reference; NaN if no trial has both
 * @param stderr the standard error of that mean; NaN for fewer than two trials
 * @param below the number of trials in which the subject was lower
 * @param above the number of trials in which the subject was higher
 * @param trials the number of trials that have both
 */
public record Difference(double mean, double stderr, int below, int above, int trials) {

    public Difference {
        if (below < 0 || above < 0 || below + above > trials) {
            throw new IllegalArgumentException("wins must not be more than trials; below=" + below + ", above=" + above
                    + ", trials=" + trials);
        }
    }

    /** The mean in units of its standard deviation over trials (Cohen's d for pairs); NaN for fewer than two trials. */
    public double effectSize() {
        return mean / (stderr * Math.sqrt(trials));
    }

    @Override
    public String toString() {
        return mean + " ± " + stderr + " over " + trials + " trials";
    }
}
