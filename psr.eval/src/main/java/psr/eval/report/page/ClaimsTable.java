package psr.eval.report.page;

import java.util.List;
import java.util.Locale;

import psr.api.lab.Claim;
import psr.api.lab.Claim.Place;
import psr.api.lab.Difference;
import psr.api.lab.Verdict;
import psr.api.lab.Verdict.Outcome;
import psr.eval.report.drawing.Markup;
import psr.eval.report.drawing.NumberText;
import psr.math.statistics.ConfidenceInterval;

/** The table of all claims with their results. */
final class ClaimsTable {

    private static final double SMALL_P = 1e-4;

    private ClaimsTable() {}

    /** @param caption the scope of the verdicts */
    static void write(Markup html, List<Verdict> claims, String caption) {
        HtmlTable table = new HtmlTable(html, "claims", caption);
        table.words("claim", "compared", "claimed").numbers("effect", "size", "wins").words("verdict").body();
        for (Verdict judged : claims) {
            Claim claim = judged.claim();
            Difference difference = judged.difference();
            table.openRow();
            html.text(claim.words()).leaf("div", claim.id(), "class", "id").close();
            table.cell(compared(claim)).cell(claimed(judged));
            table.open("n");
            html.text(effect(difference));
            if (!claim.isMeasured() && difference.trials() > 0) {
                html.leaf("div", factor(claim, difference.mean()), "class", "d");
            }
            if (difference.trials() > 1) {
                html.leaf("div", interval(difference), "class", "d");
            }
            html.close();
            table.number(size(difference)).number(wins(claim, difference));
            verdict(html, table, judged);
            table.endRow();
        }
        table.end();
    }

    private static void verdict(Markup html, HtmlTable table, Verdict judged) {
        Outcome outcome = judged.outcome();
        Outcome corrected = judged.corrected();
        table.open("v " + word(outcome).replace(' ', '-'));
        html.text(symbol(outcome) + " " + word(outcome));
        if (Double.isFinite(judged.tests().corrected())) {
            html.leaf("div", (corrected == outcome ? "corrected: the same" : "corrected: " + word(corrected)) + ", p "
                    + p(judged.tests().corrected()), "class", "d");
        }
        if (judged.contested()) {
            html.leaf("div", "contested: only " + judged.tests().agreeing() + " of " + judged.difference().trials()
                    + " trials agree with the mean; signed-rank test p " + p(judged.tests().signedRank()), "class", "d");
        }
        html.close();
    }

    static String symbol(Outcome outcome) {
        return switch (outcome) {
            case REPRODUCED -> "✔";
            case NOT_REPRODUCED -> "✘";
            case UNDECIDED -> "?";
        };
    }

    static String word(Outcome outcome) {
        return outcome.name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }

    private static String compared(Claim claim) {
        return MeasureTitle.of(claim.measure(), null).title() + ": " + place(claim.subject(), claim.isMeasured()) + " minus "
                + place(claim.reference(), claim.isMeasured());
    }

    private static String place(Place place, boolean onCurve) {
        String recipe = place.recipe().orElse("the true model");
        return recipe + (!onCurve || place.recipe().isEmpty() ? "" : switch (place.when()) {
            case FIRST -> " (first)";
            case MIDDLE -> " (half-way)";
            case LAST -> " (last)";
            case AT -> " (iteration " + place.point() + ")";
        });
    }

    private static String claimed(Verdict judged) {
        Claim claim = judged.claim();
        String range = range(claim.expected(), judged.margin());
        return claim.gain().map(gain -> range + ", " + NumberText.significant(100 * claim.margin(), 2) + " % of the gain "
                + place(gain.to(), true) + " minus " + place(gain.from(), true)).orElse(range);
    }

    private static String range(Claim.Expected expected, double size) {
        // Three digits without trailing zeros: a margin is a round number or a logarithm of one.
        String margin = NumberText.significant(size, 3).replaceFirst("(\\.\\d*?)0+$", "$1").replaceFirst("\\.$", "");
        boolean zero = size == 0;
        return switch (expected) {
            case BELOW -> zero ? "< 0" : "< −" + margin;
            case ABOVE -> "> " + (zero ? "0" : margin);
            case WITHIN -> zero ? "= 0" : "within ±" + margin;
        };
    }

    private static String effect(Difference difference) {
        if (difference.trials() == 0) {
            return NumberText.NONE;
        }
        int decimals = NumberText.decimals(difference.mean(), difference.stderr());
        return NumberText.signed(difference.mean(), decimals)
                + (difference.trials() > 1 ? " ± " + NumberText.fixed(difference.stderr(), decimals) : "");
    }

    private static String size(Difference difference) {
        double size = difference.effectSize();
        return Double.isFinite(size) ? NumberText.signed(size, 2) : NumberText.NONE;
    }

    private static String p(double p) {
        return p < SMALL_P ? "< 0.0001" : NumberText.significant(p, 2);
    }

    private static String factor(Claim claim, double logarithm) {
        String times = NumberText.significant(Math.pow(10, Math.abs(logarithm)), 2);
        return times + (claim.measure().equals(Claim.SECONDS) ? logarithm < 0 ? "× faster" : "× slower"
                : logarithm < 0 ? "× smaller" : "× larger");
    }

    private static String interval(Difference difference) {
        ConfidenceInterval interval = ConfidenceInterval.of(difference);
        int decimals = NumberText.decimals(difference.mean(), difference.stderr() / 10);
        return "[" + NumberText.signed(interval.low(), decimals) + ", " + NumberText.signed(interval.high(), decimals)
                + "]";
    }

    private static String wins(Claim claim, Difference difference) {
        return switch (claim.expected()) {
            case BELOW -> difference.below() + " of " + difference.trials();
            case ABOVE -> difference.above() + " of " + difference.trials();
            case WITHIN -> difference.below() + "↓ " + difference.above() + "↑ of " + difference.trials();
        };
    }
}
