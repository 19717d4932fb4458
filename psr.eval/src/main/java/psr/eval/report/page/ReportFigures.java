package psr.eval.report.page;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;

import psr.api.eval.Measure;
import psr.api.eval.Measure.Better;
import psr.api.lab.SummaryRow;
import psr.eval.report.drawing.ChartLine;
import psr.eval.report.drawing.ChartLine.Dot;
import psr.eval.report.drawing.CurveChart;
import psr.eval.report.drawing.DotPlot;
import psr.eval.report.drawing.Drawing;
import psr.eval.report.drawing.FigureText;
import psr.eval.report.drawing.Layout;
import psr.eval.report.drawing.Legend;
import psr.eval.report.drawing.LineStyle;
import psr.eval.report.drawing.Markup;
import psr.eval.report.drawing.NumberText;
import psr.eval.report.statistics.Contender;
import psr.eval.report.statistics.Digest;

/**
 * All figures of a report: for each measure the means and, beside them, the paired differences to the baseline, whose
 * bands exclude the variation between trials that all recipes share.
 */
public final class ReportFigures {

    /** More lines than this are not distinguishable in one figure. */
    static final int MOST_LINES = LineStyle.DISTINCT;

    private static final List<String> NOTES = List.of("Line: mean over trials. Band: one standard error on either side.",
            "A point with a bar: does not iterate.", "A trial that stopped early counts with its last value.",
            "Arrow: the line leaves the plot; its value is in its label.");

    /**
     * A figure.
     *
     * @param file its name in the folder of figures
     * @param caption a description; may be empty
     * @param wide for pages and papers
     * @param narrow for telephones
     */
    public record Figure(String file, String caption, Drawing wide, Drawing narrow) {

        /** Writes it into a page, for wide and for narrow screens. */
        void write(Markup html) {
            String id = file.replace('.', '-');
            html.open("figure");
            html.open("div", "class", "broad").raw(wide.svgPart(id)).close();
            html.open("div", "class", "slim").raw(narrow.svgPart(id + "-narrow")).close();
            if (!caption.isEmpty()) {
                html.leaf("figcaption", caption);
            }
            html.close();
        }
    }

    /** The content of one figure. */
    private record FigurePlan(String measure, Optional<Horizon> horizon, boolean differences, List<Contender> shown,
            Map<Contender, List<Dot>> dots) {

        boolean iterates() {
            return dots.values().stream().anyMatch(points -> points.size() > 1);
        }
    }

    private final Digest digest;
    private final List<Figure> main = new ArrayList<>();
    private final List<Figure> others = new ArrayList<>();
    private final Set<String> files = new HashSet<>();
    private final Map<Contender, LineStyle> styles = new HashMap<>();
    private final Map<Layout, Map<Contender, String>> names = new HashMap<>();
    private final Map<Layout, Double> labels = new HashMap<>();

    /** Plans the figures; draws none. */
    public ReportFigures(Digest digest) {
        this.digest = digest;
        List<Contender> contenders = digest.contenders();
        for (int i = 0; i < contenders.size(); i++) {
            styles.put(contenders.get(i), contenders.get(i).oracle() ? LineStyle.oracle() : LineStyle.of(i));
        }
        for (Layout layout : Layout.values()) {
            names.put(layout, names(contenders, layout));
        }
        String legend = fileFor("legend");
        List<FigurePlan> plans = new ArrayList<>();
        List<Horizon> horizons = Horizon.among(digest.measures());
        Set<String> later = new HashSet<>();
        horizons.forEach(horizon -> later.addAll(horizon.later()));
        for (String measure : digest.measures().keySet()) {
            if (later.contains(measure)) {
                continue;
            }
            List<Contender> shown = shown(measure);
            List<Contender> compared = shown.stream().filter(any -> !any.label().equals(digest.baseline())).toList();
            Optional<Horizon> horizon = horizons.stream().filter(any -> any.first().equals(measure)).findFirst();
            horizon.ifPresent(any -> {
                plan(any, false, shown, plans);
                plan(any, true, compared, plans);
            });
            plan(measure, false, shown, plans);
            plan(measure, true, compared, plans);
        }
        for (Layout layout : Layout.values()) {
            labels.put(layout, plans.stream().filter(FigurePlan::iterates)
                    .mapToDouble(plan -> CurveChart.labels(lines(plan, layout), plan.differences, layout)).max().orElse(0));
        }
        main.addAll(SweepFigures.of(digest, this::fileFor));
        Set<String> first = new LinkedHashSet<>(MeasureTitle.main(digest));
        for (String measure : first) {
            plans.stream().filter(plan -> plan.measure.equals(measure)).forEach(plan -> main.add(figure(plan)));
        }
        plans.stream().filter(plan -> !first.contains(plan.measure)).forEach(plan -> others.add(figure(plan)));
        if (plans.stream().anyMatch(FigurePlan::iterates)) {
            main.add(legend(legend, plans));
        }
    }

    /**
     * The figures of the main measures, with the legend last; without curves there is no legend, because every row has
     * its name.
     */
    List<Figure> main() {
        return main;
    }

    /** The figures of all other measures. */
    List<Figure> others() {
        return others;
    }

    /** All of them. */
    public List<Figure> all() {
        return Stream.concat(main.stream(), others.stream()).toList();
    }

    /** A sentence about recipes that the figures omit; empty if they show all. */
    String leftOut() {
        int recipes = digest.results().experiment().recipes().size();
        return recipes <= MOST_LINES ? "" : "Of " + recipes + " recipes each figure shows the " + MOST_LINES
                + " that are best by its measure, '" + digest.baseline() + "' among them; the tables show all.";
    }

    /**
     * The contenders that were measured, in the order of the experiment; if there are too many, the baseline and the best
     * ones.
     */
    private List<Contender> shown(String measure) {
        List<Contender> measured = digest.contenders().stream().filter(any -> any.last(measure).isPresent()).toList();
        List<Contender> byRank = new ArrayList<>(measured);
        byRank.removeIf(Contender::oracle);
        if (byRank.size() <= MOST_LINES) {
            return measured;
        }
        Better better = digest.measures().get(measure).better();
        double sign = better == Better.HIGHER ? -1 : better == Better.LOWER ? 1 : 0;
        byRank.sort(Comparator.comparing((Contender any) -> !any.label().equals(digest.baseline()))
                .thenComparingDouble(any -> sign * any.last(measure).orElseThrow().mean()));
        Set<Contender> chosen = new HashSet<>(byRank.subList(0, MOST_LINES));
        return measured.stream().filter(any -> any.oracle() || chosen.contains(any)).toList();
    }

    private static void plan(String measure, boolean differences, List<Contender> shown, List<FigurePlan> plans) {
        Map<Contender, List<Dot>> dots = new LinkedHashMap<>();
        for (Contender contender : shown) {
            List<Dot> points = dots(differences ? contender.differences(measure) : contender.curve(measure));
            if (!points.isEmpty()) {
                dots.put(contender, points);
            }
        }
        if (!dots.isEmpty()) {
            plans.add(new FigurePlan(measure, Optional.empty(), differences, List.copyOf(dots.keySet()), dots));
        }
    }

    /** Plans one figure of a measure at several distances, instead of one for each. */
    private static void plan(Horizon horizon, boolean differences, List<Contender> shown, List<FigurePlan> plans) {
        Map<Contender, List<Dot>> dots = new LinkedHashMap<>();
        for (Contender contender : shown) {
            List<Dot> points = new ArrayList<>();
            for (int k = 1; k <= horizon.measures().size(); k++) {
                String measure = horizon.measures().get(k - 1);
                Optional<SummaryRow> row = differences ? contender.difference(measure) : contender.last(measure);
                if (row.isPresent()) {
                    points.add(new Dot(k, row.get().mean(), row.get().stderr().orElse(Double.NaN)));
                }
            }
            if (points.size() > 1) {
                dots.put(contender, points);
            }
        }
        if (!dots.isEmpty()) {
            plans.add(new FigurePlan(horizon.first(), Optional.of(horizon), differences, List.copyOf(dots.keySet()), dots));
        }
    }

    private static List<Dot> dots(List<SummaryRow> curve) {
        return curve.stream().map(row -> new Dot(row.iteration(), row.mean(), row.stderr().orElse(Double.NaN))).toList();
    }

    private List<ChartLine> lines(FigurePlan plan, Layout layout) {
        return plan.shown.stream().map(any -> new ChartLine(names.get(layout).get(any), styles.get(any), plan.dots.get(any),
                digest.best(plan.measure).contains(any), digest.startsLikeBaseline(any))).toList();
    }

    private Figure figure(FigurePlan plan) {
        Measure measure = digest.measures().get(plan.measure);
        MeasureTitle title = plan.horizon.map(horizon -> horizon.title(measure))
                .orElseGet(() -> MeasureTitle.of(plan.measure, measure));
        String less = title.title() + " minus " + digest.baseline();
        String caption = plan.differences ? less + ", in the same trial" : title.words();
        FigureText text = new FigureText(plan.differences ? less : title.title(), MeasureTitle.direction(measure),
                plan.differences ? "difference in " + title.axis() : title.axis(), description(caption, plan));
        String name = plan.horizon.map(horizon -> horizon.name() + "-ahead").orElse(plan.measure);
        String file = fileFor(plan.differences ? name + "-difference" : name);
        return new Figure(file, caption, drawing(text, plan, Layout.WIDE), drawing(text, plan, Layout.NARROW));
    }

    private Drawing drawing(FigureText text, FigurePlan plan, Layout layout) {
        List<ChartLine> lines = lines(plan, layout);
        if (plan.horizon.isPresent()) {
            return new CurveChart(text, lines, plan.differences, layout, labels.get(layout), Horizon.AXIS, 1);
        }
        return plan.iterates() ? new CurveChart(text, lines, plan.differences, layout, labels.get(layout))
                : new DotPlot(text, lines, plan.differences, layout);
    }

    private Figure legend(String file, List<FigurePlan> plans) {
        Set<Contender> drawn = new HashSet<>();
        plans.forEach(plan -> drawn.addAll(plan.shown));
        List<Contender> listed = digest.contenders().stream().filter(drawn::contains).toList();
        FigureText text = new FigureText("Legend", "", "",
                "Lines: " + String.join(", ", listed.stream().map(Contender::label).toList()));
        Function<Layout, Drawing> drawing = layout -> new Legend(text, listed.stream().map(any -> new ChartLine(
                names.get(layout).get(any), styles.get(any), List.of(), false, false)).toList(), NOTES, layout);
        return new Figure(file, "", drawing.apply(Layout.WIDE), drawing.apply(Layout.NARROW));
    }

    /** The labels; numbered if some would look the same after shortening. */
    private static Map<Contender, String> names(List<Contender> contenders, Layout layout) {
        boolean distinct = contenders.stream().map(any -> layout.shortened(any.label())).distinct()
                .count() == contenders.size();
        Map<Contender, String> names = new HashMap<>();
        for (int i = 0; i < contenders.size(); i++) {
            String label = contenders.get(i).label();
            names.put(contenders.get(i), distinct ? label : (i + 1) + " " + label);
        }
        return names;
    }

    /** The text alternative of the figure. */
    private static String description(String caption, FigurePlan plan) {
        StringBuilder text = new StringBuilder(caption).append(plan.horizon.isPresent() ? ", against " + Horizon.AXIS + "."
                : plan.iterates() ? ", against iterations." : ".");
        plan.dots.forEach((contender, dots) -> {
            text.append(' ').append(contender.label()).append(": ");
            if (dots.size() > 1) {
                text.append("from ").append(NumberText.significant(dots.get(0).mean(), 4)).append(" to ");
            }
            text.append(NumberText.significant(dots.get(dots.size() - 1).mean(), 4)).append('.');
        });
        return text.toString();
    }

    /** A name that is valid in every file system and unique among the figures. */
    private String fileFor(String name) {
        String plain = name.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9.-]+", "-").replaceFirst("^[.-]+", "");
        String file = plain.isEmpty() ? "figure" : plain;
        for (int i = 2; !files.add(file); i++) {
            file = plain + "-" + i;
        }
        return file;
    }
}
