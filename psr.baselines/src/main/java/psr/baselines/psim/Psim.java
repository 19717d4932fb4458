package psr.baselines.psim;

import java.util.Optional;
import java.util.OptionalInt;
import java.util.random.RandomGenerator;

import org.osgi.service.component.annotations.Component;

import psr.api.data.Sequences;
import psr.api.data.Symbols;
import psr.api.learn.Learner;
import psr.api.learn.LearningException;
import psr.api.learn.Run;
import psr.api.linear.Features;
import psr.api.model.Model;
import psr.api.settings.Option;
import psr.api.settings.PsrService;
import psr.api.settings.Size;
import psr.baselines.MadeOnce;
import psr.baselines.StateSpace;
import psr.math.Kernels;
import psr.math.batches.Pieces;
import psr.math.batches.StepUnit;
import psr.math.moments.History;

/**
 * Predictive state inference machines: a filter q' = A_o q + c_o that is learned directly, without a generative model of
 * the data. By gradient descent from a random start (Algorithm 1 of Downey, Hefny, Gordon 2017), or by data set
 * aggregation, as in Sun et al.
 */
@Component
@PsrService(name = "psim", summary = "predictive state inference machine, by gradients or DAgger",
        paper = "Sun, Venkatraman, Boots, Bagnell 2016; Downey, Hefny, Gordon 2017")
public final class Psim implements Learner<Psim.Settings> {

    /** About so many steps make a minibatch: 20 sequences of 10, or 2 pieces of 100, work on the ring and on text. */
    private static final int STEPS = 200;

    /** How the machine is learned. */
    public enum Mode {

        /** Normalized gradients from a random start. */
        GRADIENT,

        /** Data set aggregation from a bigram start. */
        DAGGER
    }

    public record Settings(
            @Option(value = "gradient",
                    help = "gradient: descent from a random start; dagger: data set aggregation and regression") Mode mode,
            @Option(value = "at-most-20", min = 1, absent = "all",
                    help = "size of the predictive state; all means no compression") Optional<Size> rank,
            @Option(value = "2", help = "length of the longest feature strings; 2 in the paper", min = 1, max = 8) int length,
            @Option(value = "short",
                    help = "complete: only steps with a complete past; short: also the first steps of a sequence") History history,
            @Option(value = "2", help = "gradient: length of a step, in L1 norm over all A and c; 1 to 3 is useful",
                    min = 0) double rate,
            @Option(value = "10", help = "gradient: passes over the training data", min = 0) int passes,
            @Option(value = "auto", min = 1,
                    help = "gradient: sequences, or pieces of long ones, in a minibatch; auto takes 200 steps") OptionalInt batch,
            @Option(value = "100", help = "gradient: longer sequences are cut into pieces of this length", min = 1) int chunk,
            @Option(value = "minibatch",
                    help = "gradient: update the machine after each minibatch, sequence or step (as printed)") StepUnit unit,
            @Option(value = "20", help = "dagger: number of rounds of aggregation", min = 0) int rounds,
            @Option(value = "1e-3", help = "dagger: ridge of the regressions, above 0", min = 0) double ridge,
            @Option(value = "0.15", min = 0, max = 0.9,
                    help = "dagger: fraction of the training data held out to choose the best round; 0: use the last round") double validation) {

        public Settings {
            if (mode == Mode.DAGGER && !(ridge > 0)) {
                throw new IllegalArgumentException("ridge must be above 0 with mode=dagger; ridge=" + ridge);
            }
        }
    }

    @Override
    public Model learn(Sequences sequences, Settings settings, Run run) {
        Symbols data = sequences.as(Symbols.class);
        return switch (settings.mode()) {
            case GRADIENT -> descend(data, settings, run);
            case DAGGER -> aggregate(data, settings, run);
        };
    }

    private static StateSpace space(Symbols data, Features features, Settings settings, Run run) {
        return StateSpace.of(data, features, settings.rank(), settings.history(), run, "psim");
    }

    private static Model descend(Symbols data, Settings settings, Run run) {
        StateSpace space = space(data, Features.seenIn(data, settings.length()), settings, run);
        InferenceMachine machine = randomStart(space, run);
        Pieces pieces = new Pieces(data, settings.chunk(), space.dimension());
        int batch = settings.unit() == StepUnit.MINIBATCH ? pieces.batch(settings.batch(), STEPS) : 1;
        RandomGenerator shuffle = run.random("shuffle");
        PsimGradient gradient = new PsimGradient(data.alphabet().size(), space.dimension());
        InferenceMachine.Buffers buffers = new InferenceMachine.Buffers(space);
        Runnable move = () -> {
            if (!gradient.descend(settings.rate(), machine)) {
                run.count("skipped gradients", 1);
            }
            gradient.clear();
        };
        // The next state was computed before the update of the machine, as in Algorithm 1.
        InferenceMachine.StepListener add = (symbol, state, prediction, next, target) -> {
            gradient.add(symbol, state, prediction, target);
            if (settings.unit() == StepUnit.STEP) {
                move.run();
            }
        };
        for (int pass = 0;; pass++) {
            MadeOnce<PsimModel> now = model(space, machine);
            if (run.cancelled() || !run.iterated(pass, now) || pass == settings.passes()) {
                return now.get();
            }
            pieces.filter(machine.initial(), machine::advance, run::checkpoint);
            pieces.pass(shuffle, batch, p -> machine.walk(pieces.symbols(p), pieces.symbols(p).length, pieces.from[p],
                    pieces.to[p], pieces.start(p, machine.initial()), space, buffers, add),
                    () -> {
                        move.run();
                        return !run.cancelled();
                    });
        }
    }

    /**
     * Random A_o as in the random PSR: Σ_o b∞ᵀ A_o q_1 = 1, which makes each a contraction. c_o = Uᵀx_o is random, too,
     * scaled so that b∞ᵀ(A_o q_1 + c_o), which should be one, is one on average.
     */
    static InferenceMachine randomStart(StateSpace space, Run run) {
        RandomGenerator random = run.random("numbers");
        double[] normaliser = space.normaliser();
        InferenceMachine machine = InferenceMachine.zeros(space);
        double[][] operators = space.randomOperators(space.initial(), normaliser, random, run);
        int n = operators.length;
        double sum = 0;
        for (int o = 0; o < n; o++) {
            machine.linear()[o] = InferenceMachine.columns(operators[o], normaliser.length);
            machine.constant()[o] = space.randomState(random);
            sum += Kernels.dot(normaliser.length, normaliser, machine.constant()[o]);
        }
        for (double[] constant : machine.constant()) {
            Kernels.scale((n - 1) / sum, constant.length, constant);
        }
        return machine;
    }

    private static Model aggregate(Symbols data, Settings settings, Run run) {
        Features features = Features.seenIn(data, settings.length());
        boolean holdsOut = settings.validation() > 0;
        Sequences.Parts<Symbols> parts = holdsOut ? divided(data, settings.validation()) : null;
        Symbols heldOut = holdsOut ? parts.heldOut() : null;
        Symbols rest = holdsOut ? parts.rest() : data;
        StateSpace space = space(rest, features, settings, run);
        Dagger dagger = new Dagger(space, settings.ridge());
        InferenceMachine machine = Dagger.start(rest, space, run::cancelled);
        MadeOnce<PsimModel> best = model(space, machine);
        double lowest = holdsOut ? judged(machine, heldOut, space, run) : 0;
        for (int round = 0;; round++) {
            if (run.cancelled() || !run.iterated(round, best) || round == settings.rounds()) {
                return best.get();
            }
            machine = dagger.round(machine, rest, run::cancelled);
            double loss = holdsOut ? judged(machine, heldOut, space, run) : 0;
            if (loss <= lowest) {
                lowest = loss;
                best = model(space, machine);
            }
        }
    }

    private static MadeOnce<PsimModel> model(StateSpace space, InferenceMachine machine) {
        return new MadeOnce<>(() -> new PsimModel(space, machine));
    }

    private static Sequences.Parts<Symbols> divided(Symbols data, double share) {
        try {
            return data.holdOut(share);
        } catch (IllegalArgumentException tooFew) {
            throw new LearningException(tooFew.getMessage() + " (psim:validation=0 needs no held-out part)", tooFew);
        }
    }

    private static double judged(InferenceMachine machine, Symbols heldOut, StateSpace space, Run run) {
        double loss = machine.loss(heldOut, space, run::cancelled);
        if (Double.isNaN(loss)) {
            throw new LearningException("the held-out part must have a complete window of " + space.features().longest()
                    + " symbols after the first; the longest of its " + heldOut.count() + " sequences has "
                    + heldOut.longest() + " (psim:validation=0 needs no held-out part)");
        }
        return loss;
    }
}
