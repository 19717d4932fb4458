package psr.eval;

import psr.api.eval.Walk;
import psr.api.linear.FeatureFilter;
import psr.api.linear.Features;
import psr.api.linear.Hmm;
import psr.api.model.SymbolFilter;

/**
 * The expectations of a hidden Markov model, computed by the filter of its linear PSR: d² per step, whereas the strings
 * of {@link Expectations.Strings} take |O|·(d² + |O|·d).
 *
 * <p>After a symbol that is impossible under the model, up to the end of the sequence, the two have different arbitrary
 * states; there the strings are used after all.
 */
final class HmmExpectations implements Expectations {

    private final FeatureFilter linear;
    private final Expectations direct;
    private final Expectations strings;
    private Expectations present;
    private long repairsBefore;
    private int previous;

    HmmExpectations(Hmm hmm, Features features) {
        linear = hmm.toLinearPsr(features).filter();
        direct = new Direct(features, features);
        strings = new Strings(features);
    }

    @Override
    public void at(Walk walk, SymbolFilter filter) {
        if (walk.t() == 0) {
            linear.reset();
            repairsBefore = filter.repairs();
        } else {
            linear.update(previous);
        }
        present = filter.repairs() == repairsBefore ? direct : strings;
        present.at(walk, present == direct ? linear : filter);
        previous = walk.symbol(1);
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
