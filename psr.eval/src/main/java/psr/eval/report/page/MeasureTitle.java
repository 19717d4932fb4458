package psr.eval.report.page;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

import psr.api.eval.Measure;
import psr.api.lab.Claim;
import psr.eval.report.statistics.Digest;

/**
 * The title of a measure on the page.
 *
 * @param measure the full name, for example {@code pnll.operators}
 * @param title short, as in a figure
 * @param words a description
 * @param axis the meaning and unit of its numbers
 */
record MeasureTitle(String measure, String title, String words, String axis) {

    /**
     * The measures that the paper draws, from the same source as in its plots, and the percentile without which the log
     * mean misleads.
     */
    private static final List<MeasureTitle> PAPER = List.of(
            new MeasureTitle("pnll.operators", "PNLL", "Proxy negative log-likelihood in nats per step, from operators",
                    "nats per step"),
            new MeasureTitle("ospa.features", "OSPA",
                    "One-step prediction accuracy: fraction of symbols predicted, from features",
                    "fraction of symbols predicted"),
            new MeasureTitle("l2se.median", "Median L2SE", "Median of the squared error of the predicted features",
                    "squared error"),
            new MeasureTitle("l2se.log-mean", "Log mean L2SE", "Logarithm of the mean squared error of predicted features",
                    "natural logarithm of squared error"),
            new MeasureTitle("l2se.p99", "99th percentile of L2SE",
                    "99 % of the squared errors of the predicted features are below",
                    "squared error"));

    private static final String FEATURES = "features";

    /** In reports that have a single source of predictions. */
    private static final MeasureTitle OSPA = new MeasureTitle("ospa.operators", "OSPA from operators",
            "One-step prediction accuracy: fraction of symbols predicted, from operators", "fraction of symbols predicted");

    /** Quantities that claims compare but no metric measures. */
    private static final List<MeasureTitle> UNMEASURED = List.of(
            new MeasureTitle(Claim.SECONDS, "log10 seconds", "Decimal logarithm of the last stage's seconds",
                    "log10 seconds"),
            new MeasureTitle(Claim.RATE, "log10 rate", "Decimal logarithm of the rate that was best in a preliminary trial",
                    "log10 rate"));

    static MeasureTitle of(String name, Measure measure) {
        return Stream.of(PAPER, List.of(OSPA), UNMEASURED).flatMap(List::stream).filter(title -> title.measure.equals(name))
                .findFirst()
                .orElse(new MeasureTitle(name, name, measure == null ? "" : measure.help(), name));
    }

    /** The measures that come first in a report. */
    static List<String> main(Digest digest) {
        return main(digest.measures().keySet(), isPaper(digest));
    }

    /** Whether the experiment has the paper's claims, which use two sources of predictions. */
    private static boolean isPaper(Digest digest) {
        return digest.results().experiment().claims().stream().anyMatch(claim -> claim.measure().endsWith("." + FEATURES));
    }

    /** A sentence on the source of the predictions; empty if no measure has several. */
    static String source(Digest digest) {
        boolean several = digest.measures().keySet().stream().anyMatch(name -> name.endsWith("." + FEATURES));
        return !several ? ""
                : isPaper(digest)
                        ? "PNLL is measured on predictions from operators and OSPA on predictions from features, as in the paper."
                : "All scores are of predictions from operators; scores of predictions from features are under Other measures.";
    }

    /**
     * The measures that come first, in the order of the experiment's metrics: of each metric the predictions from operators, or for the
     * paper's claims those that it draws; otherwise its first.
     *
     * @param present full names, in the order of the experiment's metrics
     */
    static List<String> main(Iterable<String> present, boolean isPaper) {
        Map<String, List<String>> metrics = new LinkedHashMap<>();
        for (String name : present) {
            int dot = name.lastIndexOf('.');
            metrics.computeIfAbsent(dot < 0 ? name : name.substring(0, dot), any -> new ArrayList<>()).add(name);
        }
        List<String> main = new ArrayList<>();
        metrics.values().forEach(names -> {
            Optional<String> operators = names.stream().filter(name -> name.endsWith(".operators")).findFirst();
            if (!isPaper && operators.isPresent()) {
                main.add(operators.get());
                return;
            }
            List<String> paper = PAPER.stream().map(MeasureTitle::measure).filter(names::contains).toList();
            main.addAll(paper.isEmpty() ? names.subList(0, 1) : paper);
        });
        return main;
    }

    static String direction(Measure measure) {
        return switch (measure.better()) {
            case LOWER -> "lower is better";
            case HIGHER -> "higher is better";
            case NEITHER -> "";
        };
    }
}
