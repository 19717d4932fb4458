package psr.eval.report.page;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

import psr.api.eval.Measure;
import psr.api.eval.Measure.Better;
import psr.api.lab.SummaryRow;
import psr.eval.report.drawing.Drawing;
import psr.eval.report.drawing.FigureText;
import psr.eval.report.drawing.HeatMap;
import psr.eval.report.drawing.Layout;
import psr.eval.report.drawing.LineStyle;
import psr.eval.report.drawing.NumberText;
import psr.eval.report.drawing.SettingChart;
import psr.eval.report.statistics.Contender;
import psr.eval.report.statistics.Digest;
import psr.eval.report.statistics.SweptRecipes;

/** The figures of recipes that differ in settings: the measure against each number, heat maps of two, and the time against the measure. */
final class SweepFigures {

    private static final int FEWEST_VALUES = 2;
    private static final int MOST_LINES = 11;

    private final Digest digest;
    private final UnaryOperator<String> file;
    private final Map<String, Contender> contenders;
    private final List<ReportFigures.Figure> figures = new ArrayList<>();

    private SweepFigures(Digest digest, UnaryOperator<String> file) {
        this.digest = digest;
        this.file = file;
        this.contenders = digest.contenders().stream().collect(Collectors.toMap(Contender::label, each -> each));
    }

    /**
     * The figures; empty without a sweep.
     *
     * @param file makes a file name unique
     */
    static List<ReportFigures.Figure> of(Digest digest, UnaryOperator<String> file) {
        SweepFigures made = new SweepFigures(digest, file);
        List<SweptRecipes> sweeps = SweptRecipes.of(digest.results().experiment().recipes());
        List<String> measures = MeasureTitle.main(digest).stream()
                .filter(measure -> digest.measures().get(measure).better() != Better.NEITHER).toList();
        for (SweptRecipes sweep : sweeps) {
            for (String measure : measures) {
                List<String> numbers = sweep.numbers(FEWEST_VALUES);
                numbers.forEach(setting -> made.setting(sweep, setting, measure));
                if (numbers.size() == 2 && sweep.settings().size() == 2) {
                    made.heatMap(sweep, numbers.get(0), numbers.get(1), measure);
                }
            }
        }
        if (!sweeps.isEmpty() && !measures.isEmpty()) {
            made.times(measures.get(0));
        }
        return made.figures;
    }

    private Optional<SummaryRow> last(SweptRecipes.Point point, String measure) {
        return contenders.get(point.label()).last(measure);
    }

    private boolean low(String measure) {
        return digest.measures().get(measure).better() == Better.LOWER;
    }

    private void setting(SweptRecipes sweep, String setting, String measure) {
        Map<String, List<SettingChart.Point>> byRest = new LinkedHashMap<>();
        sweep.points().stream().sorted(Comparator.comparingDouble(point -> point.number(setting).getAsDouble()))
                .forEach(point -> last(point, measure).ifPresent(row -> byRest
                        .computeIfAbsent(point.without(List.of(setting)), any -> new ArrayList<>())
                        .add(new SettingChart.Point(point.number(setting).getAsDouble(), row.mean(), row.stderr().orElse(0),
                                ""))));
        List<Map.Entry<String, List<SettingChart.Point>>> chosen = byRest.entrySet().stream()
                .sorted(Comparator.comparingDouble(entry -> best(entry.getValue(), low(measure)))).limit(MOST_LINES).toList();
        List<SettingChart.Line> lines = new ArrayList<>();
        byRest.forEach((rest, points) -> {
            if (chosen.stream().anyMatch(entry -> entry.getKey().equals(rest))) {
                lines.add(new SettingChart.Line(rest, LineStyle.of(lines.size()), points, true));
            }
        });
        if (lines.isEmpty()) {
            return;
        }
        Measure meaning = digest.measures().get(measure);
        MeasureTitle title = MeasureTitle.of(measure, meaning);
        String caption = title.title() + " against " + setting + "; bars: one standard error"
                + (byRest.size() > lines.size() ? "; the best " + lines.size() + " of " + byRest.size() + " lines" : "");
        FigureText text = new FigureText(title.title() + " against " + setting, MeasureTitle.direction(meaning), title.axis(),
                caption + ". "
                        + lines.stream().map(line -> line.label() + ": " + line.points().stream().map(point -> setting + " "
                                + NumberText.significant(point.x(), 3) + ", " + NumberText.significant(point.mean(), 4))
                                .collect(Collectors.joining("; "))).collect(Collectors.joining(". ")));
        add(measure + "-by-" + setting, caption, layout -> new SettingChart(text, lines, sweep.isLogarithmic(setting),
                sweep.values(setting), setting, layout));
    }

    private static double best(List<SettingChart.Point> points, boolean low) {
        return points.stream().mapToDouble(point -> low ? point.mean() : -point.mean()).min().orElse(Double.POSITIVE_INFINITY);
    }

    private void heatMap(SweptRecipes sweep, String across, String up, String measure) {
        double[] columns = sweep.values(across);
        double[] rows = sweep.values(up);
        List<List<OptionalDouble>> means = new ArrayList<>();
        boolean any = false;
        for (double row : rows) {
            List<OptionalDouble> line = new ArrayList<>();
            for (double column : columns) {
                OptionalDouble mean = sweep.at(across, column, up, row).flatMap(point -> last(point, measure))
                        .map(each -> OptionalDouble.of(each.mean())).orElse(OptionalDouble.empty());
                any |= mean.isPresent();
                line.add(mean);
            }
            means.add(line);
        }
        if (!any) {
            return;
        }
        Measure meaning = digest.measures().get(measure);
        MeasureTitle title = MeasureTitle.of(measure, meaning);
        String caption = title.title() + " for each " + across + " and " + up + "; darker is better, the best has a frame";
        FigureText text = new FigureText(title.title(), MeasureTitle.direction(meaning), title.axis(), caption);
        add(measure + "-by-" + across + "-and-" + up, caption, layout -> new HeatMap(text,
                new HeatMap.Axis(across, labels(columns)), new HeatMap.Axis(up, labels(rows)), means, low(measure), layout));
    }

    private static List<String> labels(double[] values) {
        return Arrays.stream(values).mapToObj(value -> NumberText.significant(value, 3).replaceFirst("(\\.\\d*?)0+$", "$1")
                .replaceFirst("\\.$", "")).toList();
    }

    private record TimedRecipe(String label, double seconds, SummaryRow row) {}

    /** Which recipes are worth their time: no other is both faster and better. */
    private void times(String measure) {
        List<TimedRecipe> timed = new ArrayList<>();
        for (Contender contender : digest.contenders()) {
            double seconds = contender.wholeSeconds().mean();
            if (!contender.oracle() && seconds > 0) {
                contender.last(measure).ifPresent(row -> timed.add(new TimedRecipe(contender.label(), seconds, row)));
            }
        }
        timed.sort(Comparator.comparingDouble(TimedRecipe::seconds));
        List<SettingChart.Point> front = new ArrayList<>();
        List<SettingChart.Point> others = new ArrayList<>();
        List<String> names = new ArrayList<>();
        double best = Double.POSITIVE_INFINITY;
        for (TimedRecipe each : timed) {
            double cost = low(measure) ? each.row.mean() : -each.row.mean();
            boolean better = cost < best;
            best = Math.min(best, cost);
            if (better) {
                names.add((names.size() + 1) + " " + each.label);
            }
            (better ? front : others).add(new SettingChart.Point(each.seconds, each.row.mean(), each.row.stderr().orElse(0),
                    better ? Integer.toString(names.size()) : ""));
        }
        if (timed.size() < 3) {
            return;
        }
        List<SettingChart.Line> lines =
                new ArrayList<>(List.of(new SettingChart.Line("no other is faster and better", LineStyle.of(0),
                        front, true)));
        if (!others.isEmpty()) {
            lines.add(new SettingChart.Line("other recipes", LineStyle.of(6), others, false));
        }
        MeasureTitle title = MeasureTitle.of(measure, digest.measures().get(measure));
        String caption = title.title() + " against the seconds of training. No other recipe is faster and better than: "
                + String.join("; ", names);
        FigureText text = new FigureText(title.title() + " against time", MeasureTitle.direction(digest.measures().get(measure)),
                title.axis(), caption);
        double[] ticks = decades(timed.get(0).seconds, timed.get(timed.size() - 1).seconds);
        add(measure + "-by-time", caption, layout -> new SettingChart(text, lines, true, ticks, "seconds of training", layout));
    }

    /** 1, 2 and 5 times the powers of ten in a range. */
    private static double[] decades(double low, double high) {
        List<Double> ticks = new ArrayList<>();
        for (int power = (int) Math.floor(Math.log10(low)); power <= Math.log10(high); power++) {
            for (int factor : new int[] {1, 2, 5}) {
                double tick = factor * Math.pow(10, power);
                if (tick >= low && tick <= high) {
                    ticks.add(tick);
                }
            }
        }
        return ticks.stream().mapToDouble(Double::doubleValue).toArray();
    }

    private void add(String name, String caption, Function<Layout, Drawing> drawing) {
        figures.add(
                new ReportFigures.Figure(file.apply(name), caption, drawing.apply(Layout.WIDE), drawing.apply(Layout.NARROW)));
    }
}
