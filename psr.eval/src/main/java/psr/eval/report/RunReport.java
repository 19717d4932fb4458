package psr.eval.report;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import org.osgi.service.component.annotations.Component;

import psr.api.lab.Results;
import psr.api.lab.Verdict;
import psr.api.report.ClaimComparison;
import psr.api.report.Comparer;
import psr.api.report.Comparison;
import psr.api.report.Judge;
import psr.api.report.ReportWriter;
import psr.eval.report.page.ClaimsCsv;
import psr.eval.report.page.ReportFigures;
import psr.eval.report.page.ReportPage;
import psr.eval.report.statistics.ClaimJudge;
import psr.eval.report.statistics.ClaimsAcrossRuns;
import psr.eval.report.statistics.Digest;
import psr.eval.report.statistics.RunComparison;

/** Judges the claims of a run, draws its figures and writes its page: the same results give the same bytes. */
@Component
public final class RunReport implements Judge, ReportWriter, Comparer {

    @Override
    public List<Verdict> judge(Results results) {
        return ClaimJudge.judge(results);
    }

    @Override
    public List<Path> write(Results results, List<Verdict> verdicts, Path folder) throws IOException {
        Digest digest = new Digest(results, verdicts);
        ReportFigures figures = new ReportFigures(digest);
        List<Path> written = new ArrayList<>();
        OutputFiles files = new OutputFiles(written);
        files.write(folder.resolve("report.html"), new ReportPage(digest, figures).write());
        files.write(folder.resolve("claims.csv"), ClaimsCsv.text(digest.claims()));
        if (!figures.all().isEmpty()) {
            Path drawn = files.folder(folder.resolve("figures"));
            for (ReportFigures.Figure figure : figures.all()) {
                files.write(drawn, figure);
            }
        }
        return List.copyOf(written);
    }

    @Override
    public List<Comparison> compare(Results left, Results right) {
        return RunComparison.compare(left, right);
    }

    @Override
    public List<ClaimComparison> compareClaims(Results left, Results right) {
        return ClaimsAcrossRuns.compare(judge(left), judge(right));
    }
}
