package psr.math.moments;

import java.util.Arrays;

import psr.api.data.Symbols;
import psr.api.learn.LearningException;
import psr.api.learn.Run;
import psr.api.linear.Features;
import psr.math.linear.SparseMatrix;

/**
 * First and second moments of futures ψ and histories h, counted sparsely. Immutable and thread-safe.
 *
 * A step t is a window if ψ_t and ψ_{t+1} are complete and, with {@link History#COMPLETE}, k symbols precede t. If the
 * alphabet has an end, every ψ up to the end symbol is complete. Windows are never padded with zeros.
 *
 * <p>Histories are numbered in the order of their first occurrence, a string after its own suffixes. So if C_hh is
 * eliminated from the last to the first, a string comes before its suffixes, and a Cholesky decomposition has no fill-in.
 */
public final class Moments {

    /** Every so many steps, less one, there is a checkpoint: a bit mask. */
    private static final int OFTEN = (1 << 12) - 1;

    private final Features features;
    private final double windows;
    private final double starts;
    private final double futures;
    private final double[] startMean;
    private final double[] futureMean;
    /** The length of each history's string. */
    private final int[] lengths;
    /** The feature of all but the last symbol of each feature's string; −1 for single symbols. */
    private final int[] prefix;
    /** The history of all but the first symbol of each history's string; −1 for single symbols. */
    private final int[] suffix;
    private final StringMoment joint;
    private final StringMoment[] jointBySymbol;
    private final SparseMatrix historySquare;
    private final double[] historyMean;

    /** Moves the sums out of a counter one by one, so that no table outlives the matrix made from it. */
    private Moments(MomentSums sums) {
        features = sums.features;
        windows = sums.windows;
        starts = sums.starts;
        futures = sums.futures;
        startMean = mean(sums.startSum, starts);
        futureMean = mean(sums.futureSum, futures);
        int d = features.count();
        int dh = sums.histories.size();
        lengths = Arrays.copyOf(sums.lengths, dh);
        prefix = prefixes(features);
        suffix = Arrays.copyOf(sums.suffix, dh);
        sums.histories = null;
        double each = windows > 0 ? 1 / windows : 0;
        joint = new StringMoment(sums.joint.build(d, dh, each), prefix, suffix);
        sums.joint = null;
        jointBySymbol = new StringMoment[sums.jointBySymbol.length];
        SparseMatrix none = new SparseMatrix.Builder().build(d, dh, each);
        for (int o = 0; o < jointBySymbol.length; o++) {
            SparseMatrix pairs = sums.jointBySymbol[o] == null ? none : sums.jointBySymbol[o].build(d, dh, each);
            jointBySymbol[o] = new StringMoment(pairs, prefix, suffix);
            sums.jointBySymbol[o] = null;
        }
        historySquare = sums.historySquare(dh).build(dh, dh, each);
        historyMean = new double[dh];
        // An indicator is its own square.
        historySquare.forEach((i, j, v) -> historyMean[i] += i == j ? v : 0);
    }

    private static int[] prefixes(Features features) {
        int[] prefixes = new int[features.count()];
        for (int f = 0; f < prefixes.length; f++) {
            int[] string = features.string(f);
            prefixes[f] = features.feature(Arrays.copyOf(string, string.length - 1));
        }
        return prefixes;
    }

    /**
     * Counts training data.
     *
     * @param run may be cancelled while counting
     * @throws LearningException if nothing can be counted: no sequence, only one symbol, or every sequence too short
     */
    public static Moments count(Symbols data, Features features, History history, Run run) {
        return count(data, features, history, Integer.MAX_VALUE, run);
    }

    /**
     * Counts training data, with windows at the first steps of each sequence only.
     *
     * @param lastStep the last t, counted from 0, that may be a window; does not affect the means of ψ_1 and of all ψ_t
     * @throws LearningException as {@link #count(Symbols, Features, History, Run)}
     */
    public static Moments count(Symbols data, Features features, History history, int lastStep, Run run) {
        requireTwoSymbols(data);
        MomentSums counter = new MomentSums(features, history, lastStep, run::checkpoint);
        int[] sequence = new int[data.longest()];
        for (int i = 0; i < data.count(); i++) {
            counter.add(sequence, data.copy(i, sequence), 1);
        }
        if (counter.windows == 0) {
            int k = features.longest();
            throw new LearningException("one window of strings of length " + k + " needs a sequence of at least "
                    + (counter.firstStep + (features.alphabet().end().isPresent() ? 1 : k + 1))
                    + " symbols (history=" + (history == History.SHORT ? "short" : "complete")
                    + "); the longest of " + data.count() + " has " + data.longest());
        }
        run.checkpoint();
        return counter.moments();
    }

    private static void requireTwoSymbols(Symbols data) {
        if (data.total() == 0) {
            throw new LearningException("learning needs at least one sequence of symbols; found " + data.count()
                    + " sequences with 0 symbols");
        }
        int first = -1;
        for (int i = 0; i < data.count(); i++) {
            for (int t = 0; t < data.length(i); t++) {
                int symbol = data.symbol(i, t);
                if (first < 0) {
                    first = symbol;
                } else if (symbol != first) {
                    return;
                }
            }
        }
        throw new LearningException("learning needs at least two different symbols; all " + data.total()
                + " symbols are '" + data.alphabet().name(first) + "'");
    }

    /** The features of the future. */
    public Features features() {
        return features;
    }

    /** D_h, the number of history features. */
    public int histories() {
        return historyMean.length;
    }

    /** The length of the string of a history feature, 1 … k; ⊥ counts as a symbol. */
    public int historyLength(int history) {
        return lengths[history];
    }

    /** The number of windows, or the sum of their weights. */
    public double windows() {
        return windows;
    }

    /** The number of complete ψ_t at any t, or the sum of their weights. */
    public double futures() {
        return futures;
    }

    /** The number of complete ψ_1, or the sum of their weights. */
    public double starts() {
        return starts;
    }

    /** C0, the mean of ψ_t h_tᵀ, D×D_h. */
    public StringMoment joint() {
        return joint;
    }

    /** C_i, the mean of 1(o_t = i) ψ_{t+1} h_tᵀ, D×D_h. */
    public StringMoment joint(int symbol) {
        return jointBySymbol[symbol];
    }

    /** Σ_i C_i, the mean of ψ_{t+1} h_tᵀ, D×D_h. */
    public StringMoment jointNext() {
        SparseMatrix.Builder sum = new SparseMatrix.Builder();
        for (StringMoment one : jointBySymbol) {
            one.addTo(sum);
        }
        return new StringMoment(sum.build(features.count(), histories(), 1), prefix, suffix);
    }

    /**
     * Uᵀ C_i X for each symbol i, k×k, row-major; new arrays.
     *
     * @param u D×k, an array for each row, not modified
     * @param x D_h×k, an array for each row, not modified
     * @param checkpoint called before each symbol; may throw to end the work
     */
    public double[][] between(double[][] u, double[][] x, int k, Runnable checkpoint) {
        double[][] futures = StringMoment.withShorter(u, prefix, k);
        double[][] pasts = StringMoment.withShorter(x, suffix, k);
        double[][] products = new double[jointBySymbol.length][];
        for (int o = 0; o < products.length; o++) {
            checkpoint.run();
            products[o] = jointBySymbol[o].between(futures, pasts, k);
        }
        return products;
    }

    /** C_hh, the mean of h_t h_tᵀ, D_h×D_h. */
    public SparseMatrix historySquare() {
        return historySquare;
    }

    /** h̄, the mean of h_t; a new array. */
    public double[] historyMean() {
        return historyMean.clone();
    }

    /** The mean of ψ_1 over the sequences; a new array. */
    public double[] startMean() {
        return startMean.clone();
    }

    /** The mean of ψ_t over all t for which it is complete; a new array. */
    public double[] futureMean() {
        return futureMean.clone();
    }

    private static double[] mean(double[] sum, double count) {
        double[] mean = sum.clone();
        for (int f = 0; f < mean.length; f++) {
            mean[f] /= count;
        }
        return mean;
    }

    /**
     * Sums sequences with weights. With weight 1 each, it counts data; with the probabilities of all strings of one
     * length, it gives the exact moments of a model. Not thread-safe.
     */
    public static final class MomentSums {

        private final Features features;
        private final int k;
        private final int firstStep;
        private final int lastStep;
        private final Runnable checkpoint;
        /** Trie of the strings before a step, most recent symbol first: child of (node, symbol); node 0 is the empty one. */
        private Numbering histories = new Numbering();
        /** The length of each history's string. */
        private int[] lengths = new int[64];
        private SparseMatrix.Builder joint = new SparseMatrix.Builder();
        /** Null for symbols that have not occurred. */
        private final SparseMatrix.Builder[] jointBySymbol;
        /** The history without its oldest symbol; −1 for those of one symbol. */
        private int[] suffix = new int[64];
        /** How often each history was the longest one before a window. */
        private double[] longest = new double[64];
        private final double[] startSum;
        private final double[] futureSum;
        private final int[] now;
        private final int[] next;
        private final int[] past;
        private double windows;
        private double starts;
        private double futures;

        public MomentSums(Features features, History history) {
            this(features, history, Integer.MAX_VALUE, () -> {});
        }

        private MomentSums(Features features, History history, int lastStep, Runnable checkpoint) {
            this.lastStep = lastStep;
            this.checkpoint = checkpoint;
            this.features = features;
            k = features.longest();
            firstStep = history == History.COMPLETE ? k : 0;
            jointBySymbol = new SparseMatrix.Builder[features.alphabet().size()];
            startSum = new double[features.count()];
            futureSum = new double[features.count()];
            now = new int[k];
            next = new int[k];
            past = new int[k];
        }

        /**
         * Adds one sequence.
         *
         * @param sequence its first {@code length} symbols; not modified
         * @param length its length; the array may be longer
         * @param weight how much it counts
         */
        public MomentSums add(int[] sequence, int length, double weight) {
            boolean complete = features.window(sequence, length, 0, now);
            for (int t = 0; t < length && complete; t++) {
                if ((t & OFTEN) == 0) {
                    checkpoint.run();
                }
                futures += weight;
                addTo(futureSum, now, weight);
                if (t == 0) {
                    starts += weight;
                    addTo(startSum, now, weight);
                }
                complete = features.window(sequence, length, t + 1, next);
                if (t >= firstStep && t <= lastStep && complete) {
                    findPast(sequence, t);
                    addWindow(sequence[t], weight);
                }
                System.arraycopy(next, 0, now, 0, k);
            }
            return this;
        }

        private static void addTo(double[] sum, int[] window, double weight) {
            for (int f : window) {
                if (f != Features.UNSEEN) {
                    sum[f] += weight;
                }
            }
        }

        /** past[l] ← the number of the history of length l+1 before t. */
        private void findPast(int[] sequence, int t) {
            int begin = features.alphabet().size();
            long node = 0;
            for (int l = 0; l < k; l++) {
                int symbol = t - 1 - l >= 0 ? sequence[t - 1 - l] : begin;
                int fresh = histories.size();
                past[l] = histories.number(node * (begin + 1) + symbol);
                if (past[l] == fresh) {
                    if (fresh == lengths.length) {
                        lengths = Arrays.copyOf(lengths, 2 * fresh);
                        suffix = Arrays.copyOf(suffix, 2 * fresh);
                        longest = Arrays.copyOf(longest, 2 * fresh);
                    }
                    lengths[fresh] = l + 1;
                    suffix[fresh] = (int) node - 1;
                }
                node = past[l] + 1L;
            }
        }

        private void addWindow(int symbol, double weight) {
            windows += weight;
            longest[past[k - 1]] += weight;
            if (jointBySymbol[symbol] == null) {
                jointBySymbol[symbol] = new SparseMatrix.Builder();
            }
            SparseMatrix.Builder ofSymbol = jointBySymbol[symbol];
            joint.add(longestOf(now), past[k - 1], weight);
            ofSymbol.add(longestOf(next), past[k - 1], weight);
        }

        /** The longest string of a window that has a feature; single symbols always have one. */
        private static int longestOf(int[] window) {
            int l = window.length - 1;
            while (window[l] == Features.UNSEEN) {
                l--;
            }
            return window[l];
        }

        /** Σ h_t h_tᵀ, which the longest histories determine: the others before a window are their suffixes. */
        private SparseMatrix.Builder historySquare(int histories) {
            SparseMatrix.Builder square = new SparseMatrix.Builder();
            for (int h = 0; h < histories; h++) {
                if (longest[h] != 0) {
                    for (int i = h; i >= 0; i = suffix[i]) {
                        for (int j = h; j >= 0; j = suffix[j]) {
                            square.add(i, j, longest[h]);
                        }
                    }
                }
            }
            return square;
        }

        /**
         * The moments of the sequences that were added. They take over the tables: nothing can be added afterwards.
         *
         * @throws IllegalStateException if called twice
         */
        public Moments moments() {
            if (histories == null) {
                throw new IllegalStateException("moments() can be called only once");
            }
            return new Moments(this);
        }
    }
}
