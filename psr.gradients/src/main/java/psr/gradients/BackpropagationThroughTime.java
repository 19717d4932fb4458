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
import psr.math.Columns;
import psr.math.Panels;
import psr.math.batches.Pieces;
import psr.math.optimization.Adam;

/**
 * Back-propagation through time with Adam, on the log loss of the next symbol or on the squared error of the states: the
 * recommended refiner. Changes B, b∞ and q_1. Part of the training data is held out for validation after each epoch: if
 * an epoch brings no improvement, the best parameters are restored and the rate is divided by three; after some such
 * epochs training ends. The result is the model that predicts the held-out part best, which may be the start.
 *
 * <p>Unlike the paper, which lowers the squared error by normalized gradients of the operators only.
 */
@Component
@PsrService(name = "bptt", summary = "log-loss back-propagation through time with Adam and validation (recommended)",
        paper = "after Downey, Hefny, Gordon 2017; Kingma, Ba 2015")
public final class BackpropagationThroughTime implements Refiner<BackpropagationThroughTime.Settings> {

    /** About so many steps make a minibatch: 100 sequences of the ring, 10 pieces of text. */
    private static final int STEPS = 1000;

    /** After an epoch without progress the rate is divided by this. */
    private static final double CUT = 3;

    public record Settings(
            @Option(value = "log", help = "log loss of the next symbol, or l2, the squared error of the states") Loss loss,
            @Option(value = "4e-3", help = "learning rate of Adam, relative to the root mean square of the initial operators",
                    min = 0) double rate,
            @Option(value = "30", help = "largest number of epochs", min = 0) int epochs,
            @Option(value = "auto", min = 1,
                    help = "sequences or pieces in a minibatch; auto takes 1000 steps: 100 of ring, 10 pieces of text") OptionalInt batch,
            @Option(value = "100", min = 1,
                    help = "longer sequences are cut into pieces of this length; gradients stop at a cut") int chunk,
            @Option(value = "on", help = "shuffle the sequences before each epoch") boolean shuffle,
            @Option(value = "1", help = "the gradient of the mean loss is clipped to this L2 norm",
                    min = 0) double clip,
            @Option(value = "0.15", help = "fraction of the training data held out for validation after each epoch", min = 0.01,
                    max = 0.9) double validation,
            @Option(value = "3", help = "stop after this many epochs without improvement; each divides the rate by 3",
                    min = 1) int cuts) {}

    @Override
    public Optional<ValidationError> objection(Model start, Sequences sequences, Settings settings) {
        return Psr.objection("bptt", start);
    }

    @Override
    public double validationShare(Settings settings) {
        return settings.validation();
    }

    @Override
    public Model refine(Model start, Sequences sequences, Settings settings, Run run) {
        Symbols data = sequences.as(Symbols.class);
        Psr psr = Psr.of("bptt", start, data.alphabet(), true);
        Sequences.Parts<Symbols> parts = divided(data, settings);
        Pieces pieces = new Pieces(parts.rest(), settings.chunk(), psr.d);
        Backpropagation training = backpropagation(psr, settings, pieces, "to learn from");
        Pieces heldOut = new Pieces(parts.heldOut(), settings.chunk(), psr.d);
        Backpropagation validation = backpropagation(psr, settings, heldOut, "held out");

        double[][] numbers = Backpropagation.numbers(psr);
        Adam adam = new Adam(numbers);
        double[][] best = copy(numbers);
        double lowest = loss(validation, heldOut, run);
        double rate = settings.rate() * rootMeanSquare(psr);
        int cuts = 0;
        long[] skipped = {0};
        RandomGenerator random = settings.shuffle() ? run.random("shuffle") : null;
        int batch = pieces.batch(settings.batch(), STEPS);
        for (int epoch = 1; epoch <= settings.epochs() && cuts < settings.cuts(); epoch++) {
            double step = rate;
            if (random != null) {
                training.filter(run::checkpoint);
            }
            training.begin();
            pieces.pass(random, batch, p -> {
                training.forward(p);
                training.backward(p);
            }, () -> {
                training.end();
                if (!descend(psr, adam, training, settings.clip(), step)) {
                    skipped[0]++;
                }
                training.begin();
                return !run.cancelled();
            });
            // If parameters overflowed, the guard may still find a state, and a loss that looks fine.
            double judged = finite(numbers) ? loss(validation, heldOut, run) : Double.POSITIVE_INFINITY;
            if (judged < lowest) {
                lowest = judged;
                restore(numbers, best);
            } else {
                restore(best, numbers);
                moved(psr);
                adam.reset();
                rate /= CUT;
                cuts++;
            }
            if (run.cancelled() || !run.iterated(epoch, psr::snapshot)) {
                break;
            }
        }
        if (skipped[0] > 0) {
            run.count("skipped gradients", skipped[0]);
        }
        if (training.replaced() > 0) {
            run.count("guarded training steps", training.replaced());
        }
        return psr.snapshot();
    }

    private static Sequences.Parts<Symbols> divided(Symbols data, Settings settings) {
        try {
            return data.holdOut(settings.validation());
        } catch (IllegalArgumentException tooFew) {
            throw new LearningException(tooFew.getMessage(), tooFew);
        }
    }

    private static Backpropagation backpropagation(Psr psr, Settings settings, Pieces pieces, String part) {
        Targets targets = settings.loss() == Loss.L2 ? Targets.of(psr.start, pieces.sequences) : null;
        if (targets != null && !targets.any(1) || pieces.count() == 0) {
            int longest = 0;
            for (int[] sequence : pieces.sequences) {
                longest = Math.max(longest, sequence.length);
            }
            throw new LearningException("the part " + part + " must have a sequence of at least "
                    + (targets == null ? 1 : psr.start.features().longest() + 1) + " symbols; the longest of "
                    + pieces.sequences.length + " has " + longest);
        }
        return new Backpropagation(psr, settings.loss(), pieces, targets);
    }

    /** The mean loss of the pieces in their order; infinite once the run is cancelled. */
    private static double loss(Backpropagation judge, Pieces pieces, Run run) {
        judge.begin();
        for (int p = 0; p < pieces.count(); p++) {
            if (run.cancelled()) {
                return Double.POSITIVE_INFINITY;
            }
            judge.forward(p);
        }
        double mean = judge.sum() / judge.steps();
        return Double.isNaN(mean) ? Double.POSITIVE_INFINITY : mean;
    }

    /** Takes one step against the gradient of the mean loss; returns false, without a step, if that would destroy the model. */
    private static boolean descend(Psr psr, Adam adam, Backpropagation training, double clip, double rate) {
        if (training.steps() == 0) {
            return true;
        }
        double factor = 1. / training.steps();
        double norm = Math.sqrt(training.square()) * factor;
        // A step of Adam changes every parameter by about its rate.
        if (!(norm < Double.POSITIVE_INFINITY && rate < Descent.DESTROYED)) {
            return false;
        }
        adam.step(training.gradient(), norm > clip ? factor * clip / norm : factor, rate);
        moved(psr);
        return true;
    }

    private static void moved(Psr psr) {
        for (int o = 0; o < psr.n; o++) {
            psr.moved(o);
        }
    }

    private static double rootMeanSquare(Psr psr) {
        double square = 0;
        double[] column = new double[psr.d];
        for (double[][] operator : psr.operators) {
            for (int j = 0; j < psr.d; j++) {
                Panels.column(operator, psr.d, j, 0, column);
                square += Columns.dot(psr.d, column, column);
            }
        }
        return Math.sqrt(square / ((double) psr.n * psr.d * psr.d));
    }

    private static boolean finite(double[][] numbers) {
        double sum = 0;
        for (double[] part : numbers) {
            // Zero times a finite number is zero; otherwise it is NaN.
            for (double number : part) {
                sum += 0 * number;
            }
        }
        return sum == 0;
    }

    private static double[][] copy(double[][] numbers) {
        double[][] copy = numbers.clone();
        for (int k = 0; k < copy.length; k++) {
            copy[k] = numbers[k].clone();
        }
        return copy;
    }

    private static void restore(double[][] from, double[][] to) {
        for (int k = 0; k < from.length; k++) {
            System.arraycopy(from[k], 0, to[k], 0, from[k].length);
        }
    }
}
