package psr.shell.experiments;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.annotations.ReferenceCardinality;
import org.osgi.service.component.annotations.ReferencePolicy;

import psr.api.lab.Experiment;
import psr.api.lab.Laboratory;
import psr.api.lab.Recipe;
import psr.api.lab.Results;
import psr.api.lab.RunOptions;
import psr.api.lab.Stage;
import psr.api.lab.Submission;
import psr.api.lab.Subscription;
import psr.api.report.Series;
import psr.api.report.SeriesWriter;
import psr.shell.command.Arguments;
import psr.shell.command.CommandFailedException;
import psr.shell.command.Format;
import psr.shell.command.Invocation;
import psr.shell.command.Output;
import psr.shell.command.Records;
import psr.shell.command.RunAwaiter;
import psr.shell.command.ShellCommand;
import psr.shell.command.StoppedException;
import psr.shell.text.Table;

/** {@code benchmark}: runs all problems of a competition, each as a saved run that can be continued. */
@Component(service = ShellCommand.class, property = {"osgi.command.scope=psr", "osgi.command.function=benchmark"})
public final class BenchmarkCommand extends ShellCommand {

    private static final List<String> RECIPES = List.of("psr", "2sr:rank=auto", "ngram:order=auto", "em");

    /** The differences between competitions. */
    private enum Competition {

        PAUTOMAC("PAutomaC", "pautomac", "pautomac", "", Series.Average.GEOMETRIC, """
                published, geometric mean of all 47 problems: winner (Shibata, Yoshinaka) 0.014, runner-up (Hulden) 0.047,
                third (Llorens) 0.060, spectral (Bailly) 0.101; from the perplexities in Verwer, Eyraud, de la Higuera 2014
                """),
        SPICE("SPiCe", "spice", "ndcg", "train", Series.Average.ARITHMETIC, "");

        private final String title;
        private final String dataset;
        private final String metric;
        private final String folder;
        private final Series.Average average;
        /** Lines on the results of the participants, to be compared with the average. */
        private final String published;

        Competition(String title, String dataset, String metric, String folder, Series.Average average,
                String published) {
            this.title = title;
            this.dataset = dataset;
            this.metric = metric;
            this.folder = folder;
            this.average = average;
            this.published = published;
        }

        static Competition of(String name) {
            return Arrays.stream(values()).filter(each -> each.dataset.equals(name)).findFirst()
                    .orElseThrow(() -> new IllegalArgumentException(
                            "benchmark knows the competitions pautomac and spice; found '" + name + "'"));
        }

        /** The numbers of the problems in a folder, in ascending order. */
        SortedSet<Integer> problems(Path directory) throws IOException {
            TreeSet<Integer> numbers = new TreeSet<>();
            Pattern file = Pattern.compile("(\\d{1,6})\\." + dataset + "\\.train");
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

    /** Services that write a report on all problems; may change at any time. */
    @Reference(cardinality = ReferenceCardinality.MULTIPLE, policy = ReferencePolicy.DYNAMIC)
    private volatile List<SeriesWriter> writers = List.of();

    @Activate
    public BenchmarkCommand(@Reference Laboratory laboratory) {
        super("benchmark");
        this.laboratory = laboratory;
    }

    BenchmarkCommand(Laboratory laboratory, List<SeriesWriter> writers) {
        this(laboratory);
        this.writers = writers;
    }

    /** A problem that is running or was finished earlier. */
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
        SortedSet<Integer> present = competition.problems(call.path(words.get(1)));
        List<Integer> asked = arguments.read("problems", BenchmarkCommand::numbers).orElse(List.copyOf(present));
        for (int number : asked) {
            if (!present.contains(number)) {
                throw new IllegalArgumentException("problems must be among those in " + words.get(1) + ": "
                        + present.stream().map(String::valueOf).collect(Collectors.joining(", ")) + "; found " + number);
            }
        }
        if (asked.isEmpty()) {
            throw new IllegalArgumentException(!Files.isDirectory(call.path(words.get(1)))
                    ? "there is no folder " + words.get(1) + " with problems of " + competition.dataset
                    : "there must be a problem of " + competition.dataset + " in " + words.get(1) + ", a file such as 1."
                            + competition.dataset + ".train; found none");
        }
        List<Recipe> recipes = new RecipeWords(words.size() > 2 ? words.subList(2, words.size()) : RECIPES).recipes(arguments);
        boolean text = arguments.format(Format.TEXT) == Format.TEXT;
        Path out = call.path(arguments.text("out").orElse("runs/benchmark-" + competition.dataset));
        ProblemResults each = new ProblemResults(competition.title, competition.average, out.resolve("results.csv"));
        Map<String, Results> results = new LinkedHashMap<>();
        Deque<BenchmarkProblem> underway = new ArrayDeque<>();
        try {
            Deque<Integer> left = new ArrayDeque<>(asked);
            while (!left.isEmpty() || !underway.isEmpty()) {
                while (!left.isEmpty() && underway.size() < arguments.threads()) {
                    int number = left.removeFirst();
                    Experiment experiment = Experiment.builder(competition.dataset + " " + number,
                            Stage.of(competition.dataset).with("folder", words.get(1)).with("problem", "" + number))
                            .recipes(recipes).metric(Stage.of(competition.metric)).seed(arguments.seed())
                            .every(Integer.MAX_VALUE).build();
                    begin(number, experiment, out.resolve("" + number), call, underway);
                }
                if (!underway.isEmpty()) {
                    finish(underway.peekFirst(), (asked.indexOf(underway.peekFirst().number) + 1) + " of " + asked.size(),
                            call, results);
                    BenchmarkProblem done = underway.removeFirst();
                    if (results.containsKey("" + done.number)) {
                        each.finished(done.number, results.get("" + done.number), done.run != null,
                                text ? call.output()::print : call.output()::remark, call.output());
                    }
                    if (done.run != null) {
                        done.run.close();
                    }
                }
            }
        } catch (StoppedException e) {
            throw new StoppedException("stopped after " + results.size() + " of " + asked.size()
                    + " problems; repeat the command to continue from " + out, e.terminated());
        } finally {
            for (BenchmarkProblem problem : underway) {
                if (problem.run != null) {
                    problem.run.cancel();
                    problem.run.close();
                }
            }
        }
        if (results.isEmpty()) {
            throw new CommandFailedException("no problem could be run; see the reasons above");
        }
        Series series = Series.of(competition.title, competition.average, results);
        print(series, call);
        if (text) {
            call.output().print(competition.published.lines().toList());
        }
        report(series, out, call.output());
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

    /** Submits a problem, or continues it if its folder exists. */
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
                        + " choose a new folder with --out");
            }
            underway.add(before.finishedTrials() == kept.trials() ? new BenchmarkProblem(number, null, before)
                    : new BenchmarkProblem(number, laboratory.resume(folder, options.totalTrials(kept.trials()).build()), null));
        } catch (IOException e) {
            call.output().remark("problem " + number + " is skipped: " + e.getMessage());
        }
    }

    private static void finish(BenchmarkProblem problem, String which, Invocation call, Map<String, Results> results) {
        Output output = call.output();
        if (problem.before != null) {
            results.put("" + problem.number, problem.before);
            return;
        }
        ProgressLine progress = new ProgressLine(call, "problem " + problem.number + " (" + which + "), trial");
        Subscription subscription = problem.run.observe(progress);
        try {
            RunAwaiter.await(problem.run, output);
            results.put("" + problem.number, problem.run.results());
        } catch (IllegalArgumentException e) {
            output.remark("problem " + problem.number + " is skipped: " + e.getMessage());
        } finally {
            subscription.close();
            progress.clear();
        }
    }

    private static void print(Series series, Invocation call) {
        Output output = call.output();
        Format format = call.arguments().format(Format.TEXT);
        String title = series.measure() + switch (series.meaning().better()) {
            case LOWER -> ", lower is better";
            case HIGHER -> ", higher is better";
            default -> "";
        };
        if (format == Format.TEXT) {
            output.print(title);
        }
        Records table = new Records(Table.row("problem", series.labels()));
        for (String problem : series.problems()) {
            row(table, problem, series, label -> series.value(problem, label));
        }
        row(table, series.average().words(), series, series::average);
        row(table, "seconds each", series, series::seconds);
        output.print(table.lines(format));
        series.failures().forEach(failure -> output.remark("problem " + failure));
    }

    private static void row(Records table, String name, Series series, Function<String, OptionalDouble> value) {
        // No value is written as NaN is.
        table.add(Stream.concat(Stream.of(name), series.labels().stream().map(label -> value.apply(label).orElse(Double.NaN)))
                .toList());
    }

    /** Writes a report on all problems, beside their folders; a failing writer does not affect other files. */
    private void report(Series series, Path out, Output output) throws IOException {
        Files.createDirectories(out);
        for (SeriesWriter writer : List.copyOf(writers)) {
            try {
                writer.write(series, out).stream().findFirst().ifPresent(file -> output.remark("report: " + file));
            } catch (IOException | RuntimeException | LinkageError e) {
                output.remark("a report failed: " + (e instanceof IOException && e.getMessage() != null ? e.getMessage() : e));
            }
        }
    }
}
