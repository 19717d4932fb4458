package psr.launcher.runs;

import java.io.IOException;
import java.io.OutputStreamWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.Consumer;

import de.siegmar.fastcsv.writer.CsvWriter;
import de.siegmar.fastcsv.writer.LineDelimiter;

import psr.api.lab.Results;
import psr.api.lab.SummaryRow;
import psr.api.lab.TimeRow;
import psr.launcher.files.WholeFile;

/** The tables of a run: means and times. */
public final class RunFiles {

    /** Means over trials. */
    public static final String SUMMARY = "summary.csv";
    /** How long everything took. */
    public static final String TIMES = "times.csv";

    private RunFiles() {}

    public static List<Path> write(Results results, Path folder) throws IOException {
        Path summary = write(folder.resolve(SUMMARY), csv -> {
            csv.writeRecord("recipe", "iteration", "metric", "mean", "stderr", "trials");
            for (SummaryRow row : results.summary()) {
                csv.writeRecord(row.label(), Integer.toString(row.iteration()), row.measure(),
                        Double.toString(row.mean()), text(row.stderr()), Integer.toString(row.trials()));
            }
        });
        Path times = write(folder.resolve(TIMES), csv -> {
            csv.writeRecord("recipe", "position", "stage", "seconds", "stderr", "trials");
            for (TimeRow row : results.times()) {
                csv.writeRecord(row.label(), Integer.toString(row.position()), row.stage(), Double.toString(row.seconds()),
                        text(row.stderr()), Integer.toString(row.trials()));
            }
        });
        return List.of(summary, times);
    }

    private static Path write(Path file, Consumer<CsvWriter> rows) throws IOException {
        WholeFile.write(file, out -> {
            try (CsvWriter csv = CsvWriter.builder().lineDelimiter(LineDelimiter.LF)
                    .build(new OutputStreamWriter(out, StandardCharsets.UTF_8))) {
                rows.accept(csv);
            }
        });
        return file;
    }

    private static String text(OptionalDouble number) {
        return number.isPresent() ? Double.toString(number.getAsDouble()) : "";
    }
}
