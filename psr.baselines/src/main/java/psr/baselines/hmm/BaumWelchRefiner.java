package psr.baselines.hmm;

import java.util.List;
import java.util.Optional;

import org.osgi.service.component.annotations.Component;

import psr.api.data.Sequences;
import psr.api.data.Symbols;
import psr.api.learn.Refiner;
import psr.api.learn.Run;
import psr.api.linear.Hmm;
import psr.api.model.Model;
import psr.api.settings.Option;
import psr.api.settings.PsrService;
import psr.api.settings.ValidationError;
import psr.baselines.Preconditions;

/**
 * Expectation maximization from the hidden Markov model of another stage.
 *
 * <p>A probability of zero stays zero in every iteration, and sequences that need it do not count. So the start's
 * probabilities are first raised to a floor; use {@code start-floor=0} to preserve intended zeros.
 */
@Component
@PsrService(name = "em", summary = "Baum-Welch from the hidden Markov model of the stage before",
        paper = "Baum, Petrie, Soules, Weiss 1970")
public final class BaumWelchRefiner implements Refiner<BaumWelchRefiner.Settings> {

    public record Settings(
            @Option(value = "20", help = "largest number of iterations", min = 0) int iterations,
            @Option(value = "1e-6", help = "converged if the relative increase of the log-likelihood is below this",
                    min = 0) double tolerance,
            @Option(value = "1e-6", help = "added to every expected count of a transition and an emission",
                    min = 0) double floor,
            @Option(value = "1e-3", help = "smallest probability in the start; 0 preserves zeros",
                    min = 0, max = 1) double startFloor) {}

    @Override
    public Optional<ValidationError> objection(Model start, Sequences sequences, Settings settings) {
        return start instanceof Hmm ? Optional.empty()
                : Optional.of(ValidationError
                        .of("em refines a hidden Markov model, for example one of exterior; the stage before it makes none"));
    }

    @Override
    public Model refine(Model start, Sequences sequences, Settings settings, Run run) {
        Symbols data = sequences.as(Symbols.class);
        Preconditions.notEmpty(data, "em");
        if (settings.iterations() == 0) {
            return start;
        }
        HmmNumbers numbers = HmmNumbers.of((Hmm) start);
        numbers.floor(settings.startFloor());
        BaumWelchStarts starts = new BaumWelchStarts(data, List.of(numbers), settings.tolerance(), settings.floor(),
                run);
        starts.run(settings.iterations(), run);
        return starts.model();
    }
}
