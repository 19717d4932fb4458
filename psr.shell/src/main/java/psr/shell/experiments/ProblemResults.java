package psr.shell.experiments;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.function.Consumer;
import java.util.stream.Collectors;

import psr.api.lab.Results;
import psr.api.report.Series;
import psr.shell.command.Output;
import psr.shell.text.CsvLine;
import psr.shell.text.Numbers;

/** Prints the results of each problem of a competition when it is finished, and appends them to a CSV file. */
final class ProblemResults {

    private static final String HEADER = CsvLine.of("problem", "recipe", "seed", "measure", "value", "seconds");

    private final String title;
    private final Series.Average average;
    private final Path file;

    /** @param file may exist; lines are appended to it */
    ProblemResults(String title, Series.Average average, Path file) {
        this.title = title;
        this.average = average;
        this.file = file;
    }

    /**
     * Prints a line with the value of every recipe.
     *
     * @param computed whether the problem was computed by this command; otherwise it is in the file already
     * @param to where the line goes
     * @param output for remarks
     */
    void finished(int number, Results results, boolean computed, Consumer<String> to, Output output) {
        String problem = "" + number;
        Series series = Series.of(title, average, Map.of(problem, results));
        to.accept("problem " + problem + ": " + series.labels().stream()
                .map(label -> label + " " + Numbers.text(series.value(problem, label).orElse(Double.NaN)))
                .collect(Collectors.joining(", ")));
        output.flush();
        if (computed) {
            append(problem, results.experiment().seed(), series, output);
        }
    }

    /** Appends a line for each recipe that has a value; a failure does not end the benchmark. */
    private void append(String problem, long seed, Series series, Output output) {
        List<String> lines = new ArrayList<>();
        for (String label : series.labels()) {
            OptionalDouble value = series.value(problem, label);
            if (value.isPresent()) {
                lines.add(CsvLine.of(problem, label, seed, series.measure(), value.getAsDouble(),
                        series.seconds(label).orElse(Double.NaN)));
            }
        }
        try {
            Files.createDirectories(file.getParent());
            if (!Files.exists(file)) {
                lines.add(0, HEADER);
            }
            Files.write(file, lines, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        } catch (IOException e) {
            output.remark("the results of problem " + problem + " could not be appended to " + file + ": " + e.getMessage());
        }
    }
}
