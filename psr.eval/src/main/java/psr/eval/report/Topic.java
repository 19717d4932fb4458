package psr.eval.report;

import java.util.List;

import psr.api.eval.Measure;
import psr.api.lab.Claim;

/**
 * What a measure is called on the page.
 *
 * @param measure the full name, for example {@code pnll.operators}
 * @param title as short as in a figure
 * @param words what it is
 */
record Topic(String measure, String title, String words) {

    /** What the paper draws, with the readouts of its plots, and the percentile without which the log mean misleads. */
    private static final List<Topic> PAPER = List.of(
            new Topic("pnll.operators", "PNLL", "Proxy negative log-likelihood in nats per step, by operators"),
            new Topic("ospa.features", "OSPA", "One-step prediction accuracy: share of symbols predicted, by features"),
            new Topic("l2se.median", "Median L2SE", "Median of the squared error of the predicted features"),
            new Topic("l2se.log-mean", "Log mean L2SE", "Logarithm of the mean squared error of predicted features"),
            new Topic("l2se.p99", "99th percentile of L2SE", "99 of 100 squared errors of the features are below"));

    private static final Topic TIME = new Topic(Claim.TIME, "log10 seconds",
            "Decimal logarithm of the last stage's seconds");

    static Topic of(String name, Measure measure) {
        return PAPER.stream().filter(topic -> topic.measure.equals(name)).findFirst()
                .orElse(name.equals(Claim.TIME) ? TIME : new Topic(name, name, measure == null ? "" : measure.help()));
    }

    /** The measures of the paper that are there; all that are there, if none of the paper's is. */
    static List<String> main(List<String> present) {
        List<String> main = PAPER.stream().map(Topic::measure).filter(present::contains).toList();
        return main.isEmpty() ? present : main;
    }

    static String direction(Measure measure) {
        return switch (measure.better()) {
            case LOWER -> "lower is better";
            case HIGHER -> "higher is better";
            case NEITHER -> "";
        };
    }
}
