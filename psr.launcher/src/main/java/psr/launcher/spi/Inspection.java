package psr.launcher.spi;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import psr.api.data.Alphabet;
import psr.api.data.Channels;
import psr.api.data.Space;
import psr.api.data.Symbols;
import psr.api.lab.Catalog;
import psr.api.lab.Laboratory;
import psr.api.lab.LearnedModel;
import psr.api.lab.ModelDescription;
import psr.api.lab.Sampler;
import psr.api.lab.Stage;
import psr.api.learn.SeededRun;
import psr.api.model.Model;
import psr.api.model.Repair;
import psr.api.model.SingularValues;
import psr.api.model.VectorFilter;
import psr.api.report.Inspector;
import psr.api.source.Dataset;

/** Describes models: kind, alphabet, sizes, the lines of inspectors, and how well a model predicts itself. Immutable. */
public final class Inspection {

    /** The number and length of the sequences sampled from the model, on which it is measured. */
    private static final int SEQUENCES = 50;
    private static final int LENGTH = 100;
    private static final int SHOWN = 20;

    /** Distances of forecasts, and the most channels whose covariances are computed. */
    private static final int[] AHEAD = {1, 5, 10};
    private static final int WIDEST = 1_000;

    private final Catalog catalog;
    private final Laboratory laboratory;
    private final List<Inspector> inspectors;

    public Inspection(Catalog catalog, Laboratory laboratory, List<Inspector> inspectors) {
        this.catalog = Objects.requireNonNull(catalog, "catalog");
        this.laboratory = Objects.requireNonNull(laboratory, "laboratory");
        this.inspectors = List.copyOf(inspectors);
    }

    /**
     * The description of a model, in lines of text.
     *
     * @param kind kind, recipe and alphabet
     * @param sizes of its arrays, and the singular values of its start
     * @param findings of inspectors and metrics
     * @param origin provenance and notation
     */
    public record Sections(List<String> kind, List<String> sizes, List<String> findings, List<String> origin) {

        /** All lines. */
        public List<String> lines() {
            return Stream.of(kind, sizes, findings, origin).flatMap(List::stream).toList();
        }
    }

    /**
     * Describes a model.
     *
     * @param description the description in its file
     */
    public Sections of(LearnedModel model, ModelDescription description) {
        List<String> kind = new ArrayList<>();
        kind.add("a model of kind " + description.kind() + (model.recipe().isEmpty() ? "" : ", made by " + model.recipe()));
        kind.add(space(model.model().space()));
        model.model().inputs().ifPresent(inputs -> kind.add("inputs: " + space(inputs)));
        List<String> sizes = new ArrayList<>();
        sizes.add("numbers: " + sizes(description.shapes()));
        model.singularValues().ifPresent(singularValues -> sizes.add(seen(singularValues)));
        List<String> findings = new ArrayList<>();
        for (Inspector inspector : inspectors) {
            try {
                findings.addAll(inspector.inspect(model.model()));
            } catch (RuntimeException | LinkageError e) {
                findings.add("an inspector failed: " + e);
            }
        }
        findings.addAll(health(model.model()));
        List<String> origin = new ArrayList<>();
        model.provenance().forEach((name, value) -> origin.add(name + ": " + value));
        model.notation()
                .ifPresent(notation -> notation.words().forEach((word, value) -> origin.add("notation." + word + ": " + value)));
        if (model.provenance().isEmpty()) {
            origin.add("the file does not say where it is from");
        }
        return new Sections(kind, sizes, findings, origin);
    }

    private static String space(Space space) {
        return space instanceof Alphabet alphabet ? "alphabet: " + alphabet(alphabet) : space.toString();
    }

    /** The deviation of the error of forecasts of each channel, as far as the model knows it before the first row. */
    private static List<String> errors(VectorFilter filter, Channels channels) {
        int d = channels.size();
        if (d > WIDEST) {
            return List.of();
        }
        double[][] covariances = new double[AHEAD.length][d * d];
        for (int k = 0; k < AHEAD.length; k++) {
            if (!filter.covariance(AHEAD[k], covariances[k])) {
                return List.of("forecasts have no intervals: the model does not know the size of its errors");
            }
        }
        List<String> lines = new ArrayList<>();
        for (int c = 0; c < Math.min(SHOWN, d); c++) {
            int at = c * d + c;
            String unit = channels.unit(c).isEmpty() ? "" : " " + channels.unit(c);
            lines.add("standard error of " + channels.names().get(c) + ", 1, 5 and 10 rows ahead: " + Arrays.stream(covariances)
                    .map(covariance -> String.format(Locale.ROOT, "%.4g", Math.sqrt(covariance[at])))
                    .collect(Collectors.joining(", ")) + unit);
        }
        return lines;
    }

    private static String alphabet(Alphabet alphabet) {
        List<String> names = alphabet.names();
        return alphabet.size() + " symbols" + (alphabet.end().isPresent()
                ? ", of which " + alphabet.name(alphabet.end().getAsInt()) + " ends a sequence" : ", without an end") + ": "
                + String.join(", ", names.subList(0, Math.min(SHOWN, names.size()))) + (names.size() > SHOWN ? ", …" : "");
    }

    private static String sizes(Map<String, int[]> shapes) {
        long all = shapes.values().stream().mapToLong(shape -> Arrays.stream(shape).asLongStream()
                .reduce(1, (a, b) -> a * b)).sum();
        return all + " in all: " + shapes.entrySet().stream().map(each -> each.getKey() + " "
                + Arrays.stream(each.getValue()).mapToObj(Integer::toString).collect(Collectors.joining("×")))
                .collect(Collectors.joining(", "));
    }

    /** Shows the used singular values and the first unused one, so that a gap between them is visible. */
    private static String seen(SingularValues singularValues) {
        double[] values = singularValues.values();
        int shown = Math.min(SHOWN, Math.min(values.length, singularValues.rank() + 1));
        return "rank " + singularValues.rank() + " of " + values.length + " singular values seen: "
                + Arrays.stream(values).limit(shown)
                        .mapToObj(value -> String.format(Locale.ROOT, "%.3g", value)).collect(Collectors.joining(", "))
                + (shown < values.length ? ", …" : "");
    }

    private List<String> health(Model model) {
        if (model.space() instanceof Channels channels) {
            return errors(VectorFilter.of(model), channels);
        }
        if (model.inputs().isPresent()) {
            // There are no inputs to draw sequences with.
            return List.of();
        }
        List<Stage> metrics = ModelQuality.metrics(catalog, Space.Kind.SYMBOLS);
        if (metrics.isEmpty()) {
            return List.of();
        }
        Sampler sampler = new Sampler(model, Repair.ABSOLUTE, new SplittableRandom(SeededRun.derive(1, "inspect")));
        Alphabet alphabet = model.space().as(Alphabet.class);
        Symbols.Builder closed = new Symbols.Builder();
        // Ends sequences that were cut: with such an alphabet, all sequences must have an end.
        for (int i = 0; i < SEQUENCES; i++) {
            int[] sequence = sampler.draw(LENGTH);
            alphabet.end().ifPresent(end -> sequence[sequence.length - 1] = end);
            closed.add(sequence);
        }
        Symbols own = closed.build(alphabet);
        Dataset data = Dataset.builder(own).test(own).origin("drawn from the model").build();
        return ModelQuality.of(laboratory.measure(model, data, metrics), "on " + own.extent() + " drawn from itself");
    }
}
