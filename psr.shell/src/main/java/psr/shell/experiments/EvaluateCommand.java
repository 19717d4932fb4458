package psr.shell.experiments;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

import psr.api.lab.DataPart;
import psr.api.lab.Experiment;
import psr.api.lab.Laboratory;
import psr.api.lab.Recipe;
import psr.api.lab.Results;
import psr.api.lab.RunOptions;
import psr.api.lab.Stage;
import psr.api.lab.Submission;
import psr.api.lab.SummaryRow;
import psr.shell.command.Arguments;
import psr.shell.command.DatasetArgument;
import psr.shell.command.Format;
import psr.shell.command.Invocation;
import psr.shell.command.Output;
import psr.shell.command.Records;
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
        List<Stage> metrics = arguments.read("metrics", Stage::parseList).orElse(List.of());
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
                RecipeWords.heading(dataset, dataset.equals(datasets.get(0)), call);
            }
            Experiment.Builder experiment = Experiment.builder("evaluate", DatasetArgument.parse(dataset)).metrics(metrics)
                    .trials((int) arguments.whole("folds", 5, 2, 10_000)).seed(arguments.seed()).every(Integer.MAX_VALUE);
            List<Recipe> recipes = new RecipeWords(words.subList(1, words.size())).after(words.get(0)).recipes(arguments);
            evaluate(call, (arguments.flag("choose") ? experiment.choose(recipes) : experiment.recipes(recipes)).build(),
                    datasets.size() > 1 ? RecipeWords.folder(dataset) : "");
        }
    }

    private void evaluate(Invocation call, Experiment experiment, String folder) {
        RunOptions.Builder options = RunOptions.builder().threads(call.arguments().threads()).base(call.folder())
                .part(DataPart.folds());
        call.arguments().limit().ifPresent(options::limit);
        Optional<Path> out = call.arguments().text("out").map(call::path).map(path -> path.resolve(folder));
        out.ifPresent(options::folder);
        RecipeWords.announce(experiment, "fold", call);
        ProgressLine progress = new ProgressLine(call, "fold");
        try (Submission run = laboratory.submit(experiment, options.build(), progress)) {
            try {
                RunAwaiter.await(run, call.output());
            } finally {
                progress.clear();
            }
            print(run.results(), call);
        }
    }

    private void measure(Invocation call, List<Stage> metrics) throws IOException {
        List<String> words = call.arguments().words();
        if (words.size() > 2) {
            throw new IllegalArgumentException("a saved model is evaluated on one data set, for example: evaluate model.json"
                    + " lines:file=new.txt; found " + String.join(" ", words));
        }
        Map<String, Double> values = saved.measure(call, words.get(0), words.get(1), metrics);
        Records records = new Records(Table.row("model", values.keySet()));
        records.add(Stream.concat(Stream.of(words.get(0)), values.values().stream()).toList());
        call.output().print(records.lines(call.arguments().format(Format.TEXT)));
    }

    private static void print(Results results, Invocation call) {
        Output output = call.output();
        FailedRecipes failed = new FailedRecipes(results);
        Format format = call.arguments().format(Format.TEXT);
        if (!failed.all()) {
            output.print(new ResultTable(results, failed, ResultTable.all(call.arguments()), "fold").lines(format));
            if (format == Format.TEXT) {
                output.print(differences(results, new RankedRows(results, ResultTable.all(call.arguments()))));
            }
            if (call.arguments().flag("choose") && format == Format.TEXT) {
                output.print(failed.choices());
            }
            failed.failures().forEach(output::remark);
        }
        failed.check(ResultTable.strict(call.arguments()));
    }

    /** The paired differences from the best recipe. */
    private static List<String> differences(Results results, RankedRows ranked) {
        List<String> labels = ranked.labels();
        if (labels.size() < 2) {
            return List.of();
        }
        String best = labels.get(0);
        List<SummaryRow> rows = Results.last(results.differences(best, ranked.measures()));
        List<String> lines = new ArrayList<>(List.of("", "difference from " + best + ", fold by fold:"));
        List<List<String>> parts =
                ResultTable.parts(ranked.measures(), measures -> differences(labels.subList(1, labels.size()), rows, measures));
        for (List<String> measures : parts) {
            lines.addAll(measures.equals(parts.get(0)) ? List.of() : List.of(""));
            lines.addAll(differences(labels.subList(1, labels.size()), rows, measures));
        }
        return lines;
    }

    private static List<String> differences(List<String> labels, List<SummaryRow> rows, List<String> measures) {
        Table table = new Table(true, Table.row("recipe", measures, "folds"));
        for (String label : labels) {
            List<SummaryRow> own = rows.stream().filter(row -> row.label().equals(label)).toList();
            List<String> cells = measures.stream()
                    .map(measure -> own.stream().filter(row -> row.measure().equals(measure))
                            .findFirst().map(row -> Numbers.text(row.mean(), row.stderr().orElse(Double.NaN))).orElse("–"))
                    .toList();
            table.add(Table.row(label, cells, Integer.toString(own.stream().mapToInt(SummaryRow::trials).max().orElse(0))));
        }
        return table.lines();
    }
}
