package psr.eval.report.page;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import psr.api.eval.Measure;

/**
 * A measure of forecasts at the distances 1 … K, which one figure shows.
 *
 * @param name what the measures have in common: {@code mse} of {@code mse.1}, {@code mse.2}
 * @param measures full names, by increasing distance; at least two
 */
record Horizon(String name, List<String> measures) {

    /** The meaning of a distance. */
    static final String AXIS = "steps ahead";

    private static final String FIRST = "1";

    /** The families among some measures, which end in 1, 2, … after a dot or a dash. */
    static List<Horizon> among(Map<String, Measure> measures) {
        List<Horizon> found = new ArrayList<>();
        for (String first : measures.keySet()) {
            if (first.endsWith("." + FIRST) || first.endsWith("-" + FIRST)) {
                String prefix = first.substring(0, first.length() - FIRST.length());
                List<String> family = new ArrayList<>();
                for (int k = 1; measures.containsKey(prefix + k); k++) {
                    family.add(prefix + k);
                }
                if (family.size() > 1) {
                    found.add(new Horizon(prefix.substring(0, prefix.length() - 1), family));
                }
            }
        }
        return found;
    }

    /** The measure one step ahead. */
    String first() {
        return measures.get(0);
    }

    /** The measures further ahead, which have no figures of their own. */
    List<String> later() {
        return measures.subList(1, measures.size());
    }

    /** The title of the figure. */
    MeasureTitle title(Measure first) {
        return new MeasureTitle(name, name + " against " + AXIS,
                first.help().replace(", 1 step ahead", ", 1 to " + measures.size()
                        + " steps ahead"),
                name);
    }
}
