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

/**
 * Contrastive divergence on the proxy log-likelihood of Jiang, Kulesza, Singh 2016: ℓ = −log(|P(x)| / Σ_y |P(y)|) over
 * all strings y of the length of x. The normalizer's gradient is estimated at a string y that some Gibbs sweeps make from
 * x: G = −∇log|P(x)| + ∇log|P(y)|. Steps as in the inference gradients; b∞ and q_1 do not change.
 *
 * A piece of a long sequence is a separate string that starts from the state the filter has reached.
 */
@Component
@PsrService(name = "cd", summary = "contrastive divergence on the proxy log-likelihood",
        paper = "Jiang, Kulesza, Singh 2016")
public final class ContrastiveDivergence implements Refiner<ContrastiveDivergence.Settings> {

    public record Settings(
            @Option(value = "1", help = "Gibbs sweeps from the data to the string it is compared with", min = 1) int sweeps,
            @Option(value = "1e-3", help = "length of a step, in L1 norm", min = 0) double rate,
            @Option(value = "10", help = "passes over the training data", min = 0) int passes,
            @Option(value = "auto", min = 1,
                    help = "sequences or pieces in a minibatch; auto takes 200 steps: 20 of ring, 2 pieces of text") OptionalInt batch,
            @Option(value = "100", help = "longer sequences are cut into pieces of this length", min = 1) int chunk,
            @Option(value = "on", help = "shuffle the sequences before each pass") boolean shuffle) {}

    @Override
    public Optional<ValidationError> objection(Model start, Sequences sequences, Settings settings) {
        return Psr.objection("cd", start);
    }

    @Override
    public Model refine(Model start, Sequences sequences, Settings settings, Run run) {
        Symbols data = sequences.as(Symbols.class);
        Psr psr = Psr.of("cd", start, data.alphabet(), true);
        Pieces pieces = new Pieces(data, settings.chunk(), psr.d);
        if (pieces.count() == 0) {
            throw new LearningException("contrastive divergence needs at least one symbol; found 0 in "
                    + data.count() + " sequences");
        }
        int longest = pieces.longest();
        Descent descent = new Descent(psr, settings.rate(), true);
        Rollout rollout = new Rollout(psr, longest);
        GibbsChain chain = new GibbsChain(psr, longest, settings.sweeps(), run.random("gibbs"));
        RandomGenerator random = settings.shuffle() ? run.random("shuffle") : null;
        int batch = pieces.batch(settings.batch(), InferenceGradients.STEPS);
        for (int pass = 1; pass <= settings.passes(); pass++) {
            if (random != null) {
                pieces.filter(psr.initial, psr::advance, run::checkpoint);
            }
            pieces.pass(random, batch, p -> {
                int length = pieces.to[p] - pieces.from[p];
                if (pieces.continues(p)) {
                    rollout.run(pieces.symbols(p), pieces.from[p], length, pieces.start(p, psr.initial));
                    pieces.setNextStart(p, rollout.q[length]);
                }
                chain.add(pieces.symbols(p), pieces.from[p], length, pieces.start(p, psr.initial), descent);
            }, () -> {
                descent.step();
                return !run.cancelled();
            });
            if (run.cancelled() || !run.iterated(pass, psr::snapshot)) {
                break;
            }
        }
        if (descent.skipped() + chain.skipped > 0) {
            run.count("skipped gradients", descent.skipped() + chain.skipped);
        }
        if (rollout.replaced() > 0) {
            run.count("guarded training steps", rollout.replaced());
        }
        return psr.snapshot();
    }

    /** Makes the string that a string is compared with. */
    static final class GibbsChain {

        private final StringProbability data;
        private final StringProbability model;
        private final int sweeps;
        private final RandomGenerator random;
        private final int[] x;
        private final int[] y;
        private long skipped;

        GibbsChain(Psr psr, int longest, int sweeps, RandomGenerator random) {
            data = new StringProbability(psr, longest);
            model = new StringProbability(psr, longest);
            this.sweeps = sweeps;
            this.random = random;
            x = new int[longest];
            y = new int[longest];
        }

        /** Adds −∇log|P(x)| + ∇log|P(y)| for a new y; if either probability vanishes, skips the string and counts that. */
        void add(int[] symbols, int from, int length, double[] start, Descent into) {
            System.arraycopy(symbols, from, x, 0, length);
            System.arraycopy(symbols, from, y, 0, length);
            boolean fine = data.evaluate(x, length, start);
            if (fine) {
                for (int k = 0; k < sweeps; k++) {
                    model.sweep(y, length, start, k == 0 ? data : model, random);
                    fine = model.evaluateBackward(y, length);
                }
            }
            if (fine) {
                data.addGradient(x, length, -1, into);
                model.addGradient(y, length, 1, into);
            } else {
                skipped++;
            }
        }
    }
}
