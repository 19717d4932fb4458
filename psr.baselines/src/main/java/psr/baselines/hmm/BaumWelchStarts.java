package psr.baselines.hmm;

import java.util.ArrayList;
import java.util.List;

import psr.api.data.Alphabet;
import psr.api.data.TrainingData;
import psr.api.learn.Run;
import psr.api.model.Hmm;

/** Baum–Welch from one or several starts, which advance in turn, an iteration each; the likeliest one leads. */
final class BaumWelchStarts {

    private final Alphabet alphabet;
    private final double tolerance;
    private final double floor;
    private final List<ForwardBackward> starts = new ArrayList<>();
    private final boolean[] converged;
    /** Of the leader; null where it has moved since, or nobody has asked. */
    private Hmm model;

    /**
     * Looks at all starts once.
     *
     * @param starts at least one, all of one size; changed by {@link #run}
     * @param tolerance a start has converged when its log-likelihood gains less than this share of itself
     * @param floor added to every expected count of a transition and an emission
     * @param run may say that no more is to be looked at
     */
    BaumWelchStarts(TrainingData data, List<HmmNumbers> starts, double tolerance, double floor, Run run) {
        this.alphabet = data.alphabet();
        this.tolerance = tolerance;
        this.floor = floor;
        this.converged = new boolean[starts.size()];
        HmmNumbers first = starts.get(0);
        ForwardBackward.Workspace work = new ForwardBackward.Workspace(data.sequences(), first.states(),
                first.symbols());
        for (HmmNumbers numbers : starts) {
            ForwardBackward start = new ForwardBackward(work, numbers);
            start.expect(run::cancelled);
            this.starts.add(start);
        }
    }

    /** Runs until all starts have converged, the iterations are done, or the run says stop. */
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
        start.maximise(floor);
        if (!start.expect(run::cancelled)) {
            return;
        }
        // More possible sequences are progress, whatever the likelihood says: it is over more of them.
        converged[i] = start.impossible() == impossible
                && start.logLikelihood() - before < tolerance * Math.abs(before);
    }

    /** The likeliest start: fewest impossible sequences first. */
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

    /** The model of the leader; the same again until a start has moved, so that nobody measures it twice. */
    Hmm model() {
        if (model == null) {
            model = leader().numbers().model(alphabet);
        }
        return model;
    }
}
