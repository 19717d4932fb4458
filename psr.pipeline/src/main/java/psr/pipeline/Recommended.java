package psr.pipeline;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.stream.IntStream;

import org.osgi.service.component.annotations.Component;

import psr.api.data.Sequences;
import psr.api.data.Symbols;
import psr.api.learn.Learner;
import psr.api.learn.LearningException;
import psr.api.learn.Run;
import psr.api.model.Model;
import psr.api.settings.Option;
import psr.api.settings.PsrService;
import psr.math.ngram.ContextCounts;
import psr.math.ngram.ContextTree;
import psr.math.ngram.Smoothing;

/**
 * The recommended learner: the whole pipeline, with one configuration for all data. A mixture of n-grams and of linear
 * PSRs that were learned from frequent strings, re-estimated with their own states, and refined. On data sets of many
 * strings it learns three times, holding out different parts.
 *
 * <p>The n-grams of the mixture are counted again on all data, so the mixture is not worse than the best of them. Strings
 * with an end over a small alphabet also get automata by Gibbs sampling ({@link Automata}).
 */
@Component
@PsrService(name = "psr", summary = "the recommended learner: spectral, refined, mixed with n-grams",
        paper = "Balle, Carreras, Luque, Quattoni 2014; Downey, Hefny, Gordon 2017")
public final class Recommended implements Learner<Recommended.Settings> {

    public record Settings(
            @Option(value = "none", absent = "none", min = 0,
                    help = "seconds after which the best model so far is returned; the result then depends on the machine") OptionalDouble limit,
            @Option(value = "auto", min = 1, max = 10,
                    help = "number of training runs, each with another part held out; auto depends on the size of the data") OptionalInt folds,
            @Option(value = "1", min = 1, max = 5, help = "number of ranks refined in each run") int ranks,
            @Option(value = "1", min = 1, max = 20,
                    help = "multiplies the number of refined ranks and of chains of automata; learning takes longer, the model is better") int effort,
            @Option(value = "auto", min = 1,
                    help = "largest state size to try; auto depends on the size of the data") OptionalInt rank,
            @Option(value = "on",
                    help = "whether automata sampled by gibbs join the mixture, where the data are strings with an end over a small alphabet") boolean automata) {}

    /** A tenth is held out, but at most this many sequences. */
    private static final int HELD = 5_000;

    private static final double SHARE = .1;

    /** The fraction of the time before automata are sampled. */
    private static final double SPECTRAL_SHARE = .2;

    /** With this many sequences or more, whole sequences are held out. */
    private static final int MANY = 20;

    @Override
    public Model learn(Sequences sequences, Settings settings, Run run) {
        Symbols data = sequences.as(Symbols.class);
        if (data.total() == 0) {
            throw new LearningException("psr needs at least one symbol to learn from; found " + data);
        }
        Corpus whole = new Corpus(data, run::checkpoint);
        Shape shape = Shape.of(whole);
        if (settings.rank.isPresent()) {
            shape = shape.upTo(settings.rank.getAsInt());
        }
        int folds = data.count() < MANY ? 1 : settings.folds.orElse(shape.folds());
        Clock clock = new Clock(run, settings.limit);
        List<Model> parts = new ArrayList<>();
        List<Double> weights = new ArrayList<>();
        Map<Counted, Double> ngrams = new LinkedHashMap<>();
        int done = 0;
        boolean automata = settings.automata && settings.limit.isEmpty() && data.count() >= MANY
                && Automata.suit(whole);
        Corpus firstTrain = null;
        Corpus firstHeld = null;
        double[] firstProbability = null;
        for (int fold = 0; fold < folds && !(fold > 0 && clock.stopped()); fold++) {
            Sequences.Parts<Symbols> divided = fold == 0 && data.count() < MANY ? few(data) : null;
            Corpus train;
            Corpus held;
            if (divided != null) {
                train = new Corpus(divided.rest(), run::checkpoint);
                held = new Corpus(divided.heldOut(), run::checkpoint);
            } else if (data.count() >= MANY) {
                train = part(data, fold, false, run);
                held = part(data, fold, true, run);
            } else {
                // Too few data to hold anything out.
                return ContextTree.of(new ContextCounts(data, 1, run::checkpoint),
                        Smoothing.WITTEN_BELL, 1);
            }
            String name = fold == 0 ? "" : " " + (fold + 1);
            Pipeline pipeline = new Pipeline(train, held, shape, purpose -> run.random(purpose + name), clock);
            List<Pipeline.Candidate> refined = refined(pipeline, settings.ranks * settings.effort, fold + 1, folds,
                    automata ? SPECTRAL_SHARE : 1, run);
            double[][] probability = new double[refined.size() + pipeline.ngrams.size()][];
            for (int k = 0; k < probability.length; k++) {
                probability[k] = k < refined.size() ? refined.get(k).probability()
                        : pipeline.ngrams.get(k - refined.size()).probability();
            }
            double[] w = MixtureWeights.of(probability);
            if (fold == 0) {
                firstTrain = train;
                firstHeld = held;
                firstProbability = mixed(w, probability);
            }
            for (int k = 0; k < probability.length; k++) {
                if (k < refined.size()) {
                    Operators psr = refined.get(k).psr();
                    // Several folds together have seen all data; a single fold has not.
                    parts.add(Exchange.model(folds > 1 ? psr : pipeline.finished(refined.get(k), whole), data.alphabet()));
                    weights.add(w[k]);
                } else {
                    Pipeline.NGram ngram = pipeline.ngrams.get(k - refined.size());
                    ngrams.merge(new Counted(ngram.smoothing(), ngram.depth()), w[k], Double::sum);
                }
            }
            done++;
        }
        if (done < folds) {
            run.count("folds left out", folds - done);
        }
        Model mixture = mixture(data, parts, weights, ngrams, done, run);
        return automata ? Automata.beside(firstTrain, firstHeld, firstProbability, mixture, run, SPECTRAL_SHARE, settings.effort)
                : mixture;
    }

    /** The probability of every symbol by a mixture. */
    private static double[] mixed(double[] w, double[][] probability) {
        double[] mixed = new double[probability[0].length];
        for (int k = 0; k < w.length; k++) {
            for (int t = 0; t < mixed.length; t++) {
                mixed[t] += w[k] * probability[k][t];
            }
        }
        return mixed;
    }

    private record Counted(Smoothing smoothing, int depth) {}

    private static List<Pipeline.Candidate> refined(Pipeline pipeline, int ranks, int fold, int folds,
            double share, Run run) {
        try {
            List<Pipeline.Candidate> refined = pipeline.run(ranks, (fold - 1.) / folds * share, (double) fold / folds * share);
            for (Pipeline.Candidate candidate : refined) {
                run.count("rank " + candidate.psr().d + " in fold " + fold, 1);
            }
            return refined;
        } catch (LearningException | ArithmeticException e) {
            // The data have no direction: the n-grams are the whole model.
            run.count("folds without a state", 1);
            return List.of();
        }
    }

    private static Sequences.Parts<Symbols> few(Symbols data) {
        try {
            return data.holdOut(SHARE);
        } catch (IllegalArgumentException e) {
            return null;
        }
    }

    /** The sequences that a fold holds out, evenly spaced, or all others. */
    private static Corpus part(Symbols data, int fold, boolean out, Run run) {
        int every = (int) Math.max((double) Math.round(1 / SHARE), Math.ceil((double) data.count() / HELD));
        // Three folds step by thirds, so that they hold out different sequences.
        int[] part = IntStream.range(0, data.count())
                .filter(i -> ((i + (long) fold * every / 3) % every == every - 1) == out).toArray();
        return new Corpus(data.select(part), run::checkpoint);
    }

    private static Model mixture(Symbols data, List<Model> parts, List<Double> weights, Map<Counted, Double> ngrams,
            int folds, Run run) {
        int deepest = ngrams.keySet().stream().mapToInt(Counted::depth).max().orElse(0);
        ContextCounts counts = new ContextCounts(data, deepest, run::checkpoint);
        ngrams.forEach((ngram, weight) -> {
            parts.add(ContextTree.of(counts, ngram.smoothing, ngram.depth));
            weights.add(weight);
        });
        double[] shares = new double[weights.size()];
        double sum = 0;
        for (int k = 0; k < shares.length; k++) {
            shares[k] = weights.get(k) / folds;
            sum += shares[k];
        }
        for (int k = 0; k < shares.length; k++) {
            shares[k] /= sum;
        }
        return new Mixture(parts, shares);
    }
}
