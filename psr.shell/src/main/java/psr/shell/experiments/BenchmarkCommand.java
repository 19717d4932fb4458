package psr.shell.experiments;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

import psr.api.lab.Experiment;
import psr.api.lab.Laboratory;
import psr.api.lab.Recipe;
import psr.api.lab.Results;
import psr.api.lab.RunOptions;
import psr.api.lab.Stage;
import psr.api.lab.Submission;
import psr.api.lab.TrialResult;
import psr.shell.command.Arguments;
import psr.shell.command.CommandFailedException;
import psr.shell.command.Invocation;
import psr.shell.command.Output;
import psr.shell.command.RunAwaiter;
import psr.shell.command.ShellCommand;
import psr.shell.command.Usage;
import psr.shell.text.Numbers;
import psr.shell.text.Table;

/** {@code benchmark}: every problem of a competition in a folder, each a run that is kept and can be continued. */
@Component(service = ShellCommand.class, property = {"osgi.command.scope=psr", "osgi.command.function=benchmark"})
public final class BenchmarkCommand extends ShellCommand {

    private static final List<String> RECIPES = List.of("psr", "2sr:rank=auto", "ngram:order=auto", "em");

    private static final Usage USAGE = Usage
            .of("benchmark", "compares recipes on every problem of a competition: benchmark pautomac DIR")
            .synopsis("benchmark pautomac DIR [RECIPE…]   the gap to the perplexity of the true model",
                    "benchmark spice DIR [RECIPE…]      the gain of the five likeliest symbols, NDCG@5")
            .says("Runs every problem that is in the folder and prints a table of problems and recipes. Each problem is kept in a",
                    "folder of its own; called again, what is finished is not computed again, and what was stopped goes on.",
                    "A problem whose files cannot be read is named and left out.")
            .takes("COMPETITION", Usage.Kind.TEXT, "pautomac or spice")
            .takes("DIR", Usage.Kind.FOLDER, "the files of the competition")
            .takes("RECIPE…", Usage.Kind.RECIPE, String.join(" ", RECIPES) + " where none is typed")
            .option("problems", "N,N", Usage.Kind.TEXT, "only these (every problem that is there)")
            .option("out", "DIR", Usage.Kind.FOLDER, "where the runs are kept (runs/benchmark-COMPETITION)")
            .option("threads", "N", Usage.Kind.TEXT, "problems at once; changes no number (all processors)")
            .option("seed", "N", Usage.Kind.TEXT, "where all randomness comes from (1)")
            .option("limit", "SECONDS", Usage.Kind.TEXT, "a stage that takes longer, in seconds, fails");

    /** What is different about a competition. */
    private enum Competition {

        PAUTOMAC("pautomac", "pautomac", "", Pattern.compile("(\\d{1,6})\\.pautomac\\.train"), "geometric mean") {
            @Override
            double mean(List<Double> values) {
                // A gap of nothing, or below by the luck of the digits, has no logarithm.
                return Math.exp(values.stream().mapToDouble(value -> Math.log(Math.max(value, 1e-6))).sum() / values.size());
            }
        },
        SPICE("spice", "ndcg", "train", Pattern.compile("(\\d{1,6})\\.spice\\.train"), "mean") {
            @Override
            double mean(List<Double> values) {
                return values.stream().mapToDouble(Double::doubleValue).sum() / values.size();
            }
        };

        private final String dataset;
        private final String metric;
        private final String folder;
        private final Pattern file;
        private final String word;

        Competition(String dataset, String metric, String folder, Pattern file, String word) {
            this.dataset = dataset;
            this.metric = metric;
            this.folder = folder;
            this.file = file;
            this.word = word;
        }

        abstract double mean(List<Double> values);

        static Competition of(String name) {
            return Arrays.stream(values()).filter(each -> each.dataset.equals(name)).findFirst()
                    .orElseThrow(() -> new IllegalArgumentException(
                            "benchmark knows the competitions pautomac and spice; found '" + name + "'"));
        }

        /** The numbers of the problems in a folder, rising. */
        TreeSet<Integer> problems(Path directory) throws IOException {
            TreeSet<Integer> numbers = new TreeSet<>();
            Path where = directory.resolve(folder);
            if (Files.isDirectory(where)) {
                try (Stream<Path> files = Files.list(where)) {
                    files.forEach(path -> {
                        Matcher name = file.matcher(path.getFileName().toString());
                        if (name.matches()) {
                            numbers.add(Integer.parseInt(name.group(1)));
                        }
                    });
                }
            }
            return numbers;
        }
    }

    private final Laboratory laboratory;

    /** In this laboratory. */
    @Activate
    public BenchmarkCommand(@Reference Laboratory laboratory) {
        this.laboratory = laboratory;
    }

    @Override
    public Usage usage() {
        return USAGE;
    }

    /** A problem under way, or one that was finished before. */
    private record BenchmarkProblem(int number, Submission run, Results before) {}

    @Override
    public void run(Invocation call) throws IOException {
        Arguments arguments = call.arguments();
        List<String> words = arguments.words();
        if (words.size() < 2) {
            throw new IllegalArgumentException("benchmark needs a competition and its folder, for example: benchmark pautomac"
                    + " data/pautomac; found " + (words.isEmpty() ? "nothing" : "only " + words.get(0)));
        }
        Competition competition = Competition.of(words.get(0));
        TreeSet<Integer> present = competition.problems(call.path(words.get(1)));
        List<Integer> asked = arguments.read("problems", BenchmarkCommand::numbers).orElse(List.copyOf(present));
        for (int number : asked) {
            if (!present.contains(number)) {
                throw new IllegalArgumentException("problems must be among those in " + words.get(1) + ": " + present
                        + "; found " + number);
            }
        }
        if (asked.isEmpty()) {
            throw new IllegalArgumentException("there must be a problem of " + competition.dataset + " in " + words.get(1)
                    + ", a file such as 1." + competition.dataset + ".train; found none");
        }
        List<Recipe> recipes = (words.size() > 2 ? words.subList(2, words.size()) : RECIPES).stream().map(Recipe::parse)
                .toList();
        Path out = call.path(arguments.text("out").orElse("runs/benchmark-" + competition.dataset));
        Map<Integer, Results> results = new LinkedHashMap<>();
        Deque<BenchmarkProblem> underway = new ArrayDeque<>();
        try {
            Deque<Integer> left = new ArrayDeque<>(asked);
            while (!left.isEmpty() || !underway.isEmpty()) {
                while (!left.isEmpty() && underway.size() < arguments.threads()) {
                    int number = left.removeFirst();
                    Experiment experiment = Experiment.builder(competition.dataset + " " + number,
                            Stage.of(competition.dataset, Map.of("folder", words.get(1), "problem", "" + number)))
                            .recipes(recipes).metric(Stage.of(competition.metric)).seed(arguments.seed())
                            .every(Integer.MAX_VALUE).build();
                    begin(number, experiment, out.resolve("" + number), call, underway);
                }
                if (!underway.isEmpty()) {
                    finish(underway.peekFirst(), call.output(), results);
                    BenchmarkProblem done = underway.removeFirst();
                    if (done.run != null) {
                        done.run.close();
                    }
                }
            }
        } finally {
            for (BenchmarkProblem problem : underway) {
                if (problem.run != null) {
                    problem.run.cancel();
                    problem.run.close();
                }
            }
        }
        if (results.isEmpty()) {
            throw new CommandFailedException("no problem could be run; the reasons are above");
        }
        print(competition, recipes, results, call.output());
    }

    private static List<Integer> numbers(String text) {
        return Arrays.stream(text.split(",")).map(word -> {
            try {
                return Integer.valueOf(word.strip());
            } catch (NumberFormatException e) {
                throw new IllegalArgumentException("problems must be whole numbers joined by commas; found '" + word + "'", e);
            }
        }).toList();
    }

    /** Submits a problem, or continues it where its folder is there. */
    private void begin(int number, Experiment experiment, Path folder, Invocation call, Deque<BenchmarkProblem> underway)
            throws IOException {
        RunOptions.Builder options = RunOptions.builder().threads(1).base(call.folder());
        call.arguments().limit().ifPresent(options::limit);
        try {
            if (!Files.exists(folder)) {
                underway.add(new BenchmarkProblem(number, laboratory.submit(experiment, options.folder(folder).build()), null));
                return;
            }
            Results before = laboratory.open(folder).results();
            Experiment kept = before.experiment();
            if (!kept.recipes().equals(experiment.recipes()) || !kept.dataset().equals(experiment.dataset())
                    || kept.seed() != experiment.seed()) {
                throw new IllegalArgumentException(folder + " was run with other recipes, another seed or another folder;"
                        + " choose a new one with --out");
            }
            underway.add(before.finishedTrials() == kept.trials() ? new BenchmarkProblem(number, null, before)
                    : new BenchmarkProblem(number, laboratory.resume(folder, options.totalTrials(kept.trials()).build()), null));
        } catch (IOException e) {
            call.output().remark("problem " + number + " is left out: " + e.getMessage());
        }
    }

    private static void finish(BenchmarkProblem problem, Output output, Map<Integer, Results> results) {
        if (problem.before != null) {
            results.put(problem.number, problem.before);
            return;
        }
        ProgressLine progress = new ProgressLine(output, "problem " + problem.number + ", trial");
        try {
            RunAwaiter.await(problem.run, progress, output);
            results.put(problem.number, problem.run.results());
        } catch (IllegalArgumentException e) {
            output.remark("problem " + problem.number + " is left out: " + e.getMessage());
        } finally {
            progress.clear();
        }
    }

    private static void print(Competition competition, List<Recipe> recipes, Map<Integer, Results> results, Output output) {
        List<String> headings = new ArrayList<>(List.of("problem"));
        recipes.forEach(recipe -> headings.add(recipe.label()));
        Table table = new Table(true, headings);
        Map<String, List<Double>> values = new LinkedHashMap<>();
        Map<String, Double> seconds = new LinkedHashMap<>();
        List<String> failures = new ArrayList<>();
        results.forEach((number, result) -> {
            String measure = result.measures().keySet().iterator().next();
            Map<String, String> cells = new LinkedHashMap<>();
            for (TrialResult trial : result.trials()) {
                Double value = trial.last().get(measure);
                trial.failure().ifPresent(failure -> failures.add("problem " + number + ", " + trial.label() + ": "
                        + failure.reason()));
                if (trial.failure().isEmpty() && value != null) {
                    cells.put(trial.label(), Numbers.text(value));
                    values.computeIfAbsent(trial.label(), label -> new ArrayList<>()).add(value);
                    seconds.merge(trial.label(), trial.stages().stream().mapToDouble(TrialResult.StageTime::seconds).sum(),
                            Double::sum);
                }
            }
            row(table, "" + number, recipes, cells);
        });
        Map<String, String> means = new LinkedHashMap<>();
        Map<String, String> times = new LinkedHashMap<>();
        values.forEach((label, all) -> {
            // A mean over fewer problems than the others' would not compare.
            means.put(label, all.size() == results.size() ? Numbers.text(competition.mean(all)) : "–");
            times.put(label, Numbers.text(seconds.get(label) / all.size()));
        });
        row(table, competition.word, recipes, means);
        row(table, "seconds each", recipes, times);
        output.print(table.lines());
        failures.forEach(output::remark);
    }

    private static void row(Table table, String name, List<Recipe> recipes, Map<String, String> cells) {
        List<String> row = new ArrayList<>(List.of(name));
        recipes.forEach(recipe -> row.add(cells.getOrDefault(recipe.label(), "–")));
        table.add(row);
    }
}
