package psr.shell.experiments;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

import psr.api.lab.DataPart;
import psr.api.lab.Experiment;
import psr.api.lab.Laboratory;
import psr.api.lab.Occurrence;
import psr.api.lab.Results;
import psr.api.lab.RunOptions;
import psr.api.lab.Stage;
import psr.api.lab.Submission;
import psr.api.lab.SummaryRow;
import psr.shell.command.Arguments;
import psr.shell.command.CommandFailedException;
import psr.shell.command.DatasetArgument;
import psr.shell.command.Invocation;
import psr.shell.command.Output;
import psr.shell.command.RunAwaiter;
import psr.shell.command.ShellCommand;
import psr.shell.models.SavedModels;
import psr.shell.text.Numbers;
import psr.shell.text.Table;

/** {@code evaluate}: compares recipes on a data set by cross-validation, or measures a saved model. */
@Component(service = ShellCommand.class, property = {"osgi.command.scope=psr", "osgi.command.function=evaluate"})
public final class EvaluateCommand extends ShellCommand {

    private final Laboratory laboratory;
    private final SavedModels saved;

    @Activate
    public EvaluateCommand(@Reference Laboratory laboratory, @Reference SavedModels saved) {
        super("evaluate");
        this.laboratory = laboratory;
        this.saved = saved;
    }

    @Override
    public void run(Invocation call) throws IOException {
        Arguments arguments = call.arguments();
        List<String> words = arguments.words();
        if (words.size() < 2) {
            throw new IllegalArgumentException("evaluate needs a data set and at least one recipe, for example: evaluate"
                    + " lines:file=chords.txt 2sr ngram; found " + (words.isEmpty() ? "nothing" : "only " + words.get(0)));
        }
        List<Stage> metrics = arguments.read("metrics", Stage::parseList).orElse(Stage.parseList("perplexity,ospa"));
        if (SavedModels.isModelFile(words.get(0))) {
            measure(call, metrics);
            return;
        }
        if (arguments.text("unknown").isPresent()) {
            throw new IllegalArgumentException("--unknown is for a saved model, evaluate model.json DATASET; recipes learn the"
                    + " symbols of all the data");
        }
        List<String> datasets = RecipeWords.datasets(words.get(0));
        for (String dataset : datasets) {
            if (datasets.size() > 1) {
                call.output().print(List.of((dataset.equals(datasets.get(0)) ? "" : "\n") + dataset));
            }
            evaluate(call, Experiment.builder("evaluate", DatasetArgument.parse(dataset))
                    .recipes(new RecipeWords(words.subList(1, words.size())).after(words.get(0)).recipes(arguments))
                    .metrics(metrics)
                    .trials((int) arguments.whole("folds", 5, 2, 10_000)).seed(arguments.seed()).every(Integer.MAX_VALUE)
                    .build());
        }
    }

    private void evaluate(Invocation call, Experiment experiment) {
        RunOptions.Builder options = RunOptions.builder().threads(call.arguments().threads()).base(call.folder())
                .part(DataPart.folds());
        call.arguments().limit().ifPresent(options::limit);
        RecipeWords.announce(experiment, "fold", call);
        ProgressLine progress = new ProgressLine(call.output(), "fold");
        try (Submission run = laboratory.submit(experiment, options.build(), progress)) {
            try {
                RunAwaiter.await(run, call.output());
            } finally {
                progress.clear();
            }
            print(run.results(), call.output());
        }
    }

    private void measure(Invocation call, List<Stage> metrics) throws IOException {
        List<String> words = call.arguments().words();
        if (words.size() > 2) {
            throw new IllegalArgumentException("a saved model is evaluated on one data set, for example: evaluate model.json"
                    + " lines:file=new.txt; found " + String.join(" ", words));
        }
        Map<String, Double> values = saved.measure(call, words.get(0), words.get(1), metrics);
        Table table = new Table(true, Table.row("model", values.keySet()));
        table.add(Table.row(words.get(0), values.values().stream().map(Numbers::text).toList()));
        call.output().print(table.lines());
    }

    private static void print(Results results, Output output) {
        List<SummaryRow> means = Results.last(results.summary());
        Map<String, Integer> folds = folds(results);
        if (!folds.isEmpty()) {
            output.print(table(results, means, folds).lines());
            String first = folds.keySet().iterator().next();
            if (folds.size() > 1) {
                output.print(List.of("", "difference from " + first + ", fold by fold:"));
                List<SummaryRow> differences = Results.last(results.differences(first, results.measures().keySet()));
                folds.remove(first);
                output.print(table(results, differences, folds).lines());
            }
        }
        Map<String, Occurrence> failures = new LinkedHashMap<>();
        results.occurrences().stream().filter(each -> each.kind() == Occurrence.Kind.FAILED)
                .forEach(failure -> failures.putIfAbsent(failure.label(), failure));
        if (!failures.isEmpty()) {
            String message = failures.values().stream().map(each -> each.label() + ": " + each.reason())
                    .collect(Collectors.joining("; "));
            throw failures.values().stream().allMatch(Occurrence::refusal) ? new IllegalArgumentException(message)
                    : new CommandFailedException(message);
        }
    }

    /** In how many folds each recipe, and the true model if measured, produced a model; recipes without one are left out. */
    private static Map<String, Integer> folds(Results results) {
        Map<String, Integer> folds = new LinkedHashMap<>();
        results.experiment().recipes().forEach(recipe -> folds.put(recipe.label(), results.finishedTrials()));
        results.summary().forEach(row -> folds.putIfAbsent(row.label(), results.finishedTrials()));
        results.occurrences().stream().filter(each -> each.kind() == Occurrence.Kind.FAILED)
                .forEach(each -> folds.computeIfPresent(each.label(), (label, count) -> count - each.trials()));
        folds.values().removeIf(count -> count == 0);
        return folds;
    }

    private static Table table(Results results, List<SummaryRow> rows, Map<String, Integer> folds) {
        Table table = new Table(true, Table.row("recipe", results.measures().keySet(), "folds"));
        folds.forEach((label, count) -> {
            List<String> means = results.measures().keySet().stream().map(measure -> rows.stream()
                    .filter(row -> row.label().equals(label) && row.measure().equals(measure)).findFirst()
                    .map(row -> Numbers.text(row.mean(), row.stderr().orElse(Double.NaN))).orElse("–")).toList();
            table.add(Table.row(label, means, Integer.toString(count)));
        });
        return table;
    }
}
