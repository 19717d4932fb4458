package psr.launcher.spi;
import psr.api.lab.TrialResult;

import java.util.List;
import java.util.Objects;

/**
 * The outcome of one trial, as plain data.
 *
 * @param trial from 0
 * @param results the results of all recipes, in their order, the true model last; not modifiable
 * @param dataSha256 the hash of the {@link psr.api.source.Dataset} as it was loaded: two computations of a trial must have had
 *        the same data
 */
public record TrialOutcome(int trial, List<TrialResult> results, String dataSha256) {

    public TrialOutcome {
        results = List.copyOf(results);
        Objects.requireNonNull(dataSha256, "dataSha256");
        for (TrialResult result : results) {
            if (result.trial() != trial) {
                throw new IllegalArgumentException("the results must be of trial " + trial + "; found one of trial "
                        + result.trial());
            }
        }
    }

    @Override
    public String toString() {
        return "trial " + trial + ", " + results.size() + " results";
    }
}
