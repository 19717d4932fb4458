package example.kneserney;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalInt;

import psr.api.data.Alphabet;
import psr.api.model.Model;
import psr.api.model.SymbolFilter;

/**
 * An interpolated n-gram model: each context has the discounted shares of the symbols that followed it, and a weight
 * for the prediction of the context without its oldest symbol. Immutable and thread-safe.
 *
 * <p>The set of contexts is closed under dropping the oldest or the newest symbol. So the longest context that matches
 * the past follows from the previous one and the new symbol: the model is a finite automaton, and the probabilities
 * several steps ahead are an exact sum over its states.
 */
public final class KneserNeyModel implements Model {

    /** The empty context. */
    private static final int EMPTY = 0;

    /** Tolerance for the sum of the shares and the weight of a context: rounding of some thousand terms. */
    private static final double SUM_TOLERANCE = 1e-9;

    private final Alphabet alphabet;
    private final int n;
    private final int end;
    /** Shorter ones first; the number |O| represents the start of a sequence. */
    private final int[][] contexts;
    private final Map<Long, Integer> longer;
    /** The context without its oldest symbol. */
    private final int[] shorter;
    /** D T(h)/c(h). */
    private final double[] weights;
    /** The followers of context k: positions first[k] … first[k+1]−1. */
    private final int[] first;
    private final int[] followers;
    /** (c(h w) − D)/c(h). */
    private final double[] shares;
    private final int start;

    private KneserNeyModel(Builder builder) {
        alphabet = builder.alphabet;
        n = alphabet.size();
        OptionalInt last = alphabet.end();
        end = last.orElse(-1);
        contexts = builder.contexts.toArray(new int[0][]);
        longer = Map.copyOf(builder.longer);
        shorter = builder.shorter.stream().mapToInt(Integer::intValue).toArray();
        weights = builder.weights.stream().mapToDouble(Double::doubleValue).toArray();
        first = new int[contexts.length + 1];
        for (int k = 0; k < contexts.length; k++) {
            first[k] = builder.first.get(k);
        }
        first[contexts.length] = builder.followers.size();
        followers = builder.followers.stream().mapToInt(Integer::intValue).toArray();
        shares = builder.shares.stream().mapToDouble(Double::doubleValue).toArray();
        start = longer.getOrDefault(key(EMPTY, n, n), EMPTY);
    }

    @Override
    public Alphabet space() {
        return alphabet;
    }

    @Override
    public SymbolFilter filter() {
        return new KneserNeyFilter();
    }

    /** The number of contexts, including the empty one. */
    int contexts() {
        return contexts.length;
    }

    /** The symbols of a context, oldest first; a new array. */
    int[] context(int k) {
        return contexts[k].clone();
    }

    double weight(int k) {
        return weights[k];
    }

    /** The symbols that followed a context, in order; a new array. */
    int[] followers(int k) {
        return Arrays.copyOfRange(followers, first[k], first[k + 1]);
    }

    /** The share of each of the {@link #followers(int)}; a new array. */
    double[] shares(int k) {
        return Arrays.copyOfRange(shares, first[k], first[k + 1]);
    }

    /** The longest context that the past matches after one more symbol; the number of contexts after the end. */
    private int next(int context, int symbol) {
        if (symbol == end || context == contexts.length) {
            return contexts.length;
        }
        for (int h = context;; h = shorter[h]) {
            Integer found = longer.get(key(h, symbol, n));
            if (found != null) {
                return found;
            }
            if (h == EMPTY) {
                return EMPTY;
            }
        }
    }

    /** P(· | context), from the empty context up. into: overwritten. */
    private void predict(int context, double[] into) {
        if (context == contexts.length) {
            Arrays.fill(into, 0, n, 0);
            into[end] = 1;
            return;
        }
        if (context == EMPTY) {
            Arrays.fill(into, 0, n, 1.0 / n);
        } else {
            predict(shorter[context], into);
        }
        for (int w = 0; w < n; w++) {
            into[w] *= weights[context];
        }
        for (int k = first[context]; k < first[context + 1]; k++) {
            into[followers[k]] += shares[k];
        }
    }

    private static long key(int context, int symbol, int n) {
        return (long) context * (n + 1) + symbol;
    }

    private final class KneserNeyFilter implements SymbolFilter {

        private int context = start;

        @Override
        public void reset() {
            context = start;
        }

        @Override
        public void update(int symbol) {
            context = next(context, Objects.checkIndex(symbol, n));
        }

        /** Exact for any number of steps: propagates the probability of each context. */
        @Override
        public void scores(int ahead, double[] into) {
            if (ahead < 1) {
                throw new IllegalArgumentException("scores must look at least 1 step ahead; ahead=" + ahead);
            }
            if (ahead == 1) {
                predict(context, into);
                return;
            }
            double[] here = new double[contexts.length + 1];
            double[] p = new double[n];
            here[context] = 1;
            for (int k = 1; k < ahead; k++) {
                double[] there = new double[here.length];
                for (int h = 0; h < here.length; h++) {
                    if (here[h] > 0) {
                        predict(h, p);
                        for (int w = 0; w < n; w++) {
                            there[next(h, w)] += here[h] * p[w];
                        }
                    }
                }
                here = there;
            }
            Arrays.fill(into, 0, n, 0);
            for (int h = 0; h < here.length; h++) {
                if (here[h] > 0) {
                    predict(h, p);
                    for (int w = 0; w < n; w++) {
                        into[w] += here[h] * p[w];
                    }
                }
            }
        }

        @Override
        public SymbolFilter copy() {
            KneserNeyFilter copy = new KneserNeyFilter();
            copy.context = context;
            return copy;
        }
    }

    /** Builds a model from contexts, shorter ones first, each followed by its followers; rejects inconsistent input. */
    static final class Builder {

        private final Alphabet alphabet;
        private final int n;
        private final List<int[]> contexts = new ArrayList<>();
        private final Map<Long, Integer> longer = new HashMap<>();
        private final List<Integer> shorter = new ArrayList<>();
        private final List<Double> weights = new ArrayList<>();
        private final List<Integer> first = new ArrayList<>();
        private final List<Integer> followers = new ArrayList<>();
        private final List<Double> shares = new ArrayList<>();

        Builder(Alphabet alphabet) {
            this.alphabet = alphabet;
            this.n = alphabet.size();
        }

        /** Adds a context; its followers come after it. */
        void context(int[] context, double weight) {
            int number = contexts.size();
            if (number == 0 ? context.length > 0 : Counts.ORDER.compare(contexts.get(number - 1), context) >= 0) {
                throw new IllegalArgumentException("contexts must begin with the empty one, then shorter ones first, in"
                        + " order; number " + number + " is " + Arrays.toString(context));
            }
            if (!(weight >= 0 && weight <= 1)) {
                throw new IllegalArgumentException("the weight of a context must be from 0 to 1; that of "
                        + Arrays.toString(context) + " is " + weight);
            }
            if (number > 0) {
                for (int i = 0; i < context.length; i++) {
                    if (context[i] < 0 || context[i] > (i == 0 ? n : n - 1)) {
                        throw new IllegalArgumentException("symbols must be 0 … " + (n - 1) + ", or " + n
                                + " at the start of a sequence; found " + Arrays.toString(context));
                    }
                }
                int newest = context[context.length - 1];
                int trunk = find(Arrays.copyOf(context, context.length - 1));
                int tail = find(Arrays.copyOfRange(context, 1, context.length));
                if (trunk < 0 || tail < 0) {
                    throw new IllegalArgumentException("a context without its newest or its oldest symbol must be a"
                            + " context; one of " + Arrays.toString(context) + " is not");
                }
                longer.put(key(trunk, newest, n), number);
                shorter.add(tail);
            } else {
                shorter.add(EMPTY);
            }
            contexts.add(context.clone());
            weights.add(weight);
            first.add(followers.size());
        }

        /** The number of a context; −1 if there is none. */
        private int find(int[] context) {
            int h = EMPTY;
            for (int symbol : context) {
                Integer child = longer.get(key(h, symbol, n));
                if (child == null) {
                    return -1;
                }
                h = child;
            }
            return h;
        }

        /** Adds a follower of the latest context, with its share (c − D)/c(h). */
        void follower(int symbol, double share) {
            Objects.checkIndex(symbol, n);
            int count = followers.size();
            boolean later = count == first.get(first.size() - 1) || followers.get(count - 1) < symbol;
            if (!later || !(share >= 0 && share <= 1)) {
                throw new IllegalArgumentException("followers must come in order with shares from 0 to 1; found symbol "
                        + symbol + " with " + share);
            }
            followers.add(symbol);
            shares.add(share);
        }

        KneserNeyModel build() {
            if (contexts.isEmpty()) {
                throw new IllegalArgumentException("an n-gram model must have at least the empty context; found none");
            }
            for (int k = 0; k < contexts.size(); k++) {
                double sum = weights.get(k);
                int to = k + 1 < contexts.size() ? first.get(k + 1) : followers.size();
                for (int f = first.get(k); f < to; f++) {
                    sum += shares.get(f);
                }
                if (!(Math.abs(sum - 1) <= SUM_TOLERANCE)) {
                    throw new IllegalArgumentException("the shares of a context and its weight must sum to 1; those of "
                            + Arrays.toString(contexts.get(k)) + " sum to " + sum);
                }
            }
            return new KneserNeyModel(this);
        }
    }
}
