package psr.eval.report;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import org.osgi.service.component.annotations.Component;

import psr.api.report.Series;
import psr.api.report.SeriesWriter;
import psr.eval.report.page.ReportFigures;
import psr.eval.report.page.SeriesPage;

/** Draws one figure over all problems of a series and writes its page: the same series gives the same bytes. */
@Component
public final class SeriesReport implements SeriesWriter {

    @Override
    public List<Path> write(Series series, Path folder) throws IOException {
        SeriesPage page = new SeriesPage(series);
        ReportFigures.Figure figure = page.figure();
        List<Path> written = new ArrayList<>();
        OutputFiles files = new OutputFiles(written);
        files.write(folder.resolve("report.html"), page.write(figure));
        files.write(files.folder(folder.resolve("figures")), figure);
        return List.copyOf(written);
    }
}
