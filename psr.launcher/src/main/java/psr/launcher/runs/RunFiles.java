package psr.launcher.runs;

import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import de.siegmar.fastcsv.writer.CsvWriter;
import de.siegmar.fastcsv.writer.LineDelimiter;

import psr.api.lab.Experiment;
import psr.api.lab.Results;
import psr.api.lab.SummaryRow;
import psr.api.lab.TrialResult;
import psr.launcher.files.WholeFile;
import psr.math.statistics.RunningMean;

/** The tables of a run: means and times. */
public final class RunFiles {

    /** Means over trials. */
    public static final String SUMMARY = "summary.csv";
    /** How long everything took. */
    public static final String TIMES = "times.csv";

    private RunFiles() {}

    /** Writes both tables; each is whole or as it was before. */
    public static List<Path> write(Results results, Path folder) throws IOException {
        Path summary = folder.resolve(SUMMARY);
        WholeFile.write(summary, out -> {
            try (CsvWriter csv = csv(out)) {
                csv.writeRecord("recipe", "iteration", "metric", "mean", "stderr", "trials");
                for (SummaryRow row : results.summary()) {
                    csv.writeRecord(row.label(), Integer.toString(row.iteration()), row.measure(),
                            Double.toString(row.mean()),
                            row.stderr().isPresent() ? Double.toString(row.stderr().getAsDouble()) : "",
                            Integer.toString(row.trials()));
                }
            }
        });
        Path times = folder.resolve(TIMES);
        Map<String, List<RunningMean>> seconds = new LinkedHashMap<>();
        Map<String, List<String>> stages = new LinkedHashMap<>();
        gather(results, seconds, stages);
        WholeFile.write(times, out -> {
            try (CsvWriter csv = csv(out)) {
                csv.writeRecord("recipe", "position", "stage", "seconds", "stderr", "trials");
                seconds.forEach((label, means) -> {
                    for (int i = 0; i < means.size(); i++) {
                        RunningMean mean = means.get(i);
                        csv.writeRecord(label, Integer.toString(i + 1), stages.get(label).get(i),
                                Double.toString(mean.mean()),
                                mean.count() < 2 ? "" : Double.toString(mean.standardError()),
                                Integer.toString(mean.count()));
                    }
                });
            }
        });
        return List.of(summary, times);
    }

    private static void gather(Results results, Map<String, List<RunningMean>> seconds,
            Map<String, List<String>> stages) {
        Experiment experiment = results.experiment();
        experiment.recipes().forEach(recipe -> {
            seconds.put(recipe.label(), new ArrayList<>());
            stages.put(recipe.label(), new ArrayList<>());
        });
        for (TrialResult result : results.trials()) {
            if (result.failure().isPresent() || result.isTrueModel()) {
                continue;
            }
            List<RunningMean> means = seconds.get(result.label());
            for (int i = 0; i < result.stages().size(); i++) {
                if (i == means.size()) {
                    means.add(new RunningMean());
                    stages.get(result.label()).add(result.stages().get(i).stage());
                }
                means.get(i).add(result.stages().get(i).seconds());
            }
        }
    }

    private static CsvWriter csv(OutputStream out) {
        return CsvWriter.builder().lineDelimiter(LineDelimiter.LF).build(new OutputStreamWriter(out, StandardCharsets.UTF_8));
    }
}
