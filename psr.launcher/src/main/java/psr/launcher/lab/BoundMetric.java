package psr.launcher.lab;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;

import psr.api.data.TrainingData;
import psr.api.eval.Measure;
import psr.api.eval.Meter;
import psr.api.eval.Metric;
import psr.api.lab.Stage;
import psr.api.model.Model;

/**
 * A metric with its settings.
 *
 * @param name as the user asked for it
 * @param resolved with every setting
 * @param measures what it measures by full name, in order; not to be modified
 * @param meters makes a meter for a model and the training data
 */
record BoundMetric(String name, Stage resolved, Map<String, Measure> measures,
        BiFunction<Model, TrainingData, Meter> meters) {

    /** @param alone whether no other metric of the experiment has the same name: then the settings are left out */
    static <S extends Record> BoundMetric of(Stage typed, Metric<S> metric, boolean alone) {
        BoundStage.Chosen<S> chosen = BoundStage.Chosen.of(typed, metric);
        String name = alone ? typed.name() : typed.toString();
        Map<String, Measure> measures = new LinkedHashMap<>();
        for (Measure measure : metric.measures(chosen.settings())) {
            measures.put(name + "." + measure.name(), measure);
        }
        return new BoundMetric(name, chosen.resolved(), measures,
                (model, training) -> metric.meter(model, training, chosen.settings()));
    }

    /** The full names of what it measures, in order. */
    List<String> columns() {
        return List.copyOf(measures.keySet());
    }
}
