package psr.api.lab;

/** A paired difference over trials: subject less reference. Immutable. */
public final class Difference {

    private final double mean;
    private final double stderr;
    private final int below;
    private final int above;
    private final int trials;

    private Difference(double mean, double stderr, int below, int above, int trials) {
        if (below < 0 || above < 0 || below + above > trials) {
            throw new IllegalArgumentException("wins must not be more than trials; below=" + below + ", above=" + above
                    + ", trials=" + trials);
        }
        this.mean = mean;
        this.stderr = stderr;
        this.below = below;
        this.above = above;
        this.trials = trials;
    }

    /**
     * A difference.
     *
     * @param mean the mean of subject less reference; NaN if there was no trial with both
     * @param stderr the standard error of that mean; NaN for fewer than two trials
     * @param below in how many trials the subject was lower
     * @param above in how many trials the subject was higher
     * @param trials how many trials had both
     */
    public static Difference of(double mean, double stderr, int below, int above, int trials) {
        return new Difference(mean, stderr, below, above, trials);
    }

    /** The mean of subject less reference; NaN if there was no trial with both. */
    public double mean() {
        return mean;
    }

    /** The standard error of the mean; NaN for fewer than two trials. */
    public double stderr() {
        return stderr;
    }

    /** The mean in units of its standard deviation over trials (Cohen's d for pairs); NaN for fewer than two trials. */
    public double effectSize() {
        return mean / (stderr * Math.sqrt(trials));
    }

    /** In how many trials the subject was lower. */
    public int below() {
        return below;
    }

    /** In how many trials the subject was higher. */
    public int above() {
        return above;
    }

    /** How many trials had both. */
    public int trials() {
        return trials;
    }

    @Override
    public String toString() {
        return mean + " ± " + stderr + " over " + trials + " trials";
    }
}
