package psr.launcher.lab;

import java.util.List;
import java.util.Map;

import psr.api.eval.Measure;
import psr.api.lab.Recipe;
import psr.api.lab.Stage;

/** Checks parts of an experiment one by one against what is present, so that a reader can say which part is wrong. */
public final class Checks {

    private final Catalogue catalogue;

    Checks(Catalogue catalogue) {
        this.catalogue = catalogue;
    }

    /** @throws IllegalArgumentException if there is no such data set or it has no such settings */
    public void dataset(Stage dataset) {
        try (Pins pins = new Pins()) {
            Binding.source(dataset, catalogue, pins);
        }
    }

    /** @throws IllegalArgumentException if a stage is unknown, in the wrong place, or has no such settings */
    public void recipe(Recipe recipe) {
        try (Pins pins = new Pins()) {
            Binding.recipe(recipe, catalogue, pins);
        }
    }

    /**
     * What metrics measure, by full name.
     *
     * @throws IllegalArgumentException if one is unknown, stands twice, or has no such settings
     */
    public Map<String, Measure> metrics(List<Stage> metrics) {
        try (Pins pins = new Pins()) {
            return Binding.measures(Binding.metrics(metrics, catalogue, pins));
        }
    }
}
