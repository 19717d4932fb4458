package psr.api.lab;

import java.util.Comparator;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.IntStream;

import psr.api.model.Model;
import psr.api.model.Repair;
import psr.api.model.SymbolFilter;

/**
 * Predicts probabilities along one sequence: the scores of a {@link SymbolFilter}, repaired. Used by {@code predict}, {@code
 * score} and the server. Not thread-safe.
 */
public final class Predictor {

    /** How scores become probabilities by default, in predictions, in scores of sequences and in samples alike. */
    public static final Repair DEFAULT = Repair.CLIP;

    private final SymbolFilter filter;
    private final Repair repair;
    private final double[] scores;
    private long distributions;
    private long repaired;

    /** A predictor at the start of a sequence. */
    public Predictor(Model model, Repair repair) {
        this(model, SymbolFilter.of(model), repair);
    }

    /**
     * A predictor at the position of a filter.
     *
     * @param filter of this model; only {@link #update} may advance it
     */
    public Predictor(Model model, SymbolFilter filter, Repair repair) {
        this.filter = Objects.requireNonNull(filter, "filter");
        this.repair = Objects.requireNonNull(repair, "repair");
        this.scores = new double[model.space().size()];
    }

    /** The filter. */
    public SymbolFilter filter() {
        return filter;
    }

    /** Returns to the start of a sequence. */
    public void reset() {
        filter.reset();
    }

    /** Observes a symbol. */
    public void update(int symbol) {
        filter.update(symbol);
    }

    /**
     * The probability of each symbol for a later step.
     *
     * @param ahead 1 for the next symbol; at least 1
     * @return the same array each time, overwritten; raw scores if nothing is repaired
     */
    public double[] probabilities(int ahead) {
        filter.scores(ahead, scores);
        distributions++;
        for (double score : scores) {
            if (score < 0) {
                repaired++;
                break;
            }
        }
        repair.apply(scores);
        return scores;
    }

    /** For users: how many of the distributions so far had negative scores, and what became of these; empty if none had. */
    public Optional<String> remark() {
        return repaired == 0 ? Optional.empty() : Optional.of(repaired + " of " + distributions
                + " distributions had negative scores, which " + switch (repair) {
                    case CLIP -> "count as zero (--repair clip)";
                    case ABSOLUTE -> "count with their absolute values (--repair absolute)";
                    case RAW -> "are left as they are (--repair raw)";
                });
    }

    /** The natural logarithm of the probability that this symbol comes next. */
    public double logarithm(int symbol) {
        return Math.log(probabilities(1)[symbol]);
    }

    /**
     * The most probable symbols, best first; of equal ones the first in the alphabet.
     *
     * @param top the largest number of symbols
     */
    public static int[] best(double[] probabilities, int top) {
        return IntStream.range(0, probabilities.length).boxed().sorted(Comparator.comparingDouble(o -> -probabilities[o]))
                .limit(top)
                .mapToInt(Integer::intValue).toArray();
    }
}
