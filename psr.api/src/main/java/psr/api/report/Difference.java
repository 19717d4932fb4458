package psr.api.report;

/**
 * A paired difference over trials.
 *
 * @param mean the mean of subject less reference; NaN if there was no trial with both
 * @param stderr the standard error of that mean; NaN for fewer than two trials
 * @param below in how many trials the subject was lower
 * @param above in how many trials the subject was higher
 * @param trials how many trials had both
 */
public record Difference(double mean, double stderr, int below, int above, int trials) {}
