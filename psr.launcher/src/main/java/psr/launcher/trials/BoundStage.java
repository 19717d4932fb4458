package psr.launcher.trials;

import java.util.List;
import java.util.Optional;

import psr.api.data.Sequences;
import psr.api.lab.Recipe;
import psr.api.lab.Stage;
import psr.api.learn.Combiner;
import psr.api.learn.Learner;
import psr.api.learn.Refiner;
import psr.api.learn.Run;
import psr.api.model.Model;
import psr.api.settings.ValidationError;
import psr.launcher.services.BrokenServiceException;

/**
 * One stage of a recipe with its service and its settings.
 *
 * @param typed as the user wrote it
 * @param resolved with all settings, including defaults
 * @param canonical the same for all equivalent ways to write it: only settings that differ from their defaults, in the order
 *        of declaration
 * @param share the fraction of the data that is held out from earlier stages, from 0 to below 1
 * @param objection returns why it cannot work on such models and data
 * @param parts the recipes whose models it combines; none for a learner or refiner
 * @param work computes the model
 */
record BoundStage(Stage typed, Stage resolved, String canonical, double share,
        Objection objection, List<BoundRecipe> parts, Work work) {

    /** Computes a model. */
    interface Work {

        /**
         * Computes the model of the stage.
         *
         * @param starts the model of the stage before for a refiner, those of its parts for a combiner, none for a learner
         */
        Model compute(List<Model> starts, Sequences data, Run run);
    }

    /** Says why a stage cannot work on such models and data; empty if it can. */
    interface Objection {

        /** Asks the service; the models are as for {@link Work#compute}. */
        Optional<ValidationError> to(List<Model> starts, Sequences data);
    }

    static <S extends Record> BoundStage learner(Stage typed, Learner<S> learner) {
        ChosenSettings<S> chosen = ChosenSettings.of(typed, learner);
        return new BoundStage(typed, resolved(typed, chosen, List.of()), canonical(typed, chosen), 0,
                (starts, data) -> learner.objection(data, chosen.settings()), List.of(),
                (starts, data, run) -> learner.learn(data, chosen.settings(), run));
    }

    static <S extends Record> BoundStage refiner(Stage typed, Refiner<S> refiner) {
        ChosenSettings<S> chosen = ChosenSettings.of(typed, refiner);
        double share = share("refiner", typed, () -> refiner.validationShare(chosen.settings()));
        return new BoundStage(typed, resolved(typed, chosen, List.of()), canonical(typed, chosen), share,
                (starts, data) -> refiner.objection(starts.get(0), data, chosen.settings()), List.of(),
                (starts, data, run) -> refiner.refine(starts.get(0), data, chosen.settings(), run));
    }

    static <S extends Record> BoundStage combiner(Stage typed, Combiner<S> combiner, List<BoundRecipe> parts) {
        ChosenSettings<S> chosen = ChosenSettings.of(typed, combiner);
        double share = share("combiner", typed, () -> combiner.validationShare(chosen.settings()));
        StringBuilder canonical = new StringBuilder(canonical(typed, chosen));
        parts.forEach(part -> canonical.append('/').append(part.canonical()));
        return new BoundStage(typed, resolved(typed, chosen, parts), canonical.toString(), share,
                (starts, data) -> combiner.objection(starts, data, chosen.settings()), List.copyOf(parts),
                (starts, data, run) -> combiner.combine(starts, data, chosen.settings(), run));
    }

    private static Stage resolved(Stage typed, ChosenSettings<?> chosen, List<BoundRecipe> parts) {
        return Stage.of(typed.name(), chosen.all()).combining(parts.stream()
                .map(part -> Recipe.of(part.label(), part.stages().stream().map(BoundStage::resolved).toList())).toList());
    }

    private static String canonical(Stage typed, ChosenSettings<?> chosen) {
        return Stage.of(typed.name(), chosen.changed()).toString();
    }

    private interface HeldShare {
        double of();
    }

    private static double share(String kind, Stage typed, HeldShare declared) {
        double share;
        try {
            share = declared.of();
        } catch (RuntimeException | Error e) {
            throw new BrokenServiceException("the " + kind + " '" + typed.name() + "' failed to return its held-out share: " + e,
                    e);
        }
        if (!(share >= 0 && share < 1)) {
            throw new BrokenServiceException("the held-out share of a " + kind + " must be at least 0 and below 1; '"
                    + typed.name() + "' says " + share, null);
        }
        return share;
    }
}
