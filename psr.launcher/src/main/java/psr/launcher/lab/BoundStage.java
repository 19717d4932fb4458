package psr.launcher.lab;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

import psr.api.data.TrainingData;
import psr.api.lab.Stage;
import psr.api.learn.Learner;
import psr.api.learn.Refiner;
import psr.api.learn.Run;
import psr.api.model.Model;
import psr.api.settings.Configurable;
import psr.api.settings.Schema;

/**
 * One stage of a recipe with its service and its settings.
 *
 * @param typed as the user wrote it
 * @param resolved with every setting, also those that were not typed
 * @param canonical the same for every way to write it: only settings that differ from their defaults, in the order of
 *        declaration
 * @param share what the stages before it must not see, from 0 to below 1
 * @param objection why it cannot start from a model
 * @param work makes the model
 */
record BoundStage(Stage typed, Stage resolved, String canonical, double share,
        Function<Model, Optional<String>> objection, Work work) {

    /** Makes a model. */
    interface Work {

        /** @param start the model of the stage before; null for a learner */
        Model make(Model start, TrainingData data, Run run);
    }

    static <S extends Record> BoundStage learner(Stage typed, Learner<S> learner) {
        Chosen<S> chosen = Chosen.of(typed, learner);
        return new BoundStage(typed, chosen.resolved(), chosen.canonical(), 0, start -> Optional.empty(),
                (start, data, run) -> learner.learn(data, chosen.settings(), run));
    }

    static <S extends Record> BoundStage refiner(Stage typed, Refiner<S> refiner) {
        Chosen<S> chosen = Chosen.of(typed, refiner);
        double share;
        try {
            share = refiner.validationShare(chosen.settings());
        } catch (RuntimeException | LinkageError e) {
            throw new BrokenServiceException("the refiner '" + typed.name() + "' cannot say what it holds out: " + e,
                    e);
        }
        if (!(share >= 0 && share < 1)) {
            throw new BrokenServiceException("the held-out share of a refiner must be at least 0 and below 1; '"
                    + typed.name() + "' says " + share, null);
        }
        return new BoundStage(typed, chosen.resolved(), chosen.canonical(), share, refiner::objection,
                (start, data, run) -> refiner.refine(start, data, chosen.settings(), run));
    }

    /**
     * Settings as the user chose them.
     *
     * @param <S> the settings
     */
    record Chosen<S extends Record>(S settings, Stage resolved, String canonical) {

        /**
         * Reads the settings of a stage.
         *
         * @throws IllegalArgumentException if the user's settings are wrong
         * @throws BrokenServiceException if the service declares its settings wrongly
         */
        static <S extends Record> Chosen<S> of(Stage typed, Configurable<S> service) {
            Schema<S> schema;
            Map<String, String> defaults;
            try {
                schema = Schema.of(service.settings());
                defaults = schema.format(schema.defaults());
            } catch (RuntimeException | LinkageError e) {
                throw new BrokenServiceException("'" + typed.name() + "' declares its settings wrongly: "
                        + e.getMessage(), e);
            }
            S settings = schema.parse(typed.settings(), typed.name());
            Map<String, String> all = schema.format(settings);
            Map<String, String> changed = new LinkedHashMap<>(all);
            changed.entrySet().removeAll(defaults.entrySet());
            return new Chosen<>(settings, new Stage(typed.name(), all), new Stage(typed.name(), changed).toString());
        }
    }
}
