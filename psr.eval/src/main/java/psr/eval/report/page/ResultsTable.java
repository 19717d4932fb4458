package psr.eval.report.page;

import java.util.Arrays;
import java.util.List;

import psr.api.lab.Difference;
import psr.eval.report.drawing.Markup;
import psr.eval.report.drawing.NumberText;
import psr.eval.report.statistics.ConfidenceInterval;
import psr.eval.report.statistics.Contender;
import psr.eval.report.statistics.Digest;
import psr.math.statistics.RunningMean;

/**
 * The values at the last iteration: a row for each recipe, the best in bold, with the paired difference to the baseline
 * below.
 */
final class ResultsTable {

    private final Digest digest;

    ResultsTable(Digest digest) {
        this.digest = digest;
    }

    void write(Markup html, List<String> measures, String caption) {
        HtmlTable table = new HtmlTable(html, "final", caption).words("recipe");
        measures.forEach(name -> table.numbers(heading(name)));
        table.body();
        int[] decimals = measures.stream().mapToInt(this::decimals).toArray();
        for (Contender contender : digest.contenders()) {
            if (contender.successes() == 0) {
                continue;
            }
            table.row(contender.label());
            for (int i = 0; i < decimals.length; i++) {
                table.open("n");
                cell(html, contender, measures.get(i), decimals[i]);
                html.close();
            }
            table.endRow();
        }
        table.end();
    }

    private String heading(String name) {
        return MeasureTitle.of(name, digest.measures().get(name)).title() + switch (digest.measures().get(name).better()) {
            case LOWER -> " ↓";
            case HIGHER -> " ↑";
            case NEITHER -> "";
        };
    }

    private void cell(Markup html, Contender contender, String measure, int most) {
        RunningMean last = contender.last(measure);
        if (last.count() == 0) {
            html.text(NumberText.NONE);
            return;
        }
        boolean best = digest.best(measure).contains(contender);
        String text = text(last.mean(), last.standardError(), most, false);
        if (best) {
            html.leaf("strong", text);
        } else {
            html.text(text);
        }
        if (!contender.label().equals(digest.baseline())) {
            difference(html, contender.difference(measure).difference(), most + 1);
        }
    }

    private static void difference(Markup html, Difference difference, int most) {
        if (difference.trials() == 0) {
            return;
        }
        String text = text(difference.mean(), difference.stderr(), most, true);
        html.leaf("div", ConfidenceInterval.of(difference).includesZero() ? "(" + text + ")" : text, "class", "d");
    }

    /** As many decimals as the column has, fewer if the error is too large. */
    private static String text(double mean, double stderr, int most, boolean sign) {
        int decimals = Math.min(most, NumberText.decimals(mean, stderr));
        String text = NumberText.plusMinus(mean, stderr, decimals);
        return sign && mean > 0 ? "+" + text : text;
    }

    /** The number of decimals that the median error of the column justifies. */
    private int decimals(String measure) {
        int[] each = digest.contenders().stream().map(contender -> contender.last(measure))
                .filter(last -> last.count() > 0)
                .mapToInt(last -> NumberText.decimals(last.mean(), last.standardError())).toArray();
        Arrays.sort(each);
        return each.length == 0 ? 0 : each[each.length / 2];
    }
}
