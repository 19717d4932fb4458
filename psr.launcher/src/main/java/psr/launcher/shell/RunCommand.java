package psr.launcher.shell;

import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.stream.Collectors;

import psr.api.lab.Experiment;
import psr.api.lab.Recipe;
import psr.api.lab.Stage;
import psr.api.lab.TrialResult;
import psr.launcher.lab.Lab;
import psr.launcher.lab.Running;
import psr.launcher.runs.RunFolder;
import psr.launcher.runs.Summary;

/** {@code run}: compares recipes on a data set. */
final class RunCommand {

    static final String USAGE = "run DATASET RECIPE… [--trials N] [--seed N] [--metrics a,b] [--every N] [--threads N]"
            + " [--out DIR]";
    private static final List<String> HELP = List.of(
            USAGE,
            "",
            "Compares recipes on a data set: learns each in every trial, measures on the test part, prints the means.",
            "",
            "  DATASET    name:key=value,key=value          for example ring, sequences:train=a.txt,test=b.txt",
            "  RECIPE     a learner, then refiners after +  for example 2sr, 2sr:rank=40+ig:horizon=5",
            "  --trials   independent repetitions, each with its own data (3)",
            "  --seed     where all randomness comes from (1)",
            "  --metrics  what to measure (pnll,ospa)",
            "  --every    measure each of so many iterations, besides the first and the last (1)",
            "  --threads  trials at once; changes no number (all processors)",
            "  --out      a new folder for summary.csv and trials.jsonl");
    private static final List<String> OPTIONS = List.of("trials", "seed", "metrics", "every", "threads", "out");

    private final Lab lab;
    private final Streams streams;
    private final List<TrialResult> results = new ArrayList<>();

    RunCommand(Lab lab, Streams streams) {
        this.lab = lab;
        this.streams = streams;
    }

    /**
     * Runs it to the end.
     *
     * @throws IllegalArgumentException if something typed is wrong, also where only the data show that
     * @throws CommandFailedException if a recipe failed in every trial for another reason, or it was interrupted
     */
    void run(String[] typed) throws IOException {
        if (List.of(typed).contains("--help")) {
            streams.print(HELP);
            return;
        }
        Arguments arguments = Arguments.parse("run", typed, OPTIONS);
        Experiment experiment = experiment(arguments);
        int threads = (int) arguments.whole("threads", Runtime.getRuntime().availableProcessors(), 1, 1024);
        Optional<RunFolder> folder = arguments.text("out").map(out -> RunFolder.create(Path.of(out)));
        Running running;
        Progress progress = new Progress(streams, (result, done, total) -> {
            results.add(result);
            folder.ifPresent(to -> to.append(result));
        });
        try {
            running = lab.submit(experiment, threads, progress);
        } catch (RuntimeException e) {
            discard(folder);
            throw e;
        }
        boolean complete = false;
        try {
            complete = await(running);
        } finally {
            progress.end();
            if (results.stream().allMatch(result -> result.failure().isPresent()
                    || result.recipe().equals(Experiment.ORACLE))) {
                discard(folder);
            } else if (folder.isPresent()) {
                folder.get().write(summary(running));
                folder.get().close();
            }
        }
        if (!complete) {
            throw new CommandFailedException("cancelled; " + results.size() + " results were finished"
                    + folder.map(to -> " and stand in " + to.path()).orElse(""));
        }
        report(running);
    }

    private static Experiment experiment(Arguments arguments) {
        List<String> words = arguments.words();
        if (words.size() < 2) {
            throw new IllegalArgumentException("run needs a data set and at least one recipe, for example:"
                    + " run ring 2sr; found " + (words.isEmpty() ? "nothing" : "only " + words.get(0)));
        }
        return new Experiment(words.get(0), Stage.parse(words.get(0)),
                words.subList(1, words.size()).stream().map(Recipe::parse).toList(),
                Stage.parseList(arguments.text("metrics").orElse("pnll,ospa")),
                (int) arguments.whole("trials", 3, 1, 1_000_000),
                arguments.whole("seed", 1, Long.MIN_VALUE, Long.MAX_VALUE),
                (int) arguments.whole("every", 1, 1, Integer.MAX_VALUE));
    }

    private static void discard(Optional<RunFolder> folder) throws IOException {
        if (folder.isPresent()) {
            folder.get().discard();
        }
    }

    private boolean await(Running running) throws IOException {
        try {
            return running.await();
        } catch (InterruptedException e) {
            running.cancel();
            try {
                running.await();
            } catch (InterruptedException | ExecutionException again) {
                Thread.currentThread().interrupt();
            }
            return false;
        } catch (ExecutionException e) {
            Throwable cause = e.getCause();
            if (cause instanceof IOException || cause instanceof IllegalArgumentException) {
                String message = cause.getMessage() == null ? cause.toString() : cause.getMessage();
                throw new IllegalArgumentException(cause instanceof NoSuchFileException
                        ? "there must be a file " + message + "; it does not exist" : message, cause);
            }
            if (cause instanceof Error error) {
                throw error;
            }
            throw cause instanceof RuntimeException exception ? exception : new IllegalStateException(cause);
        }
    }

    private Summary summary(Running running) {
        return new Summary(running.experiment(), List.copyOf(running.measures().keySet()), results);
    }

    private void report(Running running) {
        Experiment experiment = running.experiment();
        Map<String, String> failed = new LinkedHashMap<>();
        for (Recipe recipe : experiment.recipes()) {
            List<TrialResult> failures = results.stream().filter(result -> result.recipe().equals(recipe.label())
                    && result.failure().isPresent()).toList();
            if (failures.size() == experiment.trials()) {
                failed.put(recipe.label(), failures.get(0).failure().orElseThrow());
            }
        }
        boolean allFailed = failed.size() == experiment.recipes().size();
        boolean refused = running.refused().containsAll(failed.keySet());
        if (allFailed) {
            throw failure(failed.values().stream().distinct().collect(Collectors.joining("; also: ")), refused);
        }
        streams.print(table(running).lines());
        streams.print(remarks(experiment));
        if (!failed.isEmpty()) {
            throw failure(failed.size() + " of " + experiment.recipes().size() + " recipes failed: "
                    + String.join("; ", failed.values()), refused);
        }
    }

    private static RuntimeException failure(String message, boolean refused) {
        return refused ? new IllegalArgumentException(message) : new CommandFailedException(message);
    }

    private Table table(Running running) {
        List<String> columns = List.copyOf(running.measures().keySet());
        Map<String, Map<String, Summary.Row>> rows = new LinkedHashMap<>();
        for (Summary.Row row : summary(running).last()) {
            rows.computeIfAbsent(row.recipe(), label -> new LinkedHashMap<>()).put(row.metric(), row);
        }
        List<String> headings = new ArrayList<>(List.of("recipe", "iteration"));
        headings.addAll(columns);
        headings.add("trials");
        Table table = new Table(true, headings);
        rows.forEach((label, cells) -> {
            Summary.Row any = cells.values().iterator().next();
            List<String> line = new ArrayList<>(List.of(label, Integer.toString(any.iteration())));
            columns.forEach(column -> line.add(cells.containsKey(column) ? cell(cells.get(column)) : "–"));
            line.add(Integer.toString(any.trials()));
            table.add(line);
        });
        return table;
    }

    private static String cell(Summary.Row row) {
        return number(row.mean()) + (row.error().isPresent() ? " ± " + number(row.error().getAsDouble()) : "");
    }

    /** Four decimals where that says something, otherwise powers of ten. */
    static String number(double value) {
        double size = Math.abs(value);
        return String.format(Locale.ROOT, size == 0 || size >= 5e-5 && size < 1e5 ? "%.4f" : "%.2e", value);
    }

    /** What was counted and what failed, below the table. */
    private List<String> remarks(Experiment experiment) {
        List<String> remarks = new ArrayList<>();
        List<String> labels = new ArrayList<>(experiment.recipes().stream().map(Recipe::label).toList());
        labels.add(Experiment.ORACLE);
        for (String label : labels) {
            Map<String, Long> counts = new TreeMap<>();
            Map<String, Integer> reasons = new LinkedHashMap<>();
            results.stream().filter(result -> result.recipe().equals(label))
                    .sorted((a, b) -> Integer.compare(a.trial(), b.trial())).forEach(result -> {
                        result.counts().forEach((counter, count) -> counts.merge(counter, count, Long::sum));
                        result.failure().ifPresent(reason -> reasons.merge(reason, 1, Integer::sum));
                    });
            if (!counts.isEmpty()) {
                remarks.add(label + ": " + counts.entrySet().stream()
                        .map(count -> count.getValue() + " " + count.getKey())
                        .collect(Collectors.joining(", ")));
            }
            reasons.forEach((reason, times) -> remarks.add(label + " failed in " + times + " of " + experiment.trials()
                    + (experiment.trials() == 1 ? " trial: " : " trials: ") + reason));
        }
        return remarks;
    }
}
