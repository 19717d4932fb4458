package psr.launcher.use;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

import psr.api.lab.Experiment;
import psr.api.lab.Recipe;
import psr.api.lab.Stage;
import psr.api.lab.TrialResult;
import psr.launcher.lab.Lab;
import psr.launcher.lab.Running;
import psr.launcher.lab.Scope;
import psr.launcher.lab.TrialObserver;
import psr.launcher.shell.Arguments;
import psr.launcher.shell.CommandFailedException;
import psr.launcher.shell.Streams;
import psr.launcher.shell.Table;

/** {@code evaluate}: compares recipes on a data set by cross-validation. */
final class EvaluateCommand {

    static final List<String> HELP = List.of(
            "evaluate DATASET RECIPE… [--folds K] [--seed N] [--metrics a,b] [--threads N] [--limit SECONDS]",
            "",
            "Says what to expect of new data: divides all sequences, training and test part together, into K parts; learns",
            "from all but one and measures on that one, K times. Every recipe has the same parts, so their differences are",
            "taken part by part.",
            "",
            "  --folds    K, at least 2 (5)",
            "  --seed     decides the parts, and all other randomness (1)",
            "  --metrics  what to measure (perplexity,ospa)",
            "  --threads  folds at once; changes no number (all processors)",
            "  --limit    a stage that takes longer, in seconds, fails");
    private static final List<String> OPTIONS = List.of("folds", "seed", "metrics", "threads", "limit");

    private final Lab lab;
    private final Streams streams;
    private final List<TrialResult> results = new ArrayList<>();

    EvaluateCommand(Lab lab, Streams streams) {
        this.lab = lab;
        this.streams = streams;
    }

    void run(String[] typed) {
        Arguments arguments = Arguments.parse("evaluate", typed, OPTIONS);
        List<String> words = arguments.words();
        if (words.size() < 2) {
            throw new IllegalArgumentException("evaluate needs a data set and at least one recipe, for example: evaluate"
                    + " lines:file=chords.txt 2sr ngram; found " + (words.isEmpty() ? "nothing" : "only " + words.get(0)));
        }
        int folds = (int) arguments.whole("folds", 5, 2, 10_000);
        Experiment experiment = new Experiment("evaluate", Stage.parse(words.get(0)),
                words.subList(1, words.size()).stream().map(Recipe::parse).toList(),
                Stage.parseList(arguments.text("metrics").orElse("perplexity,ospa")), folds,
                arguments.whole("seed", 1, Long.MIN_VALUE, Long.MAX_VALUE), Integer.MAX_VALUE);
        int threads = (int) arguments.whole("threads", Runtime.getRuntime().availableProcessors(), 1, 1024);
        Running running = lab.prepare(experiment).start(threads, TrialObserver.of((result, done, total) -> {
            results.add(result);
            streams.err().println(done + "/" + total + ": fold " + (result.trial() + 1) + ", " + result.recipe()
                    + result.failure().map(reason -> " failed: " + reason).orElse(""));
            streams.err().flush();
        }), Scope.folds().within(arguments.limit()));
        Waiting.until(running, streams);
        results.sort(Comparator.comparingInt(TrialResult::trial));
        report(running);
    }

    private void report(Running running) {
        List<String> columns = List.copyOf(running.measures().keySet());
        List<String> labels = new ArrayList<>(running.experiment().recipes().stream().map(Recipe::label).toList());
        if (results.stream().anyMatch(result -> result.recipe().equals(Experiment.ORACLE))) {
            labels.add(Experiment.ORACLE);
        }
        Map<String, Map<Integer, Map<String, Double>>> values = new LinkedHashMap<>();
        Map<String, String> failures = new LinkedHashMap<>();
        for (String label : labels) {
            Map<Integer, Map<String, Double>> folds = new LinkedHashMap<>();
            for (TrialResult result : results) {
                if (result.recipe().equals(label)) {
                    result.failure().ifPresentOrElse(reason -> failures.putIfAbsent(label, reason),
                            () -> folds.put(result.trial(), result.curve().get(result.curve().size() - 1).values()));
                }
            }
            if (!folds.isEmpty()) {
                values.put(label, folds);
            }
        }
        if (!values.isEmpty()) {
            streams.print(table(columns, values, null).lines());
            String first = values.keySet().iterator().next();
            if (values.size() > 1) {
                streams.print(List.of("", "difference from " + first + ", fold by fold:"));
                streams.print(table(columns, values, first).lines());
            }
        }
        if (!failures.isEmpty()) {
            String message = failures.entrySet().stream().map(each -> each.getKey() + ": " + each.getValue())
                    .collect(Collectors.joining("; "));
            throw running.refused().containsAll(failures.keySet()) ? new IllegalArgumentException(message)
                    : new CommandFailedException(message);
        }
    }

    /** @param reference whose values are taken off those of the others, fold by fold; null for none */
    private static Table table(List<String> columns, Map<String, Map<Integer, Map<String, Double>>> values,
            String reference) {
        List<String> headings = new ArrayList<>(List.of("recipe"));
        headings.addAll(columns);
        headings.add("folds");
        Table table = new Table(true, headings);
        values.forEach((label, folds) -> {
            if (label.equals(reference)) {
                return;
            }
            List<String> row = new ArrayList<>(List.of(label));
            for (String column : columns) {
                List<Double> found = new ArrayList<>();
                folds.forEach((fold, measured) -> {
                    Double other = reference == null ? Double.valueOf(0)
                            : values.get(reference).getOrDefault(fold, Map.of()).get(column);
                    if (measured.get(column) != null && other != null) {
                        found.add(measured.get(column) - other);
                    }
                });
                row.add(found.isEmpty() ? "–" : cell(found));
            }
            row.add(Integer.toString(folds.size()));
            table.add(row);
        });
        return table;
    }

    /** Mean ± standard error of the mean. */
    private static String cell(List<Double> values) {
        double mean = values.stream().mapToDouble(Double::doubleValue).sum() / values.size();
        double squares = 0;
        for (double value : values) {
            squares += (value - mean) * (value - mean);
        }
        return number(mean) + (values.size() == 1 ? ""
                : " ± " + number(Math.sqrt(squares / (values.size() - 1) / values.size())));
    }

    private static String number(double value) {
        double size = Math.abs(value);
        return String.format(Locale.ROOT, size == 0 || size >= 5e-5 && size < 1e5 ? "%.4f" : "%.2e", value);
    }
}
