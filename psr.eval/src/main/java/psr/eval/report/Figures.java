package psr.eval.report;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

import psr.api.eval.Measure;

/** All figures of a report. */
final class Figures {

    /**
     * A figure.
     *
     * @param measure what it shows; empty for the legend
     * @param file its name in the folder of figures
     * @param caption what it is, in words; may be empty
     * @param svg the figure itself
     */
    record Figure(String measure, String file, String caption, String svg) {}

    private final List<Figure> main = new ArrayList<>();
    private final List<Figure> others = new ArrayList<>();
    private final Set<String> files = new HashSet<>();

    Figures(Digest digest) {
        List<Contender> contenders = digest.contenders();
        List<Style> styles = new ArrayList<>();
        for (int i = 0; i < contenders.size(); i++) {
            styles.add(contenders.get(i).oracle() ? Style.oracle() : Style.of(i));
        }
        List<String> names = names(contenders.stream().map(Contender::label).toList());
        String legend = fileFor("legend");
        List<String> present = List.copyOf(digest.measures().keySet());
        List<String> first = Topic.main(present);
        Map<String, List<Line>> lines = new LinkedHashMap<>();
        first.forEach(measure -> lines.put(measure, lines(digest, measure, names, styles)));
        present.forEach(measure -> lines.computeIfAbsent(measure, any -> lines(digest, measure, names, styles)));
        lines.values().removeIf(List::isEmpty);
        double labels = lines.values().stream().filter(Figures::iterates).mapToDouble(Chart::labels).max().orElse(0);
        lines.forEach((measure, drawn) -> (first.contains(measure) ? main : others).add(
                figure(measure, digest.measures().get(measure), drawn, labels)));
        if (lines.values().stream().anyMatch(Figures::iterates)) {
            main.add(new Figure("", legend, "",
                    Legend.draw("legend", names, styles)));
        }
    }

    /** Those of the paper, the legend last; without curves there is no legend, as every row has its name. */
    List<Figure> main() {
        return main;
    }

    /** Of every other measure. */
    List<Figure> others() {
        return others;
    }

    /** The labels; with numbers before them if some would look the same when shortened. */
    private static List<String> names(List<String> labels) {
        if (labels.stream().map(EndLabels::shortened).distinct().count() == labels.size()) {
            return labels;
        }
        List<String> names = new ArrayList<>();
        for (int i = 0; i < labels.size(); i++) {
            names.add((i + 1) + " " + labels.get(i));
        }
        return names;
    }

    /** Without recipes that were never measured. */
    private static List<Line> lines(Digest digest, String name, List<String> names, List<Style> styles) {
        List<Line> lines = new ArrayList<>();
        for (int i = 0; i < styles.size(); i++) {
            Line line = Line.of(digest.contenders().get(i), name, names.get(i), styles.get(i));
            if (!line.points().isEmpty()) {
                lines.add(line);
            }
        }
        return lines;
    }

    private static boolean iterates(List<Line> lines) {
        return !lines.stream().allMatch(Line::flat);
    }

    private Figure figure(String name, Measure measure, List<Line> lines, double labels) {
        Topic topic = Topic.of(name, measure);
        String file = fileFor(name);
        String id = file.replace('.', '-');
        boolean curves = iterates(lines);
        String note = Topic.direction(measure);
        String description = description(topic, lines, curves);
        return new Figure(name, file, topic.words(), curves
                ? new Chart(lines, labels).draw(id, topic.title(), note, description)
                : new DotPlot(lines).draw(id, topic.title(), note, description));
    }

    /** What the figure shows, for those who cannot see it. */
    private static String description(Topic topic, List<Line> lines, boolean curves) {
        StringBuilder text = new StringBuilder(topic.words()).append(curves ? ", against iterations." : ".");
        for (Line line : lines) {
            text.append(' ').append(line.label()).append(": ");
            if (!line.flat()) {
                text.append("from ").append(Numbers.significant(line.first().mean(), 4)).append(" to ");
            }
            text.append(Numbers.significant(line.last().mean(), 4)).append('.');
        }
        return text.toString();
    }

    /** A name that every file system takes, and no other figure has. */
    private String fileFor(String name) {
        String plain = name.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9.-]+", "-").replaceFirst("^[.-]+", "");
        String file = plain.isEmpty() ? "figure" : plain;
        for (int i = 2; !files.add(file); i++) {
            file = plain + "-" + i;
        }
        return file;
    }
}
