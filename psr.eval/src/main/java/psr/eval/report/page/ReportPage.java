package psr.eval.report.page;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import psr.api.lab.Experiment;
import psr.api.lab.RateChoice;
import psr.api.lab.Recipe;
import psr.api.lab.Stage;
import psr.api.lab.TimeRow;
import psr.eval.report.drawing.Drawing;
import psr.eval.report.drawing.Markup;
import psr.eval.report.drawing.NumberText;
import psr.eval.report.statistics.Contender;
import psr.eval.report.statistics.Digest;

/** The page to read and to print: a single file without external resources. */
public final class ReportPage {

    /** The number of columns of a table that fit on paper. */
    private static final int COLUMNS = 6;
    /** The number of recipes above which the page warns that the best of many scores is biased. */
    private static final int MANY = 3;

    private final Digest digest;
    private final ReportFigures figures;
    private final Experiment experiment;
    private final Markup html;

    public ReportPage(Digest digest, ReportFigures figures) {
        this.digest = digest;
        this.figures = figures;
        this.experiment = digest.results().experiment();
        this.html = begun(experiment.name());
    }

    public String write() {
        if (!experiment.description().isEmpty()) {
            html.leaf("p", experiment.description(), "class", "about");
        }
        html.leaf("p", Headline.text(digest), "class", "lead").close();
        figures("Figures", "figures", figures.main());
        results();
        claims();
        rates();
        failures();
        unmeasured();
        counters();
        times();
        others();
        experiment();
        provenance();
        return html.close().close().close().toString();
    }

    private void section(String title) {
        html.open("section").leaf("h2", title);
    }

    private void figures(String title, String kind, List<ReportFigures.Figure> shown) {
        if (shown.isEmpty()) {
            return;
        }
        section(title);
        if (shown == figures.main() && !figures.leftOut().isEmpty()) {
            html.leaf("p", figures.leftOut());
        }
        html.open("div", "class", kind);
        shown.forEach(figure -> figure.write(html));
        html.close().close();
    }

    private void results() {
        List<String> present = List.copyOf(digest.measures().keySet());
        if (present.isEmpty()) {
            return;
        }
        section("At the last iteration");
        if (!MeasureTitle.source(digest).isEmpty()) {
            html.leaf("p", MeasureTitle.source(digest));
        }
        if (experiment.recipes().size() > MANY && experiment.claims().isEmpty()) {
            html.leaf("p",
                    "The best of many scores on the same test data is biased upwards: evaluate … --choose estimates the score of"
                            + " a recipe that is chosen among these.");
        }
        tables(MeasureTitle.main(digest));
        html.close();
    }

    private void tables(List<String> measures) {
        String caption = "Mean ± standard error over trials; the best recipe in bold. Below it the paired difference"
                + " to '" + digest.baseline() + "', in parentheses if its 95 % interval includes zero.";
        int tables = (measures.size() + COLUMNS - 1) / COLUMNS;
        for (int i = 0; i < tables; i++) {
            int from = measures.size() * i / tables;
            int to = measures.size() * (i + 1) / tables;
            new ResultsTable(digest).write(html, measures.subList(from, to), caption);
        }
    }

    private void claims() {
        if (!digest.claims().isEmpty()) {
            section("Claims");
            html.leaf("p", "Verdicts hold for " + experiment.dataset() + ", seed " + experiment.seed() + ", "
                    + digest.trials() + (digest.trials() == 1 ? " trial." : " trials.")
                    + " Effect: mean ± standard error, the interval below it. Size: the effect in standard deviations of the"
                    + " paired difference. Wins: trials with a difference of the claimed sign. Corrected: whether the verdict"
                    + " remains when all claims of a table are judged together (Holm), so that the chance of any wrong verdict"
                    + " in it is 5 %.");
            digest.families().forEach((family, claims) -> {
                if (!family.isEmpty()) {
                    html.leaf("h3", family);
                }
                ClaimsTable.write(html, claims,
                        "Judged by the 95 % interval (Student) of the paired difference over trials.");
            });
            html.close();
        }
    }

    private void rates() {
        List<RateChoice> rates = digest.results().rates();
        if (rates.isEmpty()) {
            return;
        }
        section("Rates");
        HtmlTable table = new HtmlTable(html, "words", "Chosen in preliminary trials on training data, by "
                + rates.get(0).measure() + ".").words("recipe").numbers("rate").words("best in each trial", "means by rate", "")
                .body();
        for (RateChoice choice : rates) {
            List<String> means = new ArrayList<>();
            choice.means().forEach((rate, mean) -> means.add(rate + ": " + NumberText.significant(mean, 5)));
            table.row(choice.label()).number(choice.rate().orElse(NumberText.NONE))
                    .cell(String.join(", ", choice.bestByTrial())).cell(String.join("; ", means))
                    .cell(choice.rate().isEmpty() ? "every rate failed; the setting was not changed" : choice.isAtEdge()
                            ? "at the edge of the candidates: a better one may lie beyond" : "")
                    .endRow();
        }
        table.end();
        html.close();
    }

    private void failures() {
        List<Contender> failed = digest.contenders().stream().filter(any -> !any.failures().isEmpty()).toList();
        if (failed.isEmpty()) {
            return;
        }
        section("Failures");
        HtmlTable table =
                new HtmlTable(html, "words", "Recipes that produced no model. Failed trials are excluded from all means.")
                        .words("recipe").numbers("failed").words("reason").body();
        for (Contender contender : failed) {
            int trials = contender.successes() + contender.failures().values().stream().mapToInt(Integer::intValue).sum();
            contender.failures().forEach((reason, count) -> table.row(contender.label())
                    .number(count + " of " + trials).cell(reason).endRow());
        }
        table.end();
        html.close();
    }

    private void unmeasured() {
        List<Contender> lacking = digest.contenders().stream().filter(any -> !any.unmeasured().isEmpty()).toList();
        if (lacking.isEmpty()) {
            return;
        }
        section("Metrics that failed");
        HtmlTable table = new HtmlTable(html, "words", "Metrics that failed on models that were learned.")
                .words("recipe", "metric").numbers("failed").words("reason").body();
        for (Contender contender : lacking) {
            contender.unmeasured().forEach((metric, failed) -> failed.forEach((reason, count) -> table
                    .row(contender.label()).cell(metric).number(count + " of " + contender.successes()).cell(reason)
                    .endRow()));
        }
        table.end();
        html.close();
    }

    private void counters() {
        if (digest.contenders().stream().allMatch(contender -> contender.counters().isEmpty())) {
            return;
        }
        section("Counted");
        HtmlTable table =
                new HtmlTable(html, "words", "Events counted by learners, refiners and filters.").words("recipe", "what")
                        .numbers("total", "per trial", "trials with any").body();
        for (Contender contender : digest.contenders()) {
            contender.counters().forEach(counter -> table.row(contender.label()).cell(counter.name())
                    .number(Long.toString(counter.count()))
                    .number(NumberText.significant((double) counter.count() / contender.successes(), 3))
                    .number(counter.trials() + " of " + contender.successes()).endRow());
        }
        table.end();
        html.close();
    }

    private void times() {
        List<Contender> timed = digest.contenders().stream().filter(any -> any.lastSeconds().isPresent()).toList();
        if (timed.isEmpty()) {
            return;
        }
        section("Times");
        HtmlTable table = new HtmlTable(html, "words", "Seconds, mean ± standard error over trials, without the time of"
                + " metrics. A stage that several recipes share was computed once and counts in each of them.");
        table.words("recipe").numbers("all stages", "last stage", "iterations", "last stage, per iteration").body();
        for (Contender contender : timed) {
            double iterations = contender.lastIterations().mean();
            TimeRow last = contender.lastSeconds().orElseThrow();
            table.row(contender.label())
                    .number(seconds(contender.wholeSeconds().mean(), contender.wholeSeconds().standardError()))
                    .number(seconds(last.seconds(), last.stderr().orElse(Double.NaN)));
            if (iterations > 0) {
                table.number(NumberText.significant(iterations, 3).replaceFirst("\\.0+$", ""))
                        .number(NumberText.significant(last.seconds() / iterations, 3));
            } else {
                table.number(NumberText.NONE).number(NumberText.NONE);
            }
            table.endRow();
        }
        table.end();
        html.close();
    }

    private static String seconds(double mean, double stderr) {
        return NumberText.plusMinus(mean, stderr, NumberText.decimals(mean, 3));
    }

    private void others() {
        List<String> first = MeasureTitle.main(digest);
        List<String> others = digest.measures().keySet().stream().filter(name -> !first.contains(name)).toList();
        if (!others.isEmpty()) {
            figures("Other measures", "small", figures.others());
            html.open("section");
            tables(others);
            html.close();
        }
    }

    private void experiment() {
        section("The experiment");
        HtmlTable table = new HtmlTable(html, "words", "All settings.").words("what", "value").body();
        table.row("name").cell(experiment.name()).endRow();
        table.row("data set").cell(experiment.dataset().toString()).endRow();
        String metrics = String.join(", ", experiment.metrics().stream().map(Stage::toString).toList());
        table.row("metrics").cell(metrics).endRow();
        table.row("trials").cell(Integer.toString(experiment.trials())).endRow();
        table.row("seed").cell(Long.toString(experiment.seed())).endRow();
        String every = experiment.every() == 1 ? "iteration" : experiment.every() + " iterations";
        table.row("measured every").cell(every).endRow();
        table.end();
        HtmlTable recipes = new HtmlTable(html, "words", "The recipes as typed.").words("recipe", "stages").body();
        for (Recipe recipe : experiment.recipes()) {
            recipes.row(recipe.label()).cell(recipe.text()).endRow();
        }
        recipes.end();
        html.close();
    }

    private void provenance() {
        Map<String, String> provenance = digest.results().provenance();
        if (!provenance.isEmpty()) {
            section("Provenance");
            HtmlTable table = new HtmlTable(html, "words", "Further information for repeating the run.");
            table.words("what", "value").body();
            provenance.forEach((name, value) -> table.row(name).cell(value).endRow());
            table.end();
            html.close();
        }
    }

    /** A page up to the title in its header; the caller closes header, main, body and html. */
    static Markup begun(String title) {
        Markup html = new Markup().raw("<!DOCTYPE html>\n").open("html", "lang", "en").open("head");
        html.empty("meta", "charset", "utf-8");
        html.empty("meta", "name", "viewport", "content", "width=device-width, initial-scale=1");
        html.leaf("title", title);
        html.open("style").raw(styles()).close().close().open("body").open("main");
        return html.open("header").leaf("h1", title);
    }

    /** The style sheet of pages and of the figures on them. */
    private static String styles() {
        try (InputStream in = ReportPage.class.getResourceAsStream("page.css")) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8) + Drawing.styles();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
