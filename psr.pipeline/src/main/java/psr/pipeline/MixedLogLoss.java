package psr.pipeline;

import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;

import org.osgi.service.component.annotations.Component;

import psr.api.data.Sequences;
import psr.api.data.Symbols;
import psr.api.learn.Refiner;
import psr.api.learn.Run;
import psr.api.linear.LinearPsr;
import psr.api.model.Model;
import psr.api.settings.Option;
import psr.api.settings.PsrService;
import psr.api.settings.ValidationError;
import psr.math.ngram.ContextCounts;
import psr.math.ngram.Smoothing;

/**
 * Refines a linear PSR on the log loss of its mixture with a leave-one-out n-gram: the PSR need not learn what the n-gram
 * already predicts. Back-propagation through whole sequences, Adam with a separate scale for each operator, decay toward
 * the start.
 */
@Component
@PsrService(name = "logloss", summary = "refines a linear PSR by back-propagation on the log loss of its mixture with an n-gram",
        paper = "Kingma, Ba 2015")
public final class MixedLogLoss implements Refiner<MixedLogLoss.Settings> {

    public record Settings(
            @Option(value = "auto", min = 0,
                    help = "step length, in units of each operator's rms; auto is 6e-3, for 50000 strings 2e-3, for text 5e-3") OptionalDouble rate,
            @Option(value = "auto", min = 0,
                    help = "decay toward the start, in units of the rate; auto is 3, for text .03, less above 150000 symbols") OptionalDouble decay,
            @Option(value = "auto", min = 1,
                    help = "sequences or pieces in a batch; auto depends on the size of the data") OptionalInt batch,
            @Option(value = "auto", min = 0, max = .99,
                    help = "weight of the n-gram in the loss; auto is half its weight on held-out data, .003 to .1") OptionalDouble mixed,
            @Option(value = "auto", min = 1, help = "order of that n-gram; auto chooses one on held-out data") OptionalInt order,
            @Option(value = "5", min = 1,
                    help = "stop after this many passes without improvement; each halves the rate") int cuts,
            @Option(value = "auto", min = 0,
                    help = "instead, let the rate fall to 0 over this many passes; auto is 30 for text, down to 10 for much text, otherwise 0: use cuts") OptionalInt falling,
            @Option(value = "100", min = 1, help = "length of the pieces of sequences longer than 400") int piece,
            @Option(value = "30", min = 0, help = "steps before a piece that only determine its first state") int runIn,
            @Option(value = "0.1", min = 0.001, max = .9,
                    help = "fraction of the data held out for validation") double validation) {}

    private static final int DEEPEST = 8;

    @Override
    public Optional<ValidationError> objection(Model start, Sequences sequences, Settings settings) {
        return Starts.objection("logloss", start);
    }

    @Override
    public double validationShare(Settings settings) {
        return settings.validation;
    }

    @Override
    public Model refine(Model start, Sequences sequences, Settings settings, Run run) {
        Symbols data = sequences.as(Symbols.class);
        Starts parts = new Starts("logloss", data, settings.validation, run);
        Operators psr = Exchange.operators((LinearPsr) start, Pipeline.guard(parts.train, Pipeline.GUARD));
        int deepest = Math.min(settings.order.orElse(DEEPEST + 1) - 1, parts.train.longest());
        ContextCounts counts = new ContextCounts(parts.train.sequences, deepest, run::checkpoint);
        double[][] ngrams = counts.probabilities(Smoothing.WITTEN_BELL, parts.held.sequences);
        int depth = deepest;
        double least = Double.POSITIVE_INFINITY;
        for (int k = 0; k <= deepest && settings.order.isEmpty(); k++) {
            double loss = MixtureWeights.loss(new double[] {1}, ngrams[k]);
            if (loss < least) {
                least = loss;
                depth = k;
            }
        }
        Shape shape = Shape.of(parts.train);
        Refinement.RefinementPlan auto =
                shape.plan(parts.train, psr.d,
                        MixtureWeights.of(StringFilter.probabilities(psr, parts.held), ngrams[depth])[0]);
        Refinement.RefinementPlan plan =
                new Refinement.RefinementPlan(settings.rate.orElse(auto.rate()), settings.decay.orElse(auto.decay()),
                        settings.batch.orElse(auto.batch()), settings.mixed.orElse(auto.mixed()), settings.cuts,
                        settings.falling.orElse(auto.falling()), settings.piece,
                        settings.runIn);
        if (shape.even()) {
            psr.gauge(psr.even(parts.train));
        }
        Operators best = new Refinement(psr, parts.train, counts.leaveOneOut(parts.train.sequences, depth), plan)
                .run(parts::loss, run.random("shuffle"), new Refinement.EpochWatch() {
                    @Override
                    public boolean stopped() {
                        return run.cancelled();
                    }

                    @Override
                    public boolean epoch(int epoch, double share, Operators now) {
                        run.progress(share, "pass " + epoch);
                        return run.iterated(epoch, () -> Exchange.model(now, data.alphabet()));
                    }
                });
        return Exchange.model(best, data.alphabet());
    }
}
