package psr.launcher.spi;
import psr.api.data.Space;
import psr.api.lab.Catalog;
import psr.api.lab.ServiceInfo;
import psr.api.lab.ServiceKind;
import psr.api.lab.Stage;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Describes how well a model predicts and how far its scores are from being probabilities. */
public final class ModelQuality {

    private ModelQuality() {}

    /** The metrics of models of a kind that are described, if present. */
    public static List<Stage> metrics(Catalog catalogue, Space.Kind kind) {
        List<String> described = kind == Space.Kind.VECTORS ? List.of("mse", "coverage") : List.of("perplexity", "health");
        return catalogue.present(ServiceKind.METRIC).stream().map(ServiceInfo::name)
                .filter(described::contains).sorted(Comparator.reverseOrder())
                .map(Stage::of).toList();
    }

    /**
     * Describes measured values.
     *
     * @param values by full name; missing ones are not described
     * @param where the data they were measured on
     */
    public static List<String> of(Map<String, Double> values, String where) {
        List<String> lines = new ArrayList<>();
        Double perplexity = values.get("perplexity.operators");
        Double bits = values.get("perplexity.operators-bits");
        if (perplexity != null && bits != null) {
            lines.add(String.format(Locale.ROOT, "perplexity %.4g, %.4g bits per symbol, %s", perplexity, bits, where));
        }
        Double relative = values.get("mse.relative-1");
        if (relative != null) {
            Double inside = values.get("coverage.90-1");
            lines.add(String.format(Locale.ROOT, "mean squared error one row ahead: %.4g of the variance%s, %s", relative,
                    inside == null ? ""
                            : String.format(Locale.ROOT, "; 90 %% intervals hold %.3g %% of the values", 100 * inside),
                    where));
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
