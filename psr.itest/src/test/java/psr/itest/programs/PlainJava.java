package psr.itest.programs;

import java.nio.file.Path;
import java.util.Map;

import psr.api.learn.SeededRun;
import psr.api.model.Filter;
import psr.api.model.Model;
import psr.api.settings.Schema;
import psr.api.source.Dataset;
import psr.datasets.CsvFile;
import psr.spectral.TwoStageRegression;

/** Learns a linear PSR from a CSV file and predicts, with nothing but the jars on the class path. */
public final class PlainJava {

    private PlainJava() {}

    /** The probability of each symbol to come after the first two of the first training sequence. */
    public static double[] predict(Path file) throws Exception {
        CsvFile csv = new CsvFile();
        Dataset data = csv.load(Schema.of(csv.settings()).parse(
                Map.of("file", file.toString(), "sequence", "user", "symbol", "page"), "csv"), 1);

        TwoStageRegression learner = new TwoStageRegression();
        Model model = learner.learn(data.training(),
                Schema.of(learner.settings()).parse(Map.of("rank", "3"), "2sr"), new SeededRun(1));

        Filter filter = model.filter();
        filter.update(data.training().sequences().symbol(0, 0));
        filter.update(data.training().sequences().symbol(0, 1));
        double[] scores = new double[model.alphabet().size()];
        filter.scores(1, scores);
        return scores;
    }
}
