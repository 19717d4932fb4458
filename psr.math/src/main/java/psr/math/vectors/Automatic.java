package psr.math.vectors;

import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;

/**
 * The learner to start with: chooses features, rank, window, ridge and bandwidth of two-stage regression by held-out error,
 * refines the best filter, and falls back to subspace identification or autoregression where they err less.
 */
public final class Automatic {

    /** A more complex model must have an error smaller by this fraction than the best linear one. */
    private static final double WORTH = .002;

    private Automatic() {}

    /**
     * Settings.
     *
     * @param base settings of two-stage regression that are not chosen
     * @param ranks lengths of the state to choose from
     * @param bandwidths to choose from
     * @param ridges to choose from; the first is that of the other comparisons
     * @param windows to choose from; the first is that of the other comparisons
     * @param refine whether the best filter is refined by backpropagation through time
     */
    public record Settings(TwoStage.Settings base, List<Integer> ranks, List<Double> bandwidths, List<Double> ridges,
            List<Integer> windows, boolean refine) {

        /** The usual ones: 12 candidates. */
        public static Settings usual() {
            return new Settings(TwoStage.Settings.usual(), List.of(5, 10, 20), List.of(.5, 1.0), List.of(1e-3, 1e-4),
                    List.of(10, 20), true);
        }
    }

    /**
     * What was chosen.
     *
     * @param model learned from all rows
     * @param name the choice, in words
     * @param score its held-out error, as {@link Selection#score}
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
            parts = rows.split(Selection.HELD_OUT);
        }

        Result result() {
            int window = fitting(settings.windows().get(0));
            int horizon = Math.min(settings.base().horizon(), Math.max(1, parts.rest().longest() / 4));
            TwoStage.Settings base = settings.base().withWindow(window).withHorizon(horizon)
                    .withRidge(settings.ridges().get(0));
            Selection.Tried linear = linear(base);
            Selection.Tried features = features(base);
            Selection.Tried refined = features;
            int passes = 0;
            if (settings.refine() && features.model() instanceof ReadoutModel start
                    && start.dynamics() instanceof FeatureDynamics) {
                Refinement.Refined better = Refinement.refine(start, parts.rest(), parts.heldOut(),
                        Refinement.Settings.throughTime(), progress);
                passes = better.passes();
                if (passes > 0) {
                    ReadoutModel model = Selection.calibrated(better.model(), parts.heldOut(), true);
                    refined = new Selection.Tried(features.candidate(), model, Selection.score(model, parts.heldOut()));
                    log.add(features.candidate().name() + " refined " + refined.score());
                }
            }
            if (!(refined.score() < linear.score() - WORTH)) {
                return new Result(Selection.relearned(linear, rows, seed), linear.candidate().name(), linear.score(),
                        List.copyOf(log));
            }
            RowModel model = Selection.relearned(features, rows, seed);
            String name = refined.candidate().name();
            if (passes > 0 && model instanceof ReadoutModel start && refined.model() instanceof ReadoutModel held) {
                ReadoutModel last = Refinement.refine(start, rows, null,
                        Refinement.Settings.throughTime().withPasses(passes), progress).model();
                model = last.with(held.rolled(), held.covariances());
                name += ", refined in " + passes + " passes";
            }
            return new Result(model, name, refined.score(), List.copyOf(log));
        }

        /** The largest window up to this one that the data can fill. */
        private int fitting(int window) {
            return Math.max(1, Math.min(window, Math.min(parts.rest().longest(), parts.heldOut().longest()) / 4));
        }

        private Selection.Tried linear(TwoStage.Settings base) {
            int window = base.past();
            List<Selection.Tried> all = new ArrayList<>();
            all.add(trial("ar, window " + window, (data, random) -> Autoregression.learn(data,
                    new Autoregression.Settings(window, 1e-4, 0, 1, base.horizon(), base.positions()), random, progress)));
            for (int rank : new int[] {4, 8}) {
                all.add(trial("n4sid, rank " + rank, (data, random) -> SubspaceIdentification.learn(data,
                        new SubspaceIdentification.Settings(rank, window, window, 1e-5, base.horizon(), base.positions()),
                        progress)));
            }
            all.add(trial(base.withLinear(true)));
            return Selection.best(all);
        }

        private Selection.Tried features(TwoStage.Settings base) {
            List<Selection.Tried> all = new ArrayList<>();
            TwoStage.Settings best = base;
            double least = Double.POSITIVE_INFINITY;
            for (TwoStage.Settings candidate : grid(base)) {
                Selection.Tried tried = trial(candidate);
                all.add(tried);
                if (tried.score() < least) {
                    least = tried.score();
                    best = candidate;
                }
            }
            for (double ridge : settings.ridges().subList(1, settings.ridges().size())) {
                Selection.Tried tried = trial(best.withRidge(ridge));
                all.add(tried);
                if (tried.score() < least) {
                    least = tried.score();
                    best = best.withRidge(ridge);
                }
            }
            for (int window : settings.windows().subList(1, settings.windows().size())) {
                if (fitting(window) > base.past()) {
                    all.add(trial(best.withWindow(fitting(window))));
                }
            }
            return Selection.best(all);
        }

        private List<TwoStage.Settings> grid(TwoStage.Settings base) {
            List<TwoStage.Settings> grid = new ArrayList<>();
            for (int rank : settings.ranks()) {
                for (double bandwidth : settings.bandwidths()) {
                    grid.add(base.withRank(rank).withBandwidth(bandwidth));
                }
            }
            return grid;
        }

        private Selection.Tried trial(TwoStage.Settings candidate) {
            String features = candidate.linear() ? "linear" : "rff, bandwidth " + candidate.bandwidth();
            return trial(features + ", rank " + candidate.rank() + ", window " + candidate.past() + ", ridge "
                    + candidate.ridge(), (data, random) -> TwoStage.learn(data, candidate, random, progress));
        }

        private Selection.Tried trial(String name, Selection.Recipe recipe) {
            Selection.Tried tried = Selection.tried(new Selection.Candidate(name, recipe), parts, true, seed);
            log.add(name + " " + tried.score());
            return tried;
        }
    }
}
