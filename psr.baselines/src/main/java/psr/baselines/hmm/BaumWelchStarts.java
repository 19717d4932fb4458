package psr.baselines.hmm;

import java.util.ArrayList;
import java.util.List;

import psr.api.data.Alphabet;
import psr.api.data.Symbols;
import psr.api.learn.Run;
import psr.api.linear.Hmm;

/** Baum–Welch from one or several starts, which advance in turn, one iteration each. */
final class BaumWelchStarts {

    private final Alphabet alphabet;
    private final double tolerance;
    private final double floor;
    private final List<ForwardBackward> starts = new ArrayList<>();
    private final boolean[] converged;
    /** The leader's model; null if the leader has changed since, or before the first call. */
    private Hmm model;

    /**
     * Computes the likelihood of all starts.
     *
     * @param starts at least one, all of one size; modified by {@link #run}
     * @param tolerance a start has converged if the relative increase of its log-likelihood is below this
     * @param floor added to every expected count of a transition and an emission
     * @param run may be cancelled
     */
    BaumWelchStarts(Symbols data, List<HmmNumbers> starts, double tolerance, double floor, Run run) {
        this.alphabet = data.alphabet();
        this.tolerance = tolerance;
        this.floor = floor;
        this.converged = new boolean[starts.size()];
        HmmNumbers first = starts.get(0);
        ForwardBackward.Workspace work = new ForwardBackward.Workspace(data, first.states(),
                first.symbols());
        for (HmmNumbers numbers : starts) {
            ForwardBackward start = new ForwardBackward(work, numbers);
            start.expect(run::cancelled);
            this.starts.add(start);
        }
    }

    /** Runs until all starts have converged, the iterations are done, or the run is cancelled. */
    void run(int iterations, Run run) {
        for (int iteration = 1; iteration <= iterations; iteration++) {
            boolean moved = false;
            for (int i = 0; i < converged.length && !run.cancelled(); i++) {
                if (!converged[i]) {
                    moved = true;
                    advance(i, run);
                }
            }
            if (!moved || run.cancelled() || !run.iterated(iteration, this::model)) {
                break;
            }
        }
        if (leader().impossible() > 0) {
            run.count("sequences held impossible", leader().impossible());
        }
    }

    private void advance(int i, Run run) {
        ForwardBackward start = starts.get(i);
        double before = start.logLikelihood();
        long impossible = start.impossible();
        model = null;
        start.maximize(floor);
        if (!start.expect(run::cancelled)) {
            return;
        }
        // More possible sequences are progress, whatever the likelihood is, because it covers more of them.
        converged[i] = start.impossible() == impossible
                && start.logLikelihood() - before < tolerance * Math.abs(before);
    }

    /** The start with the largest likelihood; fewer impossible sequences come first. */
    ForwardBackward leader() {
        ForwardBackward best = starts.get(0);
        for (ForwardBackward start : starts) {
            if (start.impossible() < best.impossible() || start.impossible() == best.impossible()
                    && start.logLikelihood() > best.logLikelihood()) {
                best = start;
            }
        }
        return best;
    }

    /** The model of the leader; the same object until a start changes, so that it is not measured twice. */
    Hmm model() {
        if (model == null) {
            model = leader().numbers().model(alphabet);
        }
        return model;
    }
}
