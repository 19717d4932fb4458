package psr.itest.programs;

import java.io.IOException;
import java.util.Map;

import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

import psr.api.learn.Learner;
import psr.api.learn.Run;
import psr.api.learn.SeededRun;
import psr.api.model.Model;
import psr.api.model.SymbolFilter;
import psr.api.source.Dataset;
import psr.api.source.DatasetSource;

/** Learns from a CSV file with the services of the laboratory and says what comes first. */
@Component(service = Forecast.class)
public final class Forecast {

    private final DatasetSource<?> csv;
    private final Learner<?> learner;

    @Activate
    public Forecast(@Reference(target = "(psr.name=csv)") DatasetSource<?> csv,
            @Reference(target = "(psr.name=ngram)") Learner<?> learner) {
        this.csv = csv;
        this.learner = learner;
    }

    /** The probability of each symbol to be the first of a sequence. */
    public double[] first(String file) throws IOException {
        Run run = new SeededRun(1);
        Dataset data = csv.load(Map.of("file", file, "sequence", "user", "symbol", "page"), run);
        Model model = learner.learn(data.training(), Map.of("order", "2"), run);
        SymbolFilter filter = SymbolFilter.of(model);
        double[] scores = new double[model.space().size()];
        filter.scores(1, scores);
        return scores;
    }
}
