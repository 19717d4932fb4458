package psr.itest.programs;

import java.nio.file.Path;
import java.util.Map;

import psr.api.learn.Run;
import psr.api.learn.SeededRun;
import psr.api.model.Filter;
import psr.api.model.Model;
import psr.api.source.Dataset;
import psr.datasets.CsvFile;
import psr.spectral.TwoStageRegression;

/** Learns a linear PSR from a CSV file and predicts, with nothing but the jars on the class path. */
public final class PlainJava {

    private PlainJava() {}

    /** The probability of each symbol to come after the first two of the first training sequence. */
    public static double[] predict(Path file) throws Exception {
        Run run = new SeededRun(1);
        Dataset data = new CsvFile().load(Map.of("file", file.toString(), "sequence", "user", "symbol", "page"), run);
        Model model = new TwoStageRegression().learn(data.training(), Map.of("rank", "3"), run);

        Filter filter = model.filter();
        filter.update(data.training().sequences().symbol(0, 0));
        filter.update(data.training().sequences().symbol(0, 1));
        double[] scores = new double[model.alphabet().size()];
        filter.scores(1, scores);
        return scores;
    }
}
