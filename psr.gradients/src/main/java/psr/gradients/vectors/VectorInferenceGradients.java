package psr.gradients.vectors;

import java.util.Optional;

import org.osgi.service.component.annotations.Component;

import psr.api.data.Sequences;
import psr.api.data.Space;
import psr.api.learn.Refiner;
import psr.api.learn.Run;
import psr.api.model.Model;
import psr.api.settings.Option;
import psr.api.settings.PsrService;
import psr.api.settings.ValidationError;
import psr.math.vectors.FilterRefinement;

/** Inference gradients of a model of rows: the gradients of forecast errors through one or several filter steps. */
@Component
@PsrService(name = "ig", summary = "inference gradients, one-step or multi-step, for models of numbers",
        paper = "after Downey, Hefny, Gordon 2017", observations = Space.Kind.VECTORS, inputs = Space.Kind.VECTORS)
public final class VectorInferenceGradients implements Refiner<VectorInferenceGradients.Settings> {

    public record Settings(
            @Option(value = "1", min = 1, max = 1000, help = "filter steps through which an error is followed") int horizon,
            @Option(value = "2e-3", min = 0, max = 1, help = "learning rate of Adam in the first pass") double rate,
            @Option(value = "30", min = 0, max = 100_000, help = "largest number of passes over the data") int passes,
            @Option(value = "5", min = 1, help = "stop after this many passes without a smaller held-out error") int patience,
            @Option(value = "0.15", min = 0.01, max = 0.9,
                    help = "fraction of the training data held out to choose the best pass") double validation) {}

    @Override
    public Optional<ValidationError> objection(Model start, Sequences data, Settings settings) {
        return StateRefinement.objection("ig", start, data);
    }

    @Override
    public double validationShare(Settings settings) {
        return settings.validation();
    }

    @Override
    public Model refine(Model start, Sequences data, Settings settings, Run run) {
        FilterRefinement.Settings usual = FilterRefinement.Settings.inference(settings.horizon());
        return StateRefinement.refine("ig", start, data, settings.validation(),
                new FilterRefinement.Settings(usual.window(), usual.batch(), usual.distances(), settings.rate(),
                        settings.passes(),
                        settings.patience(), usual.burnIn(), usual.ridge()),
                run);
    }
}
