package psr.pipeline;

import java.util.Optional;
import java.util.OptionalDouble;

import org.osgi.service.component.annotations.Component;

import psr.api.data.Sequences;
import psr.api.data.Symbols;
import psr.api.learn.LearningException;
import psr.api.learn.Refiner;
import psr.api.learn.Run;
import psr.api.linear.LinearPsr;
import psr.api.model.Model;
import psr.api.settings.Option;
import psr.api.settings.PsrService;
import psr.api.settings.ValidationError;

/**
 * Re-estimates a linear PSR with the states of its filter as instruments. Doing it more than once gains nothing.
 *
 * <p>The new operators are compared with the old ones on held-out data; if they are not better, the start is returned.
 */
@Component
@PsrService(name = "iv", summary = "re-estimates a linear PSR with the states of its filter as instruments",
        paper = "Hefny, Downey, Gordon 2015")
public final class InstrumentalVariables implements Refiner<InstrumentalVariables.Settings> {

    public record Settings(
            @Option(value = "auto", min = 0,
                    help = "ridge as a fraction of the largest singular value; auto compares .003 and .02 on held-out data") OptionalDouble ridge,
            @Option(value = "0.1", min = 0, max = .9,
                    help = "fraction of the data held out for comparison; 0: always use the new operators, with a ridge of .02 if it is auto") double validation) {

        private double[] ridges() {
            return ridge.isPresent() ? new double[] {ridge.getAsDouble()}
                    : validation > 0 ? new double[] {.003, .02} : new double[] {.02};
        }
    }

    @Override
    public Optional<ValidationError> objection(Model start, Sequences sequences, Settings settings) {
        return Starts.objection("iv", start);
    }

    @Override
    public double validationShare(Settings settings) {
        return settings.validation;
    }

    @Override
    public Model refine(Model start, Sequences sequences, Settings settings, Run run) {
        Symbols data = sequences.as(Symbols.class);
        Starts parts = new Starts("iv", data, settings.validation, run);
        LinearPsr model = (LinearPsr) start;
        Operators psr = Exchange.operators(model, Pipeline.guard(parts.train, Pipeline.GUARD));
        run.progress(0, "counting strings");
        Basis basis = Basis.of(parts.train, Shape.of(parts.train), psr.d, run.random("svd"));
        if (basis.rank < psr.d) {
            throw new LearningException("the strings of the data must have at least " + psr.d
                    + " directions in common, the dimension of the state; found " + basis.rank + " (iv)");
        }
        run.progress(.5, "re-estimating");
        Operators best = null;
        double least = parts.held == null ? Double.POSITIVE_INFINITY : parts.loss(psr);
        for (Operators next : Reestimation.of(psr, basis, parts.train, settings.ridges())) {
            double loss = parts.held == null ? 0 : parts.loss(next);
            if (loss < least) {
                least = loss;
                best = next;
            }
        }
        LinearPsr refined = best == null ? model : Exchange.model(best, data.alphabet());
        run.iterated(1, () -> refined);
        return refined;
    }
}
