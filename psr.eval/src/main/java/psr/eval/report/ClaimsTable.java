package psr.eval.report;

import java.math.BigDecimal;
import java.util.List;
import java.util.Locale;

import psr.api.lab.Claim;
import psr.api.lab.Claim.Place;
import psr.api.report.Difference;
import psr.api.report.Verdict;
import psr.api.report.Verdict.Outcome;

/** Every claim with what was found. */
final class ClaimsTable {

    private ClaimsTable() {}

    static void write(Markup html, List<Verdict> verdicts, String setting) {
        Table table = new Table(html, "claims", "Judged by the 95 % interval (Student) of the paired difference over"
                + " trials. " + setting);
        table.words("claim", "compared", "claimed").numbers("effect", "wins").words("verdict").body();
        for (Verdict verdict : verdicts) {
            Claim claim = verdict.claim();
            Difference difference = verdict.difference();
            html.open("tr").open("th", "scope", "row").text(claim.words()).leaf("div", claim.id(), "class", "id")
                    .close();
            table.cell(compared(claim)).cell(claimed(claim));
            html.open("td", "class", "n").text(effect(difference));
            if (claim.measure().equals(Claim.TIME) && difference.trials() > 0) {
                html.leaf("div", factor(difference.mean()), "class", "d");
            }
            if (difference.trials() > 1) {
                html.leaf("div", interval(difference), "class", "d");
            }
            html.close();
            table.number(wins(claim, difference));
            html.leaf("td", symbol(verdict.outcome()) + " " + word(verdict.outcome()), "class",
                    "v " + verdict.outcome().name().toLowerCase(Locale.ROOT).replace('_', '-'));
            table.endRow();
        }
        table.end();
    }

    static String symbol(Outcome outcome) {
        return switch (outcome) {
            case REPRODUCED -> "✔";
            case NOT_REPRODUCED -> "✘";
            case UNDECIDED -> "?";
        };
    }

    static String word(Outcome outcome) {
        return switch (outcome) {
            case REPRODUCED -> "reproduced";
            case NOT_REPRODUCED -> "not reproduced";
            case UNDECIDED -> "undecided";
        };
    }

    private static String compared(Claim claim) {
        boolean time = claim.measure().equals(Claim.TIME);
        return Topic.of(claim.measure(), null).title() + ": " + place(claim.subject(), time) + " less "
                + place(claim.reference(), time);
    }

    private static String place(Place place, boolean time) {
        return place.recipe() + (time ? "" : switch (place.when()) {
            case FIRST -> " (first)";
            case MIDDLE -> " (half-way)";
            case LAST -> " (last)";
        });
    }

    private static String claimed(Claim claim) {
        String margin = BigDecimal.valueOf(claim.margin()).stripTrailingZeros().toPlainString();
        boolean zero = claim.margin() == 0;
        return switch (claim.expected()) {
            case BELOW -> zero ? "< 0" : "< −" + margin;
            case ABOVE -> "> " + (zero ? "0" : margin);
            case WITHIN -> zero ? "= 0" : "within ±" + margin;
        };
    }

    private static String effect(Difference difference) {
        if (difference.trials() == 0) {
            return Numbers.NONE;
        }
        int decimals = Numbers.decimals(difference.mean(), difference.stderr());
        return Numbers.signed(difference.mean(), decimals)
                + (difference.trials() > 1 ? " ± " + Numbers.fixed(difference.stderr(), decimals) : "");
    }

    private static String factor(double logarithm) {
        String times = Numbers.significant(Math.pow(10, Math.abs(logarithm)), 2);
        return times + (logarithm < 0 ? "× faster" : "× slower");
    }

    private static String interval(Difference difference) {
        Interval interval = Interval.of(difference);
        int decimals = Numbers.decimals(difference.mean(), difference.stderr() / 10);
        return "[" + Numbers.signed(interval.low(), decimals) + ", " + Numbers.signed(interval.high(), decimals) + "]";
    }

    private static String wins(Claim claim, Difference difference) {
        return switch (claim.expected()) {
            case BELOW -> difference.below() + " of " + difference.trials();
            case ABOVE -> difference.above() + " of " + difference.trials();
            case WITHIN -> difference.below() + "↓ " + difference.above() + "↑ of " + difference.trials();
        };
    }
}
