package psr.eval.report;

import java.util.Arrays;
import java.util.List;

import psr.api.report.Difference;

/**
 * The values at the last iteration: a row for each recipe, the best in bold, the paired difference to the baseline
 * below.
 */
final class FinalTable {

    private final Digest digest;

    FinalTable(Digest digest) {
        this.digest = digest;
    }

    void write(Markup html, List<String> measures, String caption) {
        Table table = new Table(html, "final", caption).words("recipe");
        measures.forEach(name -> table.numbers(heading(name)));
        table.body();
        int[] decimals = measures.stream().mapToInt(this::decimals).toArray();
        for (Contender contender : digest.contenders()) {
            if (contender.successes() == 0) {
                continue;
            }
            table.row(contender.label());
            for (int i = 0; i < decimals.length; i++) {
                cell(html, contender, measures.get(i), decimals[i]);
            }
            table.endRow();
        }
        table.end();
    }

    private String heading(String name) {
        return Topic.of(name, digest.measures().get(name)).title() + switch (digest.measures().get(name).better()) {
            case LOWER -> " ↓";
            case HIGHER -> " ↑";
            case NEITHER -> "";
        };
    }

    private void cell(Markup html, Contender contender, String measure, int most) {
        Tally last = contender.last(measure);
        html.open("td", "class", "n");
        if (last.count() == 0) {
            html.text(Numbers.NONE).close();
            return;
        }
        boolean best = digest.best(measure).contains(contender);
        String text = text(last.mean(), last.stderr(), most, false);
        if (best) {
            html.leaf("strong", text);
        } else {
            html.text(text);
        }
        if (!contender.label().equals(digest.baseline())) {
            difference(html, contender.difference(measure).difference(), most + 1);
        }
        html.close();
    }

    private static void difference(Markup html, Difference difference, int most) {
        if (difference.trials() == 0) {
            return;
        }
        String text = text(difference.mean(), difference.stderr(), most, true);
        html.leaf("div", Interval.of(difference).includesZero() ? "(" + text + ")" : text, "class", "d");
    }

    /** As many decimals as the column has, fewer where the error does not bear them. */
    private static String text(double mean, double stderr, int most, boolean sign) {
        int decimals = Math.min(most, Numbers.decimals(mean, stderr));
        String text = Numbers.plusMinus(mean, stderr, decimals);
        return sign && mean > 0 ? "+" + text : text;
    }

    /** What the error in the middle of the column bears. */
    private int decimals(String measure) {
        int[] each = digest.contenders().stream().map(contender -> contender.last(measure))
                .filter(last -> last.count() > 0)
                .mapToInt(last -> Numbers.decimals(last.mean(), last.stderr())).toArray();
        Arrays.sort(each);
        return each.length == 0 ? 0 : each[each.length / 2];
    }
}
