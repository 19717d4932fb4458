package psr.math.gibbs;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalInt;

import psr.math.gibbs.AutomatonSearch.Candidate;
import psr.math.gibbs.AutomatonSearch.Priors;

/** The candidates of a search. They depend only on the size of the data and of the alphabet. */
public final class AutomatonCandidates {

    /** Numbers of states. */
    private static final int[] STATES = {6, 10, 20, 40, 60};
    private static final int[] HMM_STATES = {15, 30};

    /** Fixed priors, for states that are known well only together. */
    private static final double EMISSION = .3;
    private static final double TRANSITION = .05;

    /** Where resampled priors start. They adapt, but may freeze a chain in a poor mode. */
    private static final double FIRST_EMISSION = .5;
    private static final double FIRST_TRANSITION = .1;

    /** A move counts as much as this many before the first, divided by the states: such a chain moves freely. */
    private static final double FREE = 10;

    /** With this many states or fewer, fixed priors are not tried for automata. */
    private static final int FEW = 20;

    /** A chain of more states needs no free priors: it moves through its spare states. */
    private static final int MANY = 40;

    /** The largest table of moves that is tried without being asked for. */
    private static final long CELLS = 1_000_000;

    private final int symbols;
    private final long total;

    /**
     * Candidates for data.
     *
     * @param symbols n
     * @param total the number of training symbols
     */
    public AutomatonCandidates(int symbols, long total) {
        this.symbols = symbols;
        this.total = total;
    }

    /**
     * Candidates that have the given settings; the first is always possible.
     *
     * @param states N; empty for a choice
     * @param automata whether moves may depend on the symbol
     * @param hmms whether they may depend on the state alone
     * @param emission α; empty for a choice
     * @param transition β; empty for a choice
     */
    public List<Candidate> of(OptionalInt states, boolean automata, boolean hmms, OptionalDouble emission,
            OptionalDouble transition) {
        List<Candidate> all = new ArrayList<>();
        if (automata) {
            add(all, states, STATES, true, emission, transition);
        }
        if (hmms) {
            add(all, states, HMM_STATES, false, emission, transition);
        }
        return all;
    }

    private void add(List<Candidate> all, OptionalInt states, int[] sizes, boolean perSymbol, OptionalDouble emission,
            OptionalDouble transition) {
        int[] tried = states.isPresent() ? new int[] {states.getAsInt()} : sizes;
        for (int k = 0; k < tried.length; k++) {
            int n = tried[k];
            long cells = (long) n * n * (perSymbol ? symbols : 1);
            // Fewer symbols than states cannot determine them.
            if (states.isEmpty() && k > 0 && (cells > CELLS || (long) n * n > total)) {
                continue;
            }
            if (emission.isPresent() || transition.isPresent()) {
                all.add(new Candidate(n, perSymbol, emission.orElse(EMISSION), transition.orElse(TRANSITION), Priors.FIXED));
                continue;
            }
            boolean one = states.isPresent();
            if (one || !perSymbol && k == 0 || perSymbol && n > FEW) {
                all.add(new Candidate(n, perSymbol, EMISSION, TRANSITION, Priors.FIXED));
            }
            if (one || !perSymbol || n <= MANY) {
                all.add(new Candidate(n, perSymbol, FIRST_EMISSION, FIRST_TRANSITION, Priors.RESAMPLED));
            }
            if (perSymbol && (one || n <= MANY)) {
                all.add(new Candidate(n, true, FREE, FREE / n, Priors.OF_SAMPLES));
            }
        }
    }
}
