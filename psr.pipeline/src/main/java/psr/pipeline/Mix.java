package psr.pipeline;

import java.util.Arrays;
import java.util.List;

import org.osgi.service.component.annotations.Component;

import psr.api.data.Sequences;
import psr.api.data.Symbols;
import psr.api.learn.Combiner;
import psr.api.learn.LearningException;
import psr.api.learn.Run;
import psr.api.model.Model;
import psr.api.model.Repair;
import psr.api.model.SymbolFilter;
import psr.api.settings.Option;
import psr.api.settings.PsrService;

/** Mixes models with the weights that maximize the likelihood of held-out data. */
@Component
@PsrService(name = "mix", summary = "mixture of models, weights by held-out data",
        paper = "Jelinek, Mercer 1980")
public final class Mix implements Combiner<Mix.Settings> {

    public record Settings(
            @Option(value = "0.1", min = 0, max = .9,
                    help = "fraction of the data held out from the models to estimate the weights; 0: equal weights") double validation) {}

    @Override
    public double validationShare(Settings settings) {
        return settings.validation;
    }

    @Override
    public Model combine(List<Model> models, Sequences sequences, Settings settings, Run run) {
        Symbols data = sequences.as(Symbols.class);
        double[][] probability = new double[models.size()][];
        if (settings.validation > 0) {
            Symbols held = heldOut(data, settings);
            for (int k = 0; k < probability.length; k++) {
                run.progress((double) k / probability.length, "weighting model " + (k + 1));
                probability[k] = probabilities(models.get(k), held, run);
            }
        } else {
            Arrays.fill(probability, new double[0]);
        }
        return new Mixture(models, MixtureWeights.of(probability));
    }

    private static Symbols heldOut(Symbols data, Settings settings) {
        try {
            return data.holdOut(settings.validation).heldOut();
        } catch (IllegalArgumentException e) {
            throw new LearningException("mix needs a held-out part of the data for its weights, which cannot be made: "
                    + e.getMessage(), e);
        }
    }

    /** The probability of every symbol, repaired as the mixture does it; incomplete if the run is cancelled. */
    static double[] probabilities(Model model, Symbols sequences, Run run) {
        SymbolFilter filter = SymbolFilter.of(model);
        double[] scores = new double[model.space().size()];
        double[] probability = new double[sequences.total()];
        int at = 0;
        for (int i = 0; i < sequences.count() && !run.cancelled(); i++) {
            filter.reset();
            for (int t = 0; t < sequences.length(i); t++) {
                filter.scores(1, scores);
                Repair.ABSOLUTE.apply(scores);
                int symbol = sequences.symbol(i, t);
                probability[at++] = scores[symbol];
                filter.update(symbol);
            }
        }
        return probability;
    }
}
