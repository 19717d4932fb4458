package psr.launcher.trials;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

import psr.api.eval.Evaluation;
import psr.api.eval.Measure;
import psr.api.eval.Metric;
import psr.api.lab.Stage;
import psr.api.settings.ValidationException;
import psr.api.source.Dataset;

/**
 * A metric with its settings.
 *
 * @param name the name, with the settings if another metric of the experiment has the same name
 * @param resolved with every setting
 * @param measures its measures by full name, in order; do not modify
 * @param preparation prepares the evaluation on data
 */
record BoundMetric(String name, Stage resolved, Map<String, Measure> measures,
        Function<Dataset, Evaluation> preparation) {

    /** @param unique whether no other metric of the experiment has the same name: then its settings are left out */
    static <S extends Record> BoundMetric of(Stage typed, Metric<S> metric, boolean unique) {
        ChosenSettings<S> chosen = ChosenSettings.of(typed, metric);
        String name = unique ? typed.name() : typed.toString();
        Map<String, Measure> measures = new LinkedHashMap<>();
        for (Measure measure : metric.measures(chosen.settings())) {
            measures.put(name + "." + measure.name(), measure);
        }
        return new BoundMetric(name, Stage.of(typed.name(), chosen.all()), measures,
                data -> {
                    metric.objection(data, chosen.settings()).ifPresent(error -> {
                        throw new ValidationException(error);
                    });
                    return metric.prepare(data, chosen.settings());
                });
    }

    /** The full names of what it measures, in order. */
    List<String> columns() {
        return List.copyOf(measures.keySet());
    }
}
