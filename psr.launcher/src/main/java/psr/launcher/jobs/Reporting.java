package psr.launcher.jobs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.annotations.ReferenceCardinality;
import org.osgi.service.component.annotations.ReferencePolicy;
import org.osgi.service.component.annotations.ReferencePolicyOption;

import psr.api.lab.Report;
import psr.api.lab.Results;
import psr.api.lab.Verdict;
import psr.api.report.Judge;
import psr.api.report.ReportWriter;
import psr.launcher.runs.RunFiles;

/** Creates the report of a run: tables, verdicts on claims, and the files of report writers. Thread-safe. */
@Component(service = Reporting.class)
public final class Reporting {

    private static final System.Logger LOG = System.getLogger(Reporting.class.getName());

    @Reference(cardinality = ReferenceCardinality.OPTIONAL, policy = ReferencePolicy.DYNAMIC,
            policyOption = ReferencePolicyOption.GREEDY)
    private volatile Judge judge;

    @Reference(cardinality = ReferenceCardinality.MULTIPLE, policy = ReferencePolicy.DYNAMIC)
    private volatile List<ReportWriter> writers = List.of();

    @Activate
    public Reporting() {}

    /** Creates an instance without a framework; the judge may be null. */
    public Reporting(Judge judge, List<ReportWriter> writers) {
        this.judge = judge;
        this.writers = List.copyOf(writers);
    }

    /** Writes the report. If a writer or the judge fails, only its own files are missing. */
    public Report write(Results results, Path folder) throws IOException {
        Files.createDirectories(folder);
        List<Path> files = new ArrayList<>();
        List<String> problems = new ArrayList<>();
        List<Path> tables = RunFiles.write(results, folder);
        List<Verdict> verdicts = judged(results, problems);
        for (ReportWriter writer : List.copyOf(writers)) {
            try {
                files.addAll(writer.write(results, verdicts, folder));
            } catch (IOException | RuntimeException | LinkageError | StackOverflowError e) {
                LOG.log(System.Logger.Level.WARNING, "a report failed", e);
                problems.add("a report failed: "
                        + (e instanceof IOException && e.getMessage() != null ? e.getMessage() : e));
            }
        }
        files.addAll(tables);
        return new Report(folder, verdicts, files, problems);
    }

    private List<Verdict> judged(Results results, List<String> problems) {
        Judge present = judge;
        if (results.experiment().claims().isEmpty()) {
            return List.of();
        }
        if (present == null) {
            problems.add("no judge is present, so no claim is judged: is psr.eval installed?");
            return List.of();
        }
        try {
            return present.judge(results);
        } catch (RuntimeException | LinkageError | StackOverflowError e) {
            LOG.log(System.Logger.Level.WARNING, "the judge failed", e);
            problems.add("the claims could not be judged: " + e);
            return List.of();
        }
    }
}
