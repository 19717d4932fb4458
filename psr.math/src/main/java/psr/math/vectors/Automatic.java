package psr.math.vectors;

import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;

/**
 * The learner to start with: chooses features, rank, window, ridge and bandwidth of two-stage regression by held-out error,
 * refines the best filter, and falls back to subspace identification or autoregression where they err less.
 */
public final class Automatic {

    /** A more complex model must have an error smaller by this fraction than the best simple one. */
    private static final double WORTH = .002;

    /** About how many rows the search looks at, in pieces of so many; the chosen model is learned from all. */
    private static final int SEARCHED = 30_000;
    private static final int PIECE = 1_000;

    /** The largest rank that is tried because a smaller one of the settings is too small. */
    private static final int MOST = 80;

    /** About how many features, and how many targets, a regression should have at most. */
    private static final int FEATURES = 3_500;
    private static final int TARGETS = 5_000;

    /** About how many values the future of a window should have at most: its canonical variates take cubic time. */
    private static final int FUTURE = 400;

    private Automatic() {}

    /** The longest window for so many channels and inputs for which the time of the regressions is acceptable. */
    public static int widest(int channels, int inputs) {
        return Math.max(1, Math.min(FEATURES / (2 * channels + 2 * inputs), FUTURE / channels));
    }

    /**
     * Settings.
     *
     * @param base settings of two-stage regression that are not chosen
     * @param ranks lengths of the state to choose from, ascending
     * @param bandwidths to choose from
     * @param ridges to choose from; the first is that of the other comparisons
     * @param windows to choose from; the first is that of the other comparisons
     * @param refine whether the best filter of each rank is refined by backpropagation through time
     */
    public record Settings(TwoStage.Settings base, List<Integer> ranks, List<Double> bandwidths, List<Double> ridges,
            List<Integer> windows, boolean refine) {

        /** The usual ones: 11 candidates with features and 7 without. */
        public static Settings usual() {
            return new Settings(TwoStage.Settings.usual(), List.of(5, 10, 20), List.of(.5, 1.0), List.of(1e-3, 1e-4),
                    List.of(10, 20, 40), true);
        }
    }

    /**
     * What was chosen.
     *
     * @param model learned from all rows
     * @param name the choice, in words
     * @param score its held-out error, as {@link ModelSelection#score}
     * @param tried the names and held-out errors of all candidates
     */
    public record Result(RowModel model, String name, double score, List<String> tried) {}

    /**
     * Learns.
     *
     * @throws IllegalArgumentException if no sequence is long enough for the smallest window
     * @throws ArithmeticException if no candidate can be learned
     */
    public static Result learn(Rows rows, Settings settings, RandomGenerator random, Progress progress) {
        return new Search(rows, settings, random.nextLong(), progress).result();
    }

    /** One search. */
    private static final class Search {

        private final Rows rows;
        private final Rows.Parts parts;
        private final Settings settings;
        private final long seed;
        private final Progress progress;
        private final List<String> log = new ArrayList<>();

        Search(Rows rows, Settings settings, long seed, Progress progress) {
            this.rows = rows;
            this.settings = settings;
            this.seed = seed;
            this.progress = progress;
            parts = rows.limited(SEARCHED, PIECE).split(ModelSelection.HELD_OUT);
        }

        Result result() {
            int window = fitting(settings.windows().get(0));
            int horizon = Math.min(Math.min(settings.base().horizon(), Math.max(1, parts.rest().longest() / 4)),
                    Math.max(1, TARGETS / rows.width()));
            TwoStage.Settings base = settings.base().withWindow(window).withHorizon(horizon)
                    .withRidge(settings.ridges().get(0));
            ModelSelection.Tried simple = simple(base);
            Choice features = features(base);
            if (!(features.tried.score() < simple.score() - WORTH)) {
                return new Result(ModelSelection.relearned(simple, rows, seed), simple.candidate().name(), simple.score(),
                        List.copyOf(log));
            }
            RowModel model = ModelSelection.relearned(features.tried, rows, seed);
            String name = features.tried.candidate().name();
            if (features.passes > 0 && model instanceof ReadoutModel start
                    && features.tried.model() instanceof ReadoutModel held) {
                ReadoutModel last = FilterRefinement.refine(start, rows, null,
                        FilterRefinement.Settings.throughTime().withPasses(features.passes), progress).model();
                model = last.with(held.rolled(), held.covariances());
                name += ", refined in " + features.passes + " passes";
            }
            return new Result(model, name, features.tried.score(), List.copyOf(log));
        }

        /** A candidate with its refined model; 0 passes: nothing was better. */
        private record Choice(ModelSelection.Tried tried, int passes) {}

        private Choice refined(ModelSelection.Tried tried) {
            if (settings.refine() && tried.model() instanceof ReadoutModel start
                    && start.dynamics() instanceof FeatureDynamics) {
                FilterRefinement.Refined better = FilterRefinement.refine(start, parts.rest(), parts.heldOut(),
                        FilterRefinement.Settings.throughTime(), progress);
                if (better.passes() > 0) {
                    ReadoutModel model = ModelSelection.calibrated(better.model(), parts.heldOut(), true);
                    double score = ModelSelection.score(model, parts.heldOut());
                    log.add(tried.candidate().name() + ", refined " + score);
                    return new Choice(new ModelSelection.Tried(tried.candidate(), model, score), better.passes());
                }
            }
            return new Choice(tried, 0);
        }

        /** The largest window up to this one that the data can fill. */
        private int fitting(int window) {
            int longest = Math.min(parts.rest().longest(), parts.heldOut().longest()) / 4;
            return Math.max(1, Math.min(Math.min(window, longest), widest(rows.width(), rows.inputWidth())));
        }

        /** The best model without a filter of random features: linear ones, and autoregression with random features. */
        private ModelSelection.Tried simple(TwoStage.Settings base) {
            List<ModelSelection.Tried> all = new ArrayList<>();
            ModelSelection.Tried best = null;
            int window = base.past();
            for (int wanted : settings.windows()) {
                int fitting = fitting(wanted);
                if (best == null || fitting > window) {
                    ModelSelection.Tried tried = autoregression(base, fitting, 0);
                    all.add(tried);
                    if (best == null || tried.score() < best.score()) {
                        best = tried;
                        window = fitting;
                    }
                }
            }
            int chosen = window;
            for (int rank : new int[] {4, 8}) {
                all.add(trial("n4sid, rank " + rank + ", window " + chosen, (data, random) -> SubspaceIdentification.learn(
                        data, new SubspaceIdentification.Settings(rank, chosen, chosen, 1e-5, base.horizon(),
                                base.positions()),
                        progress)));
            }
            all.add(trial(base.withLinear(true).withWindow(chosen).withRank(Math.max(base.rank(), chosen))));
            all.add(autoregression(base, chosen, base.pastFeatures()));
            return ModelSelection.best(all);
        }

        private ModelSelection.Tried autoregression(TwoStage.Settings base, int window, int frequencies) {
            Autoregression.Settings ar = new Autoregression.Settings(window, 1e-4, frequencies, 1, base.horizon(),
                    base.positions());
            return trial("ar" + (frequencies == 0 ? "" : ", rff") + ", window " + window,
                    (data, random) -> Autoregression.learn(data, ar, random, progress));
        }

        /**
         * The best candidate of each rank is refined, because refinement gains most where the start is not the best. Then
         * longer windows and, if the largest rank was the best, larger ranks are tried.
         */
        private Choice features(TwoStage.Settings base) {
            Found best = null;
            for (int rank : settings.ranks()) {
                best = better(best, rank(base.withRank(rank)));
            }
            int largest = settings.ranks().get(settings.ranks().size() - 1);
            for (int rank = 2 * largest; rank <= MOST && best.settings.rank() == rank / 2; rank *= 2) {
                best = better(best, rank(best.settings.withRank(rank)));
            }
            for (int window : settings.windows().subList(1, settings.windows().size())) {
                if (fitting(window) > best.settings.past()) {
                    TwoStage.Settings longer = best.settings.withWindow(fitting(window));
                    ModelSelection.Tried start = trial(longer);
                    if (start.score() < best.start.score()) {
                        best = better(best, new Found(longer, start, refined(start)));
                    }
                }
            }
            return best.choice;
        }

        /** Settings, the model that they give, and that refined. */
        private record Found(TwoStage.Settings settings, ModelSelection.Tried start, Choice choice) {}

        private static Found better(Found one, Found other) {
            return one == null || other.choice.tried.score() < one.choice.tried.score() ? other : one;
        }

        /** The best bandwidth and ridge of a rank. */
        private Found rank(TwoStage.Settings base) {
            TwoStage.Settings chosen = null;
            ModelSelection.Tried start = null;
            for (double bandwidth : settings.bandwidths()) {
                ModelSelection.Tried tried = trial(base.withBandwidth(bandwidth));
                if (start == null || tried.score() < start.score()) {
                    start = tried;
                    chosen = base.withBandwidth(bandwidth);
                }
            }
            for (double ridge : settings.ridges().subList(1, settings.ridges().size())) {
                TwoStage.Settings candidate = chosen.withRidge(ridge);
                ModelSelection.Tried tried = trial(candidate);
                if (tried.score() < start.score()) {
                    start = tried;
                    chosen = candidate;
                }
            }
            return new Found(chosen, start, refined(start));
        }

        private ModelSelection.Tried trial(TwoStage.Settings candidate) {
            String features = candidate.linear() ? "linear" : "rff, bandwidth " + candidate.bandwidth();
            return trial(features + ", rank " + candidate.rank() + ", window " + candidate.past() + ", ridge "
                    + candidate.ridge(), (data, random) -> TwoStage.learn(data, candidate, random, progress));
        }

        private ModelSelection.Tried trial(String name, ModelSelection.Recipe recipe) {
            ModelSelection.Tried tried = ModelSelection.tried(new ModelSelection.Candidate(name, recipe), parts, true, seed);
            log.add(name + " " + tried.score());
            return tried;
        }
    }
}
