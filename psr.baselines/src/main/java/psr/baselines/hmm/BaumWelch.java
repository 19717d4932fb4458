package psr.baselines.hmm;

import java.util.List;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;

import org.osgi.service.component.annotations.Component;

import psr.api.data.Sequences;
import psr.api.data.Symbols;
import psr.api.learn.Learner;
import psr.api.learn.Run;
import psr.api.model.Model;
import psr.api.settings.Option;
import psr.api.settings.PsrService;
import psr.baselines.Preconditions;

/**
 * Expectation maximization for hidden Markov models. Several random starts advance in parallel, one iteration at a time,
 * and the one with the largest likelihood is the model: so the curve over iterations is that of the best start.
 */
@Component
@PsrService(name = "em", summary = "hidden Markov model by Baum-Welch from random starts",
        paper = "Baum, Petrie, Soules, Weiss 1970")
public final class BaumWelch implements Learner<BaumWelch.Settings> {

    public record Settings(
            @Option(value = "20", help = "number of hidden states", min = 1) int states,
            @Option(value = "3", help = "number of random starts; the one with the largest likelihood is the model",
                    min = 1) int restarts,
            @Option(value = "50", help = "largest number of iterations of each start", min = 0) int iterations,
            @Option(value = "1e-6", help = "a start has converged if the relative increase of its log-likelihood is below this",
                    min = 0) double tolerance,
            @Option(value = "1e-6", help = "added to every expected count of a transition and an emission",
                    min = 0) double floor) {}

    @Override
    public Model learn(Sequences sequences, Settings settings, Run run) {
        Symbols data = sequences.as(Symbols.class);
        Preconditions.notEmpty(data, "em");
        RandomGenerator random = run.random("starts");
        int n = data.alphabet().size();
        List<HmmNumbers> drawn = Stream
                .generate(() -> HmmNumbers.random(settings.states(), n, random))
                .limit(settings.restarts()).toList();
        BaumWelchStarts starts = new BaumWelchStarts(data, drawn, settings.tolerance(), settings.floor(), run);
        if (run.iterated(0, starts::model)) {
            starts.run(settings.iterations(), run);
        }
        return starts.model();
    }
}
