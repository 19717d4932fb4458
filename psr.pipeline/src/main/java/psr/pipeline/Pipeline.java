package psr.pipeline;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.random.RandomGenerator;

import psr.api.model.SingularValues;
import psr.math.ngram.ContextCounts;
import psr.math.ngram.Smoothing;

/**
 * The whole pipeline on data in two parts, one for training and one for validation: n-grams, spectral models of many
 * ranks, re-estimation of the best of them, refinement of the best of those. Not thread-safe.
 */
final class Pipeline {

    private static final int[] RANKS = {1, 2, 3, 4, 5, 6, 8, 10, 13, 16, 20, 25, 30, 40, 50, 65, 80, 100, 125, 150};

    /** Ridges of the re-estimation, as fractions of the largest singular value. */
    private static final double[] RIDGES = {.003, .02};

    /** The past is forgotten if the score of a symbol is below this fraction of its frequency. */
    static final double GUARD = .002;

    /** The number of ranks that are re-estimated, in addition to the next larger one. */
    private static final int REESTIMATED = 3;

    /** The longest contexts of n-grams, and those tried first: counting long ones takes most of the time and memory. */
    private static final int DEEP = 8;
    private static final int SHALLOW = 4;

    private static final double[] ALONE = {1};

    /** The passes over all data at the end, and their first rate as a fraction of the usual one. */
    private static final int LAST_PASSES = 4;
    private static final double LAST_RATE = .25;

    /**
     * An n-gram and its probabilities of the held-out symbols.
     *
     * @param depth the length of its contexts
     */
    record NGram(Smoothing smoothing, int depth, double loss, double[] probability) {}

    /**
     * Operators, their probabilities of the held-out symbols, and their quality.
     *
     * @param loss that of the mixture with the n-gram
     * @param weight their weight in that mixture
     */
    record Candidate(Operators psr, double loss, double weight, double[] probability) {}

    /** Observes a pipeline. */
    interface Watch {

        /** Whether to stop and return the best result so far. */
        boolean stopped();

        /** Reports the completed fraction, 0 … 1, and the current activity. */
        void progress(double share, String doing);

        /** Reports the singular values and the rank of the best model. */
        void decomposed(SingularValues singularValues);
    }

    private final Corpus train;
    private final Corpus held;
    private final Shape shape;
    private final Function<String, RandomGenerator> random;
    private final Watch watch;
    final List<NGram> ngrams = new ArrayList<>();
    private final double[] leftOut;

    /** Counts the n-grams of both smoothing methods and chooses their orders. */
    Pipeline(Corpus train, Corpus held, Shape shape, Function<String, RandomGenerator> random, Watch watch) {
        this.train = train;
        this.held = held;
        this.shape = shape;
        this.random = random;
        this.watch = watch;
        int deepest = Math.min(DEEP, train.longest());
        ContextCounts counts = chosen(Math.min(SHALLOW, deepest));
        if (ngrams.stream().anyMatch(ngram -> ngram.depth == counts.depth()) && counts.depth() < deepest) {
            leftOut = left(chosen(deepest));
        } else {
            leftOut = left(counts);
        }
    }

    private double[] left(ContextCounts counts) {
        return counts.leaveOneOut(train.sequences, ngrams.get(0).depth);
    }

    /** Chooses the best n-gram of each smoothing method among those with contexts up to a length. */
    private ContextCounts chosen(int deepest) {
        ngrams.clear();
        ContextCounts counts = new ContextCounts(train.sequences, deepest, train.checkpoint);
        for (Smoothing smoothing : Smoothing.values()) {
            double[][] probability = counts.probabilities(smoothing, held.sequences);
            NGram best = null;
            for (int depth = 0; depth < probability.length; depth++) {
                double loss = MixtureWeights.loss(ALONE, probability[depth]);
                if (best == null || loss < best.loss) {
                    best = new NGram(smoothing, depth, loss, probability[depth]);
                }
            }
            ngrams.add(best);
        }
        return counts;
    }

    /** The thresholds of the guard: a fraction of each symbol's frequency. */
    static double[] guard(Corpus train, double share) {
        double[] level = train.frequencies();
        for (int o = 0; o < level.length; o++) {
            level[o] *= share;
        }
        return level;
    }

    /** The ranks to try, up to the largest and including it. */
    static List<Integer> ranks(int largest) {
        List<Integer> ranks = new ArrayList<>();
        for (int rank : RANKS) {
            if (rank < largest) {
                ranks.add(rank);
            }
        }
        ranks.add(largest);
        return ranks;
    }

    Candidate judged(Operators psr) {
        double[] probability = StringFilter.probabilities(psr, held);
        double[] ngram = ngrams.get(0).probability;
        double[] w = MixtureWeights.of(probability, ngram);
        return new Candidate(psr, MixtureWeights.loss(w, probability, ngram), w[0], probability);
    }

    /** The spectral models of all ranks. */
    List<Candidate> spectral(Basis basis) {
        Operators whole = basis.operators(train, guard(train, GUARD));
        List<Candidate> all = new ArrayList<>();
        for (int rank : ranks(whole.d)) {
            all.add(judged(whole.leading(rank)));
            if (watch.stopped()) {
                break;
            }
        }
        return all;
    }

    /** Re-estimates the best spectral models and the next larger one; for wide data only the best. */
    List<Candidate> reestimated(List<Candidate> spectral, Basis basis) {
        TreeSet<Integer> ranks = new TreeSet<>();
        for (Candidate candidate : best(spectral, shape.wide() ? 1 : REESTIMATED)) {
            ranks.add(candidate.psr.d);
        }
        if (!shape.wide()) {
            spectral.stream().mapToInt(c -> c.psr.d).filter(d -> d > ranks.last()).findFirst().ifPresent(ranks::add);
        }
        List<Candidate> all = new ArrayList<>();
        for (Candidate candidate : spectral) {
            if (ranks.contains(candidate.psr.d) && !watch.stopped()) {
                for (Operators next : Reestimation.of(candidate.psr, basis, train, RIDGES)) {
                    all.add(judged(next));
                }
            }
        }
        return all;
    }

    /** The best candidates, each of a different rank. */
    static List<Candidate> best(List<Candidate> all, int many) {
        List<Candidate> sorted = new ArrayList<>(all);
        sorted.sort(Comparator.comparingDouble(Candidate::loss));
        List<Candidate> best = new ArrayList<>();
        for (Candidate candidate : sorted) {
            if (best.size() < many && best.stream().noneMatch(other -> other.psr.d == candidate.psr.d)) {
                best.add(candidate);
            }
        }
        return best;
    }

    Candidate refined(Candidate start, double from, double to) {
        Refinement.RefinementPlan plan = shape.plan(train, start.psr.d, start.weight);
        Operators numbers = start.psr.copy();
        if (shape.even()) {
            numbers.gauge(numbers.even(train));
        }
        Refinement.HeldOutLoss judge = psr -> {
            Candidate now = judged(psr);
            return shape.alone() ? MixtureWeights.loss(ALONE, now.probability) : now.loss;
        };
        Operators best = new Refinement(numbers, train, leftOut, plan).run(judge, random.apply("shuffle"),
                new Refinement.EpochWatch() {
                    @Override
                    public boolean stopped() {
                        return watch.stopped();
                    }

                    @Override
                    public boolean epoch(int epoch, double share, Operators now) {
                        watch.progress(from + (to - from) * share, "refining rank " + numbers.d + ", pass " + epoch);
                        return !watch.stopped();
                    }
                });
        return judged(best);
    }

    /**
     * Trains a refined model on the held-out data, too: a few more passes over all data with short steps. After that its
     * loss on the held-out data no longer measures anything. Where passes are limited, they are better spent before.
     */
    Operators finished(Candidate refined, Corpus all) {
        if (shape.wide()) {
            return refined.psr;
        }
        int depth = ngrams.get(0).depth;
        double[] known = new ContextCounts(all.sequences, depth, all.checkpoint).leaveOneOut(all.sequences, depth);
        Refinement last = new Refinement(refined.psr, all, known,
                shape.plan(all, refined.psr.d, refined.weight).slower(LAST_RATE));
        return last.finish(LAST_PASSES, random.apply("shuffle at the end"), new Refinement.EpochWatch() {
            @Override
            public boolean stopped() {
                return watch.stopped();
            }

            @Override
            public boolean epoch(int epoch, double share, Operators now) {
                return !watch.stopped();
            }
        });
    }

    /**
     * Runs all steps; returns the refined models, best first, or none if the data have no directions at all.
     *
     * @param many the number of ranks to refine
     */
    List<Candidate> run(int many, double from, double to) {
        double step = (to - from) / 10;
        watch.progress(from, "counting strings");
        Basis basis = Basis.of(train, shape, shape.largestRank(), random.apply("svd"));
        watch.progress(from + step, "spectral models");
        List<Candidate> all = spectral(basis);
        watch.progress(from + 2 * step, "re-estimating");
        all.addAll(reestimated(all, basis));
        List<Candidate> chosen = best(all, many);
        List<Candidate> refined = new ArrayList<>();
        for (int k = 0; k < chosen.size(); k++) {
            refined.add(refined(chosen.get(k), from + (3 + 7. * k / chosen.size()) * step,
                    from + (3 + 7. * (k + 1) / chosen.size()) * step));
        }
        List<Candidate> best = best(refined, many);
        if (!best.isEmpty()) {
            watch.decomposed(basis.singularValues(best.get(0).psr.d));
        }
        return best;
    }
}
