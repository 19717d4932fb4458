package psr.eval.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import org.osgi.service.component.annotations.Component;

import psr.api.report.Comparison;
import psr.api.report.Reporter;
import psr.api.report.Results;
import psr.api.report.Verdict;

/** Judges the claims of a run, draws its figures and writes its page: the same results give the same bytes. */
@Component
public final class Report implements Reporter {

    @Override
    public List<Verdict> report(Results results, Path folder) throws IOException {
        Digest digest = new Digest(results);
        Figures figures = new Figures(digest);
        Files.writeString(folder.resolve("claims.csv"), ClaimsFile.text(digest.verdicts()));
        Path drawn = Files.createDirectories(folder.resolve("figures"));
        List<Figures.Figure> all = new ArrayList<>(figures.main());
        all.addAll(figures.others());
        for (Figures.Figure figure : all) {
            Files.writeString(drawn.resolve(figure.file() + ".svg"), figure.svg());
        }
        Files.writeString(folder.resolve("report.html"), new Page(digest, figures).write());
        return digest.verdicts();
    }

    @Override
    public List<Comparison> compare(Results left, Results right) {
        return SideBySide.compare(left, right);
    }
}
