package psr.eval;

import psr.api.model.Features;
import psr.api.model.Filter;
import psr.api.model.Hmm;
import psr.api.model.StateFilter;

/**
 * The expectations of a hidden Markov model, computed by the filter of its linear PSR: d² per step, whereas the strings
 * of {@link Expectations.Strings} take |O|·(d² + |O|·d).
 *
 * <p>After a symbol that is impossible under the model, up to the end of the sequence, the two have different arbitrary
 * states; there the strings are used after all.
 */
final class HmmExpectations implements Expectations {

    private final StateFilter linear;
    private final Expectations direct;
    private final Expectations strings;
    private Expectations present;
    private long repairsBefore;

    HmmExpectations(Hmm hmm, Features features) {
        linear = hmm.toLinearPsr(features).filter();
        direct = new Direct(features, features);
        strings = new Strings(features);
    }

    @Override
    public void at(int t, Filter filter, double[] scores, int[] sequence) {
        if (t == 0) {
            linear.reset();
            repairsBefore = filter.repairs();
        } else {
            linear.update(sequence[t - 1]);
        }
        present = filter.repairs() == repairsBefore ? direct : strings;
        present.at(t, present == direct ? linear : filter, scores, sequence);
    }

    @Override
    public double expected(int feature) {
        return present.expected(feature);
    }

    @Override
    public double square() {
        return present.square();
    }
}
