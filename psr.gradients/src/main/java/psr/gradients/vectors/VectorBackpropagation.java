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

/** Back-propagation through time of the squared forecast errors of a model of rows, with Adam. */
@Component
@PsrService(name = "bptt", summary = "back-propagation of forecast errors through time, for models of numbers",
        paper = "after Downey, Hefny, Gordon 2017; Downey et al. 2017; Kingma, Ba 2015", observations = Space.Kind.VECTORS,
        inputs = Space.Kind.VECTORS)
public final class VectorBackpropagation implements Refiner<VectorBackpropagation.Settings> {

    public record Settings(
            @Option(value = "40", min = 1, max = 100_000, help = "filter steps through which an error is followed") int window,
            @Option(value = "2e-3", min = 0, max = 1, help = "learning rate of Adam in the first pass") double rate,
            @Option(value = "60", min = 0, max = 100_000, help = "largest number of passes over the data") int passes,
            @Option(value = "8", min = 1, help = "stop after this many passes without a smaller held-out error") int patience,
            @Option(value = "0.15", min = 0.01, max = 0.9,
                    help = "fraction of the training data held out to choose the best pass") double validation) {}

    @Override
    public Optional<ValidationError> objection(Model start, Sequences data, Settings settings) {
        return StateRefinement.objection("bptt", start, data);
    }

    @Override
    public double validationShare(Settings settings) {
        return settings.validation();
    }

    @Override
    public Model refine(Model start, Sequences data, Settings settings, Run run) {
        FilterRefinement.Settings usual = FilterRefinement.Settings.throughTime();
        return StateRefinement.refine("bptt", start, data, settings.validation(),
                new FilterRefinement.Settings(settings.window(), usual.batch(), usual.distances(), settings.rate(),
                        settings.passes(),
                        settings.patience(), usual.burnIn(), usual.ridge()),
                run);
    }
}
