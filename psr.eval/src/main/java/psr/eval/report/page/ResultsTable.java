package psr.eval.report.page;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;

import psr.api.lab.SummaryRow;
import psr.eval.report.drawing.Markup;
import psr.eval.report.drawing.NumberText;
import psr.eval.report.statistics.Contender;
import psr.eval.report.statistics.Digest;
import psr.math.statistics.ConfidenceInterval;

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
        Optional<SummaryRow> last = contender.last(measure);
        if (last.isEmpty()) {
            html.text(NumberText.NONE);
            return;
        }
        boolean best = digest.best(measure).contains(contender);
        String text = text(last.get(), most, false);
        if (best) {
            html.leaf("strong", text);
        } else {
            html.text(text);
        }
        if (!contender.label().equals(digest.baseline())) {
            contender.difference(measure).ifPresent(row -> difference(html, row, most + 1));
        }
    }

    private static void difference(Markup html, SummaryRow difference, int most) {
        String text = text(difference, most, true);
        html.leaf("div", ConfidenceInterval.of(difference).includesZero() ? "(" + text + ")" : text, "class", "d");
    }

    /** As many decimals as the column has, fewer if the error is too large. */
    private static String text(SummaryRow row, int most, boolean sign) {
        String text = NumberText.plusMinus(row.mean(), row.stderr().orElse(Double.NaN), Math.min(most, decimals(row)));
        return sign && row.mean() > 0 ? "+" + text : text;
    }

    private static int decimals(SummaryRow row) {
        return NumberText.decimals(row.mean(), row.stderr().orElse(Double.NaN));
    }

    /** The number of decimals that the median error of the column justifies. */
    private int decimals(String measure) {
        int[] each = digest.contenders().stream().flatMap(contender -> contender.last(measure).stream())
                .mapToInt(ResultsTable::decimals).toArray();
        Arrays.sort(each);
        return each.length == 0 ? 0 : each[each.length / 2];
    }
}
