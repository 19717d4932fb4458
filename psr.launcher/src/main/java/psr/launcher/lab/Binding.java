package psr.launcher.lab;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import psr.api.eval.Measure;
import psr.api.eval.Metric;
import psr.api.lab.Experiment;
import psr.api.lab.Recipe;
import psr.api.lab.Stage;
import psr.api.learn.Learner;
import psr.api.learn.Refiner;
import psr.api.learn.Run;
import psr.api.source.Dataset;
import psr.api.source.DatasetSource;

/**
 * An experiment with the services it names, pinned until it is closed.
 *
 * @param source where the data come from
 * @param metrics what is measured, in the order asked
 * @param recipes what is compared, in the order asked
 * @param labels the recipes that end with a computation, by label
 * @param pins what is to be released in the end
 */
record Binding(Source source, List<BoundMetric> metrics, List<BoundRecipe> recipes,
        Map<BoundRecipe.Key, List<String>> labels, Pins pins) implements AutoCloseable {

    /** How often to ask again for a service that is replaced while it is being pinned. */
    private static final int ATTEMPTS = 5;

    /** Makes the data of a trial. */
    interface Loader {
        Dataset load(Run run) throws IOException;
    }

    /**
     * A data set with its settings.
     *
     * @param resolved with every setting
     * @param loader makes the data
     */
    record Source(Stage resolved, Loader loader) {}

    /**
     * Binds every name and checks every setting.
     *
     * @throws IllegalArgumentException if a name is unknown, a setting is wrong, or a stage is in the wrong place
     * @throws BrokenServiceException if the data set or a metric cannot be used; a learner or refiner that cannot be
     *         used breaks only its own recipe
     */
    static Binding of(Experiment experiment, Catalogue catalogue) {
        Pins pins = new Pins();
        try {
            Source source = source(experiment.dataset(), catalogue, pins);
            List<BoundMetric> metrics = metrics(experiment.metrics(), catalogue, pins);
            List<BoundRecipe> recipes = new ArrayList<>();
            Map<BoundRecipe.Key, List<String>> labels = new HashMap<>();
            for (Recipe recipe : experiment.recipes()) {
                BoundRecipe bound = recipe(recipe, catalogue, pins);
                recipes.add(bound);
                bound.last().ifPresent(key -> labels.computeIfAbsent(key, any -> new ArrayList<>()).add(bound.label()));
            }
            return new Binding(source, metrics, List.copyOf(recipes), Map.copyOf(labels), pins);
        } catch (RuntimeException | Error e) {
            pins.close();
            throw e;
        }
    }

    static Source source(Stage stage, Catalogue catalogue, Pins pins) {
        return source(stage, (DatasetSource<?>) pin(catalogue, Kind.DATASET, stage.name(), pins));
    }

    static List<BoundMetric> metrics(List<Stage> stages, Catalogue catalogue, Pins pins) {
        List<BoundMetric> metrics = new ArrayList<>();
        for (Stage stage : stages) {
            if (metrics.stream().anyMatch(twin -> twin.name().equals(stage.toString()))) {
                throw new IllegalArgumentException("a metric must be asked for once; '" + stage + "' stands twice");
            }
            long twins = stages.stream().filter(twin -> twin.name().equals(stage.name())).count();
            metrics.add(BoundMetric.of(stage, (Metric<?>) pin(catalogue, Kind.METRIC, stage.name(), pins),
                    twins == 1));
        }
        return List.copyOf(metrics);
    }

    static BoundRecipe recipe(Recipe recipe, Catalogue catalogue, Pins pins) {
        // Every name first: a user's mistake is told even where another stage of the recipe is broken.
        for (int i = 0; i < recipe.stages().size(); i++) {
            check(recipe, recipe.stages().get(i), i == 0 ? Kind.LEARNER : Kind.REFINER, catalogue);
        }
        List<BoundStage> stages = new ArrayList<>();
        try {
            for (int i = 0; i < recipe.stages().size(); i++) {
                Stage stage = recipe.stages().get(i);
                Object service = pin(catalogue, i == 0 ? Kind.LEARNER : Kind.REFINER, stage.name(), pins);
                stages.add(i == 0 ? BoundStage.learner(stage, (Learner<?>) service)
                        : BoundStage.refiner(stage, (Refiner<?>) service));
            }
        } catch (BrokenServiceException e) {
            return BoundRecipe.broken(recipe.label(), e.getMessage());
        }
        return BoundRecipe.of(recipe.label(), stages);
    }

    /** The service of a name, whole: one that was replaced meanwhile may have lost classes, so the new one is taken. */
    private static Object pin(Catalogue catalogue, Kind kind, String name, Pins pins) {
        for (int attempt = 1;; attempt++) {
            Offer offer = catalogue.find(kind, name);
            BrokenServiceException broken = null;
            Object service = null;
            try {
                service = pins.pin(offer);
            } catch (BrokenServiceException e) {
                broken = e;
            }
            boolean settled = attempt == ATTEMPTS || catalogue.stands(offer);
            if (settled && broken != null) {
                throw broken;
            }
            if (settled) {
                return service;
            }
        }
    }

    /** As {@link Catalogue#find}, with a word about stages in the wrong place. */
    private static void check(Recipe recipe, Stage stage, Kind kind, Catalogue catalogue) {
        Kind other = kind == Kind.LEARNER ? Kind.REFINER : Kind.LEARNER;
        boolean misplaced = catalogue.present(kind).stream().noneMatch(offer -> offer.name().equals(stage.name()))
                && catalogue.present(other).stream().anyMatch(offer -> offer.name().equals(stage.name()));
        if (misplaced) {
            throw new IllegalArgumentException("a recipe must be a learner, then refiners; '" + stage.name() + "' in '"
                    + recipe.text() + "' is a " + other.word() + ", and " + (kind == Kind.LEARNER
                            ? "needs a model to start from, for example 2sr+" + stage.name()
                            : "starts from nothing, so it can only come first"));
        }
        catalogue.find(kind, stage.name());
    }

    private static <S extends Record> Source source(Stage typed, DatasetSource<S> source) {
        BoundStage.Chosen<S> chosen = BoundStage.Chosen.of(typed, source);
        return new Source(chosen.resolved(), run -> source.load(chosen.settings(), run));
    }

    /** Everything measured by full name, in the order asked. */
    Map<String, Measure> measures() {
        return measures(metrics);
    }

    static Map<String, Measure> measures(List<BoundMetric> metrics) {
        Map<String, Measure> measures = new LinkedHashMap<>();
        metrics.forEach(metric -> measures.putAll(metric.measures()));
        return measures;
    }

    @Override
    public void close() {
        pins.close();
    }
}
