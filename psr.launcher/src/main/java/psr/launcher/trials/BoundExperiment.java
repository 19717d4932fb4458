package psr.launcher.trials;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import psr.api.data.DataKind;
import psr.api.eval.Measure;
import psr.api.eval.Metric;
import psr.api.lab.BundleVersion;
import psr.api.lab.Claim;
import psr.api.lab.Experiment;
import psr.api.lab.Recipe;
import psr.api.lab.Search;
import psr.api.lab.ServiceKind;
import psr.api.lab.Stage;
import psr.api.learn.Combiner;
import psr.api.learn.Learner;
import psr.api.learn.Refiner;
import psr.api.learn.Run;
import psr.api.settings.Spelling;
import psr.api.settings.ValidationError;
import psr.api.settings.ValidationException;
import psr.api.source.Dataset;
import psr.api.source.DatasetSource;
import psr.launcher.experiments.Scores;
import psr.launcher.services.BrokenServiceException;
import psr.launcher.services.DataUse;
import psr.launcher.services.PinnedServices;
import psr.launcher.services.ServiceOffer;
import psr.launcher.spi.NamedFiles;

/**
 * An experiment whose names are bound to services, which stay available until it is closed. Thread-safe except
 * {@link #close}, which must be called once.
 */
public final class BoundExperiment implements AutoCloseable {

    /** Loads the data of a trial. */
    interface Loader {
        Dataset load(Run run) throws IOException;
    }

    /** The number of errors after which no more are searched for. */
    private static final int MOST_ERRORS = 100;

    private final Experiment experiment;
    private final PinnedServices pins;
    private final Stage dataset;
    private final Loader loader;
    private final List<BoundMetric> metrics;
    private final List<BoundRecipe> recipes;
    /** The labels of the recipes whose last stage has a key. */
    private final Map<BoundRecipe.Key, List<String>> labels;
    /** The candidates of a choice as a separate experiment; null without a choice. */
    private final BoundExperiment candidates;

    private BoundExperiment(Experiment experiment, PinnedServices pins) {
        this.pins = pins;
        BoundSource bound = at("/dataset", () -> BoundSource.of(experiment.dataset(), pins));
        this.experiment = measured(experiment, bound.kind());
        this.dataset = bound.resolved();
        this.loader = bound.loader();
        DataUse use = bound.use();
        this.metrics = metrics(this.experiment.metrics(), use, pins);
        this.recipes = new ArrayList<>();
        this.labels = new HashMap<>();
        for (int i = 0; i < experiment.recipes().size(); i++) {
            Recipe recipe = experiment.recipes().get(i);
            BoundRecipe boundRecipe = at("/recipes/" + i, () -> recipe(recipe, use, pins));
            recipes.add(boundRecipe);
            boundRecipe.last().ifPresent(key -> labels.computeIfAbsent(key, any -> new ArrayList<>()).add(boundRecipe.label()));
        }
        missing(this.experiment, measures().keySet()).ifPresent(error -> {
            throw new ValidationException(error);
        });
        if (experiment.search().kind() != Search.Kind.ALL) {
            at("/search", () -> new Scores(this.experiment.search(), measures()));
        }
        this.candidates = experiment.search().candidates().isEmpty() ? null
                : at("/search",
                        () -> rebound(this.experiment.change().recipes(experiment.search().candidates()).search(Search.all())
                                .trials(experiment.search().folds()).claims(List.of()).every(Integer.MAX_VALUE).build()));
    }

    /** The experiment with metrics: those that are usual for the data, if it names none. */
    private static Experiment measured(Experiment experiment, DataKind kind) {
        return experiment.metrics().isEmpty()
                ? experiment.change().metrics(Stage.parseList(Experiment.usualMetrics(kind.observations()))).build() : experiment;
    }

    /**
     * What the data of a data set consist of with its settings.
     *
     * @throws ValidationException if there is none of that name, or a setting is wrong
     */
    public static DataKind kind(Stage dataset, PinnedServices pins) {
        return BoundSource.of(dataset, pins).kind();
    }

    /** A data set with its settings, and what its data consist of. */
    private record BoundSource(Stage resolved, DataKind kind, Loader loader) {

        static BoundSource of(Stage typed, PinnedServices pins) {
            return of(typed, (DatasetSource<?>) pins.pin(ServiceKind.DATASET, typed.name(), DataUse.ANY));
        }

        private static <S extends Record> BoundSource of(Stage typed, DatasetSource<S> source) {
            ChosenSettings<S> chosen = ChosenSettings.of(typed, source);
            DataKind kind;
            try {
                kind = Objects.requireNonNull(source.kind(chosen.settings()), "null");
            } catch (IllegalArgumentException e) {
                throw e;
            } catch (RuntimeException | LinkageError | StackOverflowError e) {
                throw new BrokenServiceException("the data set '" + typed.name() + "' failed to say the kind of its data: " + e,
                        e);
            }
            return new BoundSource(Stage.of(typed.name(), chosen.all()), kind, run -> {
                Dataset data = source.load(chosen.settings(), run);
                if (data != null && !DataKind.of(data.training()).equals(kind)) {
                    throw new BrokenServiceException(
                            "the data set '" + typed.name() + "' must have " + kind + ", as it said; it has "
                                    + DataKind.of(data.training()),
                            null);
                }
                return data;
            });
        }

        DataUse use() {
            return DataUse.of(resolved.name(), kind);
        }
    }

    /**
     * Binds every name and checks every setting.
     *
     * @param pins holds the services; closed with this object, or immediately if binding fails
     * @throws ValidationException if a name is unknown, a setting is wrong, or a stage is in the wrong place; has the location
     * @throws BrokenServiceException if the data set or a metric cannot be used; a learner or refiner that cannot be used
     *        affects only its own recipe
     */
    public static BoundExperiment of(Experiment experiment, PinnedServices pins) {
        try {
            return new BoundExperiment(experiment, pins);
        } catch (RuntimeException | Error e) {
            pins.close();
            throw e;
        }
    }

    /** Binds a variant of the experiment that uses the same services, for example with chosen rates. */
    public BoundExperiment rebound(Experiment changed) {
        return new BoundExperiment(changed, pins);
    }

    /** The measures of metrics, by full name. */
    public static Map<String, Measure> measures(List<Stage> metrics, PinnedServices pins) {
        return measures(metrics(metrics, DataUse.ANY, pins));
    }

    private static Map<String, Measure> measures(List<BoundMetric> metrics) {
        Map<String, Measure> measures = new LinkedHashMap<>();
        metrics.forEach(metric -> measures.putAll(metric.measures()));
        return measures;
    }

    static List<BoundMetric> metrics(List<Stage> stages, DataUse use, PinnedServices pins) {
        List<BoundMetric> metrics = new ArrayList<>();
        Set<Stage> seen = new HashSet<>();
        Map<String, Long> sameName = stages.stream().collect(Collectors.groupingBy(Stage::name, Collectors.counting()));
        for (int i = 0; i < stages.size(); i++) {
            Stage stage = stages.get(i);
            metrics.add(at("/metrics/" + i, () -> {
                if (!seen.add(stage)) {
                    throw new IllegalArgumentException("a metric must be requested only once; '" + stage + "' appears twice");
                }
                return BoundMetric.of(stage, (Metric<?>) pins.pin(ServiceKind.METRIC, stage.name(), use),
                        sameName.get(stage.name()) == 1);
            }));
        }
        return List.copyOf(metrics);
    }

    /**
     * Loads a data set without an experiment.
     *
     * @param base the folder against which relative paths in settings are resolved
     * @throws IllegalArgumentException if there is no such data set, it has no such settings, or its settings contradict
     *        each other
     * @throws IOException if the data cannot be read
     */
    public static Dataset load(Stage dataset, long seed, Path base, PinnedServices pins) throws IOException {
        return BoundSource.of(dataset, pins).loader()
                .load(new FileRun(seed, NamedFiles.in(base), () -> Thread.currentThread().isInterrupted()));
    }

    /** Checks a recipe and binds it. */
    static BoundRecipe recipe(Recipe recipe, DataUse use, PinnedServices pins) {
        // Check all names first, so that a user's mistake is reported even if another stage is broken.
        Set<String> later = new HashSet<>();
        for (int i = 0; i < recipe.stages().size(); i++) {
            Stage stage = recipe.stages().get(i);
            // Look up each name once: a search goes through all present services.
            if (i == 0 || !stage.parts().isEmpty() || later.add(stage.name())) {
                requireKnown(recipe, stage, i == 0, use, pins);
            }
        }
        List<BoundStage> stages = new ArrayList<>();
        try {
            for (int i = 0; i < recipe.stages().size(); i++) {
                stages.add(stage(recipe.stages().get(i), i == 0, use, pins));
            }
        } catch (BrokenServiceException e) {
            return BoundRecipe.broken(recipe.label(), e.getMessage());
        }
        return BoundRecipe.of(recipe.label(), stages,
                use.kind().filter(DataUse::isJoint).isPresent() && !acceptsInputs(recipe, use, pins));
    }

    private static BoundStage stage(Stage stage, boolean first, DataUse use, PinnedServices pins) {
        if (!stage.parts().isEmpty()) {
            List<BoundRecipe> parts = new ArrayList<>();
            for (Recipe part : stage.parts()) {
                BoundRecipe bound = recipe(part, use, pins);
                if (bound.broken().isPresent()) {
                    throw new BrokenServiceException(bound.broken().get(), null);
                }
                parts.add(bound);
            }
            return BoundStage.combiner(stage, (Combiner<?>) pins.pin(ServiceKind.COMBINER, stage.name(), use), parts);
        }
        return first ? BoundStage.learner(stage, (Learner<?>) pins.pin(ServiceKind.LEARNER, stage.name(), use))
                : BoundStage.refiner(stage, (Refiner<?>) pins.pin(ServiceKind.REFINER, stage.name(), use));
    }

    /** Rejects an unknown name; for stages in the wrong place, the message explains where they belong. */
    private static void requireKnown(Recipe recipe, Stage stage, boolean first, DataUse use, PinnedServices pins) {
        ServiceKind wanted = !stage.parts().isEmpty() ? ServiceKind.COMBINER : first ? ServiceKind.LEARNER
                : ServiceKind.REFINER;
        if (!stage.parts().isEmpty() && !first) {
            throw new IllegalArgumentException("a combiner must come first in a recipe; '" + stage.name() + "' in '"
                    + recipe.text() + "' follows another stage");
        }
        if (!has(wanted, stage.name(), pins)) {
            for (ServiceKind other : List.of(ServiceKind.LEARNER, ServiceKind.REFINER, ServiceKind.COMBINER)) {
                if (other != wanted && has(other, stage.name(), pins)) {
                    throw new ValidationException(ValidationError.of(stage.name(), "", "must be a " + wanted.word(), stage.name())
                            .saying("a recipe must be a learner, then refiners; '" + stage.name() + "' in '" + recipe.text()
                                    + "' is a " + other.word() + ", and " + switch (other) {
                                        case REFINER -> "needs a model to start from, for example 2sr+" + stage.name();
                                        case COMBINER -> "needs models to combine, for example " + stage.name()
                                                + "/2sr/ngram";
                                        default -> wanted == ServiceKind.COMBINER
                                                ? "combines no models; a refiner follows after +, as in 2sr+ig, and a combiner comes first, as in mix/2sr/ngram"
                                                : "starts from nothing, so it can only come first";
                                    }));
                }
            }
        }
        pins.catalogue().find(wanted, stage.name(), use, pins.selection());
    }

    private static boolean has(ServiceKind kind, String name, PinnedServices pins) {
        return pins.catalogue().offers(kind, pins.selection()).stream().anyMatch(offer -> offer.name().equals(name));
    }

    /** Whether all services of a recipe accept inputs; otherwise it runs on joint symbols. */
    private static boolean acceptsInputs(Recipe recipe, DataUse use, PinnedServices pins) {
        DataKind data = use.kind().orElseThrow();
        for (int i = 0; i < recipe.stages().size(); i++) {
            Stage stage = recipe.stages().get(i);
            ServiceKind kind =
                    !stage.parts().isEmpty() ? ServiceKind.COMBINER : i == 0 ? ServiceKind.LEARNER : ServiceKind.REFINER;
            if (!pins.accepted(kind, stage.name(), use).accepts(data)
                    || !stage.parts().stream().allMatch(part -> acceptsInputs(part, use, pins))) {
                return false;
            }
        }
        return true;
    }

    private interface Binding<T> {
        T bind();
    }

    /** Adds the location to validation errors. */
    private static <T> T at(String place, Binding<T> binding) {
        try {
            return binding.bind();
        } catch (IllegalArgumentException e) {
            ValidationError error = ValidationException.of(e);
            String where = error.setting().isEmpty() || !error.place().isEmpty() ? place
                    : place + "/settings/" + error.setting();
            throw new ValidationException(error.at(where), e);
        }
    }

    /** The first error about a measure or recipe that rates or claims name, but the experiment does not have. */
    private static Optional<ValidationError> missing(Experiment experiment, Set<String> measures) {
        Optional<ValidationError> rates = experiment.rateSearch().measure()
                .flatMap(measure -> unmeasured(measure, measures, "/rates-by"));
        Set<String> comparable = new LinkedHashSet<>(measures);
        comparable.addAll(List.of(Claim.SECONDS, Claim.RATE));
        Set<String> labels = new LinkedHashSet<>();
        experiment.recipes().forEach(recipe -> labels.add(recipe.label()));
        labels.add(Experiment.TRUE_MODEL);
        List<Claim> claims = experiment.claims();
        return rates.or(() -> IntStream.range(0, claims.size()).boxed().flatMap(i -> {
            Claim claim = claims.get(i);
            String place = "/claims/" + i;
            return unmeasured(claim.measure(), comparable, place + "/measure")
                    .or(() -> unlabelled(claim.subject(), labels, place + "/subject"))
                    .or(() -> unlabelled(claim.reference(), labels, place + "/reference"))
                    .or(() -> claim.gain().flatMap(gain -> unlabelled(gain.to(), labels, place + "/margin-of/to")
                            .or(() -> unlabelled(gain.from(), labels, place + "/margin-of/from"))))
                    .stream();
        }).findFirst());
    }

    private static Optional<ValidationError> unmeasured(String measure, Set<String> measures, String place) {
        return measures.contains(measure) ? Optional.empty() : Optional.of(ValidationError.of("no measure named '" + measure
                + "' in this experiment" + Spelling.hint(measure, measures) + " measures: " + String.join(", ", measures))
                .at(place));
    }

    private static Optional<ValidationError> unlabelled(Claim.Place about, Set<String> labels, String place) {
        return about.recipe().filter(label -> !labels.contains(label)).map(label -> ValidationError.of("no recipe labelled '"
                + label + "'" + Spelling.hint(label, labels) + " recipes: " + String.join("; ", labels)).at(place));
    }

    /**
     * The validation errors of an experiment. Stops after a hundred, and reports only the first error of the claims.
     *
     * @param pins closed by this method
     */
    public static List<ValidationError> validationErrors(Experiment experiment, PinnedServices pins) {
        List<ValidationError> errors = new ArrayList<>();
        try (pins) {
            BoundSource[] source = new BoundSource[1];
            collect(errors, () -> source[0] = at("/dataset", () -> BoundSource.of(experiment.dataset(), pins)));
            DataUse use = source[0] == null ? DataUse.ANY : source[0].use();
            Experiment whole = source[0] == null ? experiment : measured(experiment, source[0].kind());
            for (int i = 0; i < experiment.recipes().size() && errors.size() < MOST_ERRORS; i++) {
                Recipe recipe = experiment.recipes().get(i);
                String place = "/recipes/" + i;
                collect(errors, () -> at(place, () -> recipe(recipe, use, pins)));
            }
            collect(errors, () -> missing(whole, measures(metrics(whole.metrics(), use, pins)).keySet())
                    .map(errors::add));
        }
        return errors;
    }

    private static void collect(List<ValidationError> errors, Binding<?> binding) {
        try {
            binding.bind();
        } catch (IllegalArgumentException e) {
            errors.add(ValidationException.of(e));
        } catch (BrokenServiceException e) {
            errors.add(ValidationError.of(e.getMessage()));
        }
    }

    /** The experiment as requested. */
    public Experiment experiment() {
        return experiment;
    }

    /** All measures by full name, in the requested order. */
    public Map<String, Measure> measures() {
        return measures(metrics);
    }

    /** The services it uses. */
    public List<ServiceOffer> services() {
        return pins.offers();
    }

    /** The exact code it uses. */
    public List<BundleVersion> versions() {
        return pins.versions();
    }

    /** The data set with every setting. */
    public Stage dataset() {
        return dataset;
    }

    /** The metrics with all settings, in the requested order. */
    public List<Stage> resolvedMetrics() {
        return metrics.stream().map(BoundMetric::resolved).toList();
    }

    /** The stages of each recipe with all settings, by label; as typed if a service cannot be used. */
    public Map<String, List<Stage>> resolvedRecipes() {
        Map<String, List<Stage>> resolved = new LinkedHashMap<>();
        for (int i = 0; i < recipes.size(); i++) {
            BoundRecipe bound = recipes.get(i);
            resolved.put(bound.label(), bound.broken().isPresent() ? experiment.recipes().get(i).stages()
                    : bound.stages().stream().map(BoundStage::resolved).toList());
        }
        return resolved;
    }

    /** The values of all settings of the data set and the recipes; files named there may be sent to other machines. */
    public Set<String> settingValues() {
        Set<String> values = new HashSet<>(dataset.settings().values());
        resolvedRecipes().values().forEach(stages -> stages.forEach(stage -> add(stage, values)));
        candidates().ifPresent(each -> values.addAll(each.settingValues()));
        return values;
    }

    private static void add(Stage stage, Set<String> values) {
        values.addAll(stage.settings().values());
        stage.parts().forEach(part -> part.stages().forEach(each -> add(each, values)));
    }

    Loader loader() {
        return loader;
    }

    /** The candidates of a choice, with a trial for each part of the training data; empty without a choice. */
    Optional<BoundExperiment> candidates() {
        return Optional.ofNullable(candidates);
    }

    /** The experiment after a choice. */
    synchronized BoundExperiment chosen(Recipe candidate) {
        return rebound(experiment.change().recipes(List.of(candidate.labelled(experiment.recipes().get(0).label())))
                .search(Search.all()).build());
    }

    List<BoundMetric> metrics() {
        return metrics;
    }

    List<BoundRecipe> recipes() {
        return recipes;
    }

    List<String> labels(BoundRecipe.Key key) {
        return labels.getOrDefault(key, List.of());
    }

    @Override
    public void close() {
        pins.close();
    }
}
