package psr.eval.report.page;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.OptionalDouble;

import psr.api.eval.Measure.Better;
import psr.api.report.Series;
import psr.eval.report.drawing.FigureText;
import psr.eval.report.drawing.Layout;
import psr.eval.report.drawing.Markup;
import psr.eval.report.drawing.NumberText;
import psr.eval.report.drawing.ProblemPlot;
import psr.eval.report.drawing.ProblemPlot.ProblemRow;

/** The page of a series: one figure over all problems, one table, and the failures. */
public final class SeriesPage {

    private static final int DIGITS = 4;

    private final Series series;
    private final List<String> problems;

    public SeriesPage(Series series) {
        this.series = series;
        this.problems = series.problems();
    }

    /** The figure: a row for each problem and one for the average. */
    public ReportFigures.Figure figure() {
        List<ProblemRow> rows = new ArrayList<>();
        StringBuilder words = new StringBuilder(caption()).append('.');
        for (String problem : problems) {
            rows.add(new ProblemRow(problem, series.labels().stream().map(label -> series.value(problem, label)).toList()));
        }
        rows.add(new ProblemRow(series.average().words(), series.labels().stream().map(series::average).toList()));
        for (String label : series.labels()) {
            words.append(' ').append(label).append(", ").append(series.average().words()).append(": ")
                    .append(number(series.average(label))).append('.');
        }
        FigureText text = new FigureText(series.title(), MeasureTitle.direction(series.meaning()), series.measure(),
                words.toString());
        boolean powers = series.average() == Series.Average.GEOMETRIC;
        return new ReportFigures.Figure("problems", caption(),
                new ProblemPlot(text, rows, series.labels(), powers, Layout.WIDE),
                new ProblemPlot(text, rows, series.labels(), powers, Layout.NARROW));
    }

    private String caption() {
        return series.meaning().help();
    }

    public String write(ReportFigures.Figure figure) {
        Markup html = ReportPage.begun(series.title());
        html.leaf("p", problems.size()
                + (problems.size() == 1 ? " problem, " : " problems, ") + series.labels().size()
                + (series.labels().size() == 1 ? " recipe." : " recipes."), "class", "lead").close();
        html.open("section").leaf("h2", "Figure").open("div", "class", "figures");
        figure.write(html);
        html.close().close();
        table(html);
        if (!series.failures().isEmpty()) {
            html.open("section").leaf("h2", "Failures").open("ul");
            series.failures().forEach(failure -> html.leaf("li", failure));
            html.close().close();
        }
        return html.close().close().close().toString();
    }

    private void table(Markup html) {
        html.open("section").leaf("h2", "All problems");
        HtmlTable table = new HtmlTable(html, "numbers", series.measure() + "; the best recipe of each problem in bold.")
                .words("problem").numbers(series.labels().toArray(String[]::new)).body();
        for (String problem : problems) {
            row(html, table, problem, series.labels().stream().map(label -> series.value(problem, label)).toList(), true);
        }
        row(html, table, series.average().words(), series.labels().stream().map(series::average).toList(), true);
        row(html, table, "seconds each", series.labels().stream().map(series::seconds).toList(), false);
        table.end();
        html.close();
    }

    private void row(Markup html, HtmlTable table, String name, List<OptionalDouble> values, boolean judged) {
        Better better = series.meaning().better();
        OptionalDouble best = !judged || better == Better.NEITHER ? OptionalDouble.empty() : best(values, better);
        table.row(name);
        for (OptionalDouble value : values) {
            table.open("n");
            if (best.isPresent() && value.equals(best)) {
                html.leaf("strong", number(value));
            } else {
                html.text(number(value));
            }
            html.close();
        }
        table.endRow();
    }

    private static OptionalDouble best(Collection<OptionalDouble> values, Better better) {
        return better == Better.LOWER
                ? values.stream().filter(OptionalDouble::isPresent).mapToDouble(OptionalDouble::getAsDouble).min()
                : values.stream().filter(OptionalDouble::isPresent).mapToDouble(OptionalDouble::getAsDouble).max();
    }

    private static String number(OptionalDouble value) {
        return value.isPresent() ? NumberText.significant(value.getAsDouble(), DIGITS) : NumberText.NONE;
    }
}
