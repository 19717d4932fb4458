package psr.launcher.use;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

import psr.api.lab.TrialResult;

/** Says in words how well a model predicts and how far its scores are from being probabilities. */
final class Health {

    private Health() {}

    /** @param where it was measured */
    static List<String> words(TrialResult result, String where) {
        List<String> lines = words(result.curve().get(result.curve().size() - 1).values(), where);
        result.counts().forEach((counter, count) -> {
            if (!counter.equals("repaired states")) {
                lines.add(counter + ": " + count);
            }
        });
        return lines;
    }

    /** @param values by full name; what is not there is not said */
    static List<String> words(Map<String, Double> values, String where) {
        List<String> lines = new ArrayList<>();
        Double perplexity = values.get("perplexity.operators");
        Double bits = values.get("perplexity.operators-bits");
        if (perplexity != null && bits != null) {
            lines.add(String.format(Locale.ROOT, "perplexity %.4g, %.4g bits per symbol, %s", perplexity, bits, where));
        }
        Double negative = values.get("health.negative");
        Double repairs = values.get("health.repairs");
        Double error = values.get("health.sum-error");
        if (negative != null && repairs != null && error != null) {
            boolean well = negative == 0 && repairs == 0 && error < 1e-9;
            lines.add("health: " + (well ? "its scores are probabilities" : String.format(Locale.ROOT,
                    "%.2g %% of its scores are below zero, they sum to one within %.2g on average, repaired states: %d",
                    100 * negative, error, repairs.longValue())));
        }
        return lines;
    }
}
