package psr.math.gibbs;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;
import java.util.random.RandomGenerator;

/**
 * Chooses the shape of an automaton and runs chains. Chains of all candidates compete on held-out strings: in each round
 * the better half continues, twice as long. Copies of the best candidate join the last ones, the weights of all chains
 * maximize the likelihood of the held-out strings, and then these are added to the training strings of every chain. Not
 * thread-safe.
 *
 * <p>Several chains of one candidate matter as much as the candidate: a chain that was caught in a poor mode gets no weight.
 */
public final class AutomatonSearch {

    /** The sweeps of the first round. */
    private static final int FIRST_ROUND = 40;

    /** The number of chains that end the competition. */
    private static final int FINALISTS = 3;

    /** Chains with less weight than this are left out. */
    private static final double LEAST_WEIGHT = .02;

    /** The last part of a round in which the chain is judged, one in so many sweeps. */
    private static final int JUDGED_PART = 2;

    /** The samples of a round by which a chain is judged. */
    private static final int JUDGING_SAMPLES = 5;

    /** The priors are resampled every so many sweeps. */
    private static final int PRIORS_EVERY = 5;

    /** Passes of expectation maximization for the weights. */
    private static final int WEIGHT_PASSES = 300;

    /** Which priors are resampled given the states. */
    public enum Priors {
        /** None. */
        FIXED,
        /** Those of the samples; the chain itself has fixed ones, with which it moves freely. */
        OF_SAMPLES,
        /** Those of the chain, which the samples have too. */
        RESAMPLED
    }

    /** Where resampled priors of samples start. */
    private static final double FIRST_EMISSION = .1;
    private static final double FIRST_TRANSITION = .02;

    /**
     * The shape and the priors of a chain.
     *
     * @param perSymbol whether moves depend on the symbol
     */
    public record Candidate(int states, boolean perSymbol, double emissionPrior, double transitionPrior, Priors priors) {

        /** The cells of the table of moves. */
        public long cells(int symbols) {
            return (long) states * states * (perSymbol ? symbols : 1);
        }

        @Override
        public String toString() {
            return states + " states, " + (perSymbol ? "automaton" : "hmm") + (priors == Priors.RESAMPLED ? ", priors resampled"
                    : ", priors " + emissionPrior + " and " + transitionPrior
                            + (priors == Priors.OF_SAMPLES ? ", resampled for samples" : ""));
        }
    }

    /**
     * The effort.
     *
     * @param chains the number of chains of the result
     * @param burnIn the sweeps of every chain before its first sample
     * @param sweeps the sweeps with all strings, from which samples are taken
     * @param samples the samples of each chain
     */
    public record Effort(int chains, int burnIn, int sweeps, int samples) {}

    /** Observes a search. */
    public interface Watch {

        /** Called at every sweep; may throw to end the search. */
        void checkpoint();

        /** Reports the completed fraction, 0 … 1, and the current activity. */
        void progress(double share, String doing);
    }

    /**
     * Automata with weights that sum to 1.
     *
     * @param best the smallest candidate that the held-out strings do not tell from the best
     */
    public record Found(List<Automaton> automata, double[] weights, Candidate best) {}

    private final int symbols;
    private final int[][] train;
    private final int[][] held;
    private final Effort effort;
    private final Function<String, RandomGenerator> random;
    private final Watch watch;
    private final List<Runner> runners = new ArrayList<>();
    private double[] weights;
    private Candidate best;
    private long done;
    private long planned;

    /** A chain with its samples and what they say about the held-out strings. */
    private static final class Runner {

        final Candidate candidate;
        final String doing;
        final AutomatonChain chain;
        final List<Automaton> samples = new ArrayList<>();
        int sweeps;
        double[] logs;
        double loss;
        boolean tied;

        Runner(Candidate candidate, AutomatonChain chain) {
            this.candidate = candidate;
            doing = "sampling " + candidate;
            this.chain = chain;
        }
    }

    /**
     * A search; it does nothing yet.
     *
     * @param symbols n, the end included
     * @param train no empty strings; not modified
     * @param held strings to choose by; not modified
     * @param random a generator by purpose
     */
    public AutomatonSearch(int symbols, int[][] train, int[][] held, Effort effort,
            Function<String, RandomGenerator> random, Watch watch) {
        this.symbols = symbols;
        this.train = train;
        this.held = held;
        this.effort = effort;
        this.random = random;
        this.watch = watch;
    }

    /** The number of bytes that chains of these candidates and the samples of the largest need at the same time. */
    public static long bytes(List<Candidate> candidates, int symbols, Effort effort) {
        long chains = 0;
        long largest = 0;
        for (Candidate candidate : candidates) {
            chains += candidate.cells(symbols) * AutomatonChain.BYTES_PER_CELL;
            largest = Math.max(largest, candidate.cells(symbols));
        }
        return chains + effort.chains * largest * (AutomatonChain.BYTES_PER_CELL + (long) Double.BYTES * (effort.samples
                + JUDGING_SAMPLES));
    }

    /** Lets the candidates compete; then the best chains have seen the training strings only. */
    public Found choose(List<Candidate> candidates) {
        planned = rounds(candidates.size()) + effort.chains * (long) (effort.burnIn + effort.sweeps);
        for (int k = 0; k < candidates.size(); k++) {
            runners.add(runner(candidates.get(k), "chain " + (k + 1)));
        }
        int length = Math.min(FIRST_ROUND, effort.burnIn);
        int many = Math.min(FINALISTS, effort.chains);
        while (runners.size() > 1) {
            int round = Math.min(length, effort.burnIn);
            runners.forEach(runner -> judge(runner, Math.max(0, round - runner.sweeps), JUDGING_SAMPLES));
            rank();
            int keep = Math.max(many, (runners.size() + 1) / 2);
            boolean last = runners.size() <= many || length >= effort.burnIn;
            if (last) {
                keep = Math.min(keep, many);
            }
            runners.subList(Math.min(keep, runners.size()), runners.size()).clear();
            if (last) {
                break;
            }
            length *= 2;
        }
        best = runners.get(0).candidate;
        for (int k = runners.size(); k < effort.chains; k++) {
            runners.add(runner(best, "copy " + k));
        }
        for (Runner runner : runners) {
            judge(runner, Math.max(JUDGING_SAMPLES * 2, effort.burnIn - runner.sweeps), effort.samples);
        }
        rank();
        best = runners.get(0).candidate;
        weigh();
        return found();
    }

    /**
     * Sorts the chains by their loss. Those that the held-out strings do not tell from the best, because their losses
     * differ by less than a standard error, come first, the smallest of them before the others: superfluous states cost
     * more than held-out strings can show.
     */
    private void rank() {
        Runner least = Collections.min(runners, Comparator.comparingDouble(runner -> runner.loss));
        for (Runner runner : runners) {
            runner.tied = runner.loss - least.loss <= standardError(runner.logs, least.logs);
        }
        runners.sort(Comparator.<Runner>comparingInt(runner -> runner.tied ? 0 : 1)
                .thenComparingLong(runner -> runner.tied ? runner.candidate.cells(symbols) : 0)
                .thenComparingDouble(runner -> runner.loss));
    }

    /** The standard error of a sum of differences. */
    static double standardError(double[] a, double[] b) {
        int n = a.length;
        double mean = 0;
        for (int s = 0; s < n; s++) {
            mean += (a[s] - b[s]) / n;
        }
        double squares = 0;
        for (int s = 0; s < n; s++) {
            double d = a[s] - b[s] - mean;
            squares += d * d;
        }
        return n < 2 ? 0 : Math.sqrt(squares * n / (n - 1));
    }

    private static long rounds(int candidates) {
        long sweeps = 0;
        for (int left = candidates, length = FIRST_ROUND; left > FINALISTS; left = (left + 1) / 2, length *= 2) {
            sweeps += (long) left * length / 2;
        }
        return sweeps;
    }

    private Runner runner(Candidate candidate, String purpose) {
        return new Runner(candidate, new AutomatonChain(candidate.states, symbols, candidate.perSymbol,
                candidate.emissionPrior, candidate.transitionPrior, train, random.apply(purpose)));
    }

    /** Runs a chain and judges it by samples of the last part. */
    private void judge(Runner runner, int sweeps, int many) {
        if (sweeps == 0) {
            return;
        }
        int judged = Math.max(1, sweeps / JUDGED_PART);
        runner.samples.clear();
        run(runner, sweeps - judged, 0);
        run(runner, judged, many);
        runner.logs = logs(runner.samples);
        runner.loss = 0;
        for (double log : runner.logs) {
            runner.loss -= log;
        }
    }

    /** Sweeps, and takes samples evenly. */
    private void run(Runner runner, int sweeps, int many) {
        for (int s = 1; s <= sweeps; s++) {
            watch.checkpoint();
            watch.progress(Math.min(1, (double) done / planned), runner.doing);
            runner.chain.sweepBlocks(watch::checkpoint);
            runner.sweeps++;
            done++;
            if (runner.sweeps % PRIORS_EVERY == 0) {
                switch (runner.candidate.priors) {
                    case RESAMPLED -> runner.chain.resamplePriors();
                    case OF_SAMPLES -> runner.chain.resampleSamplePriors(FIRST_EMISSION, FIRST_TRANSITION);
                    case FIXED -> {
                    }
                }
            }
            if ((long) s * many / sweeps > (long) (s - 1) * many / sweeps) {
                runner.samples.add(runner.chain.sample());
            }
        }
    }

    /** The logarithm of the mean probability of every held-out string. */
    private double[] logs(List<Automaton> samples) {
        double[] mean = new double[held.length];
        double[] log = new double[samples.size()];
        for (int s = 0; s < held.length; s++) {
            double most = Double.NEGATIVE_INFINITY;
            for (int k = 0; k < log.length; k++) {
                log[k] = samples.get(k).logProbability(held[s]);
                most = Math.max(most, log[k]);
            }
            mean[s] = most + Math.log(sum(log, most) / log.length);
        }
        return mean;
    }

    private static double sum(double[] log, double most) {
        double sum = 0;
        for (double l : log) {
            sum += Math.exp(l - most);
        }
        return sum;
    }

    /** Expectation maximization for the weights of the chains; those with little weight are left out. */
    private void weigh() {
        int many = runners.size();
        double[][] p = new double[held.length][many];
        for (int s = 0; s < held.length; s++) {
            double most = Double.NEGATIVE_INFINITY;
            for (Runner runner : runners) {
                most = Math.max(most, runner.logs[s]);
            }
            for (int k = 0; k < many; k++) {
                p[s][k] = Math.exp(runners.get(k).logs[s] - most);
            }
        }
        double[] w = new double[many];
        Arrays.fill(w, 1.0 / many);
        double[] next = new double[many];
        for (int pass = 0; pass < WEIGHT_PASSES; pass++) {
            // One string is credited to all chains alike.
            Arrays.fill(next, 1.0 / many);
            for (double[] row : p) {
                double sum = 0;
                for (int k = 0; k < many; k++) {
                    sum += w[k] * row[k];
                }
                for (int k = 0; k < many; k++) {
                    next[k] += w[k] * row[k] / sum;
                }
            }
            for (int k = 0; k < many; k++) {
                w[k] = next[k] / (held.length + 1);
            }
        }
        double[] kept = new double[many];
        List<Runner> left = new ArrayList<>();
        double sum = 0;
        for (int k = 0; k < many; k++) {
            if (w[k] >= LEAST_WEIGHT) {
                kept[left.size()] = w[k];
                sum += w[k];
                left.add(runners.get(k));
            }
        }
        weights = Arrays.copyOf(kept, left.size());
        for (int k = 0; k < weights.length; k++) {
            weights[k] /= sum;
        }
        runners.clear();
        runners.addAll(left);
    }

    private Found found() {
        List<Automaton> automata = new ArrayList<>();
        double[] each = new double[runners.stream().mapToInt(runner -> runner.samples.size()).sum()];
        for (int k = 0; k < weights.length; k++) {
            for (Automaton sample : runners.get(k).samples) {
                each[automata.size()] = weights[k] / runners.get(k).samples.size();
                automata.add(sample);
            }
        }
        double sum = Arrays.stream(each).sum();
        for (int k = 0; k < each.length; k++) {
            each[k] /= sum;
        }
        return new Found(automata, each, best);
    }

    /** Continues the chosen chains with all strings. */
    public Found finish() {
        for (Runner runner : runners) {
            watch.checkpoint();
            runner.chain.add(held, watch::checkpoint);
            runner.samples.clear();
            run(runner, effort.sweeps / (2 * effort.samples), 0);
            run(runner, effort.sweeps, effort.samples);
        }
        return found();
    }
}
