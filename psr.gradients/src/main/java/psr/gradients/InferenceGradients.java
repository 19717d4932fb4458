package psr.gradients;

import java.util.Optional;
import java.util.OptionalInt;
import java.util.random.RandomGenerator;

import org.osgi.service.component.annotations.Component;

import psr.api.data.Sequences;
import psr.api.data.Symbols;
import psr.api.learn.LearningException;
import psr.api.learn.Refiner;
import psr.api.learn.Run;
import psr.api.model.Model;
import psr.api.settings.Option;
import psr.api.settings.PsrService;
import psr.api.settings.ValidationError;
import psr.math.batches.Pieces;
import psr.math.batches.StepUnit;

/**
 * Inference gradients: changes the operators so that the states of the filter come closer to the observations that
 * follow. Horizon 1 is Algorithm 2 of the paper, horizon H Algorithm 3. b∞ and q_1 do not change.
 *
 * <p>Unlike the paper: the gradient is summed over a minibatch, and its L1 norm is one norm over all operators. The
 * algorithm as printed, with a step after every symbol, is {@code unit=step}.
 */
@Component
@PsrService(name = "ig", summary = "inference gradients, one step or many steps ahead",
        paper = "Downey, Hefny, Gordon 2017")
public final class InferenceGradients implements Refiner<InferenceGradients.Settings> {

    /** About so many steps make a minibatch: 20 sequences of the ring, 2 pieces of text. */
    static final int STEPS = 200;

    /** What a gradient is divided by. */
    public enum Norm {

        /** The sum of the sizes of all entries. */
        L1,

        /** Nothing. */
        NONE
    }

    public record Settings(
            @Option(value = "1", help = "number of steps ahead in the loss; 1 is Algorithm 2, more is Algorithm 3",
                    min = 1) int horizon,
            @Option(value = "1e-3", help = "length of a step, in L1 norm; with norm=none the factor of the gradient",
                    min = 0) double rate,
            @Option(value = "10", help = "passes over the training data", min = 0) int passes,
            @Option(value = "auto", min = 1,
                    help = "sequences or pieces in a minibatch; auto takes 200 steps: 20 of ring, 2 pieces of text") OptionalInt batch,
            @Option(value = "100", help = "longer sequences are cut into pieces of this length", min = 1) int chunk,
            @Option(value = "on", help = "shuffle the sequences before each pass") boolean shuffle,
            @Option(value = "minibatch",
                    help = "update the operators after each minibatch, sequence or step (as printed)") StepUnit unit,
            @Option(value = "l1",
                    help = "what a gradient is divided by: its L1 norm over all operators, or nothing") Norm norm) {}

    @Override
    public Optional<ValidationError> objection(Model start, Sequences sequences, Settings settings) {
        return Psr.objection("ig", start);
    }

    @Override
    public Model refine(Model start, Sequences sequences, Settings settings, Run run) {
        Symbols data = sequences.as(Symbols.class);
        Psr psr = Psr.of("ig", start, data.alphabet(), settings.horizon() > 1);
        Pieces pieces = new Pieces(data, settings.chunk(), psr.d);
        Targets targets = Targets.of(psr.start, pieces.sequences);
        if (!targets.any(1)) {
            throw new LearningException("inference gradients need at least one sequence of "
                    + (psr.start.features().longest() + 1) + " symbols, one for the step and the strings after it; the"
                    + " longest of " + data.count() + " has " + data.longest());
        }
        Descent descent = new Descent(psr, settings.rate(), settings.norm() == Norm.L1);
        // No window extends beyond its sequence.
        int longest = data.longest();
        int horizon = Math.min(settings.horizon(), longest);
        Rollout rollout = new Rollout(psr, (int) Math.min((long) pieces.longest() + horizon - 1, longest));
        Windows windows = new Windows(psr, rollout, horizon);
        RandomGenerator random = settings.shuffle() ? run.random("shuffle") : null;
        int batch = settings.unit() == StepUnit.MINIBATCH ? pieces.batch(settings.batch(), STEPS) : 1;
        for (int pass = 1; pass <= settings.passes(); pass++) {
            if (random != null) {
                pieces.filter(psr.initial, psr::advance, run::checkpoint);
            }
            pieces.pass(random, batch, p -> {
                if (settings.unit() == StepUnit.STEP) {
                    stepwise(p, pieces, targets, psr, rollout, windows, horizon, descent);
                } else {
                    whole(p, pieces, targets, psr, rollout, windows, horizon, descent);
                }
            }, () -> {
                windows.end(descent);
                descent.step();
                return !run.cancelled();
            });
            if (run.cancelled() || !run.iterated(pass, psr::snapshot)) {
                break;
            }
        }
        if (descent.skipped() > 0) {
            run.count("skipped gradients", descent.skipped());
        }
        if (rollout.replaced() > 0) {
            run.count("guarded training steps", rollout.replaced());
        }
        return psr.snapshot();
    }

    /** Adds the gradient of a piece with fixed operators; windows extend beyond the piece if the sequence does. */
    static void whole(int p, Pieces pieces, Targets targets, Psr psr, Rollout rollout, Windows windows,
            int horizon, Descent into) {
        int from = pieces.from[p];
        int length = pieces.to[p] - from;
        int last = targets.last(pieces.number[p]) - from;
        int starts = Math.min(length, last);
        if (starts > 0) {
            int steps = Math.min(length + horizon - 1, last);
            rollout.run(pieces.symbols(p), from, steps, pieces.start(p, psr.initial));
            windows.add(pieces.symbols(p), from, starts, steps, targets, pieces.number[p], into);
            if (starts == length) {
                pieces.setNextStart(p, rollout.q[length]);
            }
        }
    }

    /** Updates the operators after each step of a piece; the next state is computed with those before the update. */
    static void stepwise(int p, Pieces pieces, Targets targets, Psr psr, Rollout rollout, Windows windows,
            int horizon, Descent into) {
        int end = Math.min(pieces.to[p], targets.last(pieces.number[p]));
        double[] q = pieces.start(p, psr.initial);
        for (int t = pieces.from[p]; t < end; t++) {
            int steps = Math.min(horizon, targets.last(pieces.number[p]) - t);
            rollout.run(pieces.symbols(p), t, steps, q);
            windows.add(pieces.symbols(p), t, 1, steps, targets, pieces.number[p], into);
            windows.end(into);
            into.step();
            q = rollout.q[1];
        }
        if (end == pieces.to[p]) {
            pieces.setNextStart(p, q);
        }
    }
}
