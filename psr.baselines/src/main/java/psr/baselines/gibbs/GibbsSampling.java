package psr.baselines.gibbs;

import java.util.Arrays;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalInt;

import org.osgi.service.component.annotations.Component;

import psr.api.data.Sequences;
import psr.api.data.Symbols;
import psr.api.learn.Learner;
import psr.api.learn.LearningException;
import psr.api.learn.Run;
import psr.api.settings.Option;
import psr.api.settings.PsrService;
import psr.baselines.Preconditions;
import psr.math.gibbs.AutomatonCandidates;
import psr.math.gibbs.AutomatonEnsemble;
import psr.math.gibbs.AutomatonSearch;
import psr.math.gibbs.AutomatonSearch.Candidate;

/**
 * Collapsed Gibbs sampling of probabilistic finite automata. The number of states and the priors are chosen on held-out
 * data; the model is the mean over samples of several chains.
 */
@Component
@PsrService(name = "gibbs", summary = "probabilistic automata by collapsed Gibbs sampling, averaged",
        paper = "Shibata, Yoshinaka 2014")
public final class GibbsSampling implements Learner<GibbsSampling.Settings> {

    /** How moves of an automaton depend on symbols. */
    public enum Structure {
        /** Chosen on held-out data. */
        AUTO,
        /** A move depends on the state and the symbol. */
        AUTOMATON,
        /** A move depends on the state alone. */
        HMM
    }

    public record Settings(
            @Option(value = "auto", min = 1, max = 10_000,
                    help = "number of states; auto chooses it on held-out data") OptionalInt states,
            @Option(value = "auto",
                    help = "automaton: a move depends on state and symbol; hmm: on the state alone; auto chooses") Structure structure,
            @Option(value = "auto", min = 1e-4, max = 100,
                    help = "prior of the emissions, added to each count; auto chooses or resamples it") OptionalDouble emissionPrior,
            @Option(value = "auto", min = 1e-4, max = 100,
                    help = "prior of the moves, added to each count; auto chooses or resamples it") OptionalDouble transitionPrior,
            @Option(value = "5", min = 1, max = 100, help = "number of independent chains") int chains,
            @Option(value = "200", min = 1,
                    help = "sweeps of a chain before its first sample, without the held-out data") int burnIn,
            @Option(value = "90", min = 1, help = "sweeps of a chain with all data, from which samples are taken") int sweeps,
            @Option(value = "8", min = 1, max = 1000, help = "samples of each chain") int samples) {}

    private static final double SHARE = .1;

    @Override
    public AutomatonEnsemble learn(Sequences sequences, Settings settings, Run run) {
        Symbols data = sequences.as(Symbols.class);
        Preconditions.notEmpty(data, "gibbs");
        int symbols = data.alphabet().size();
        AutomatonSearch.Effort effort = new AutomatonSearch.Effort(settings.chains, settings.burnIn, settings.sweeps,
                Math.min(settings.samples, settings.sweeps));
        List<Candidate> candidates = new AutomatonCandidates(symbols, data.total()).of(settings.states,
                settings.structure != Structure.HMM, settings.structure != Structure.AUTOMATON, settings.emissionPrior,
                settings.transitionPrior);
        checkMemory(candidates, symbols, effort);
        Sequences.Parts<Symbols> parts = divided(data);
        AutomatonSearch search = new AutomatonSearch(symbols, strings(parts.rest()),
                strings(parts.heldOut()), effort, run::random, new AutomatonSearch.Watch() {
                    @Override
                    public void checkpoint() {
                        run.checkpoint();
                    }

                    @Override
                    public void progress(double share, String doing) {
                        run.progress(share, doing);
                    }
                });
        AutomatonSearch.Found chosen = search.choose(candidates);
        run.count(chosen.best() + " chosen", 1);
        AutomatonSearch.Found found = search.finish();
        return new AutomatonEnsemble(data.alphabet(), found.automata(), found.weights());
    }

    private static Sequences.Parts<Symbols> divided(Symbols data) {
        try {
            return data.holdOut(SHARE);
        } catch (IllegalArgumentException e) {
            throw new LearningException("gibbs weighs its chains on a held-out part of the data, which cannot be made: "
                    + e.getMessage(), e);
        }
    }

    /** The strings with at least one symbol. */
    private static int[][] strings(Symbols sequences) {
        int[][] strings = new int[sequences.count()][];
        int count = 0;
        for (int i = 0; i < strings.length; i++) {
            if (sequences.length(i) > 0) {
                strings[count++] = sequences.copy(i);
            }
        }
        return Arrays.copyOf(strings, count);
    }

    private static void checkMemory(List<Candidate> candidates, int symbols, AutomatonSearch.Effort effort) {
        long needed = AutomatonSearch.bytes(candidates, symbols, effort);
        long present = Runtime.getRuntime().maxMemory();
        long cells = candidates.stream().mapToLong(c -> c.cells(symbols)).max().orElse(0);
        // Half is left for the data and everything else.
        if (needed > present / 2 || cells > Integer.MAX_VALUE / 2) {
            Candidate largest = candidates.get(candidates.size() - 1);
            throw new IllegalArgumentException("the tables of gibbs must fit into half of the memory, " + (present / 2 >> 20)
                    + " MB; " + largest.states() + " states and " + symbols + " symbols have " + cells
                    + " transitions, which need " + (needed >> 20) + " MB for " + effort.chains() + " chains of "
                    + effort.samples() + " samples; take fewer states, chains or samples, or structure=hmm");
        }
    }
}
