package psr.launcher.trials;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.AbstractList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.DoubleSupplier;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;

import psr.api.data.Sequences;
import psr.api.eval.Evaluation;
import psr.api.eval.Measure;
import psr.api.eval.Metric;
import psr.api.lab.Claim;
import psr.api.lab.Experiment;
import psr.api.lab.RateSearch;
import psr.api.lab.Recipe;
import psr.api.lab.ServiceKind;
import psr.api.lab.Stage;
import psr.api.learn.Refiner;
import psr.api.learn.Run;
import psr.api.model.Model;
import psr.api.settings.NoSettings;
import psr.api.settings.Option;
import psr.api.settings.ValidationError;
import psr.api.settings.ValidationException;
import psr.api.source.Dataset;
import psr.launcher.lab.Fakes;
import psr.launcher.services.BrokenServiceException;
import psr.launcher.services.DataUse;
import psr.launcher.services.PinnedServices;
import psr.launcher.services.Selection;
import psr.launcher.services.ServiceOffer;

class BoundExperimentTest {

    /** The services that were acquired and not yet released. */
    private final List<String> held = new ArrayList<>();
    /** How often an offer was examined. */
    private int looks;

    private ServiceOffer offer(ServiceKind kind, String name, Object service) {
        return new ServiceOffer(kind, name, "a test's " + name, "", "test", "1.0.0", 0, name.hashCode(),
                new ServiceOffer.Provider() {
                    @Override
                    public Object acquire() {
                        if (service != null) {
                            held.add(name);
                        }
                        return service;
                    }

                    @Override
                    public void release(Object gone) {
                        held.remove(name);
                    }

                    @Override
                    public boolean retired() {
                        looks++;
                        return false;
                    }
                });
    }

    /** A refiner with a given held-out share. */
    private static Refiner<NoSettings> holding(DoubleSupplier share) {
        return new Refiner<>() {
            @Override
            public Optional<ValidationError> objection(Model start, Sequences sequences, NoSettings settings) {
                return Optional.empty();
            }

            @Override
            public double validationShare(NoSettings settings) {
                return share.getAsDouble();
            }

            @Override
            public Model refine(Model start, Sequences sequences, NoSettings settings, Run run) {
                return start;
            }
        };
    }

    private PinnedServices pins() {
        return new PinnedServices(Fakes.catalogue(offer(ServiceKind.DATASET, "coins", new Fakes.Coins()),
                offer(ServiceKind.LEARNER, "mean", new Fakes.Mean()), offer(ServiceKind.LEARNER, "absent", null),
                offer(ServiceKind.REFINER, "climb", new Fakes.Climb()), offer(ServiceKind.REFINER, "all", holding(() -> 1)),
                offer(ServiceKind.REFINER, "none", holding(() -> Double.NaN)),
                offer(ServiceKind.REFINER, "unsure", holding(() -> {
                    throw new IllegalStateException("oh");
                })), offer(ServiceKind.COMBINER, "sum", new Fakes.Sum()),
                offer(ServiceKind.METRIC, "level", new Fakes.Level()), offer(ServiceKind.METRIC, "wide", new Wide())),
                Fakes.holds(), Selection.CURRENT);
    }

    private static Experiment experiment(String metrics, String... recipes) {
        return Experiment.builder("test", Stage.parse("coins:sequences=9"))
                .recipes(Arrays.stream(recipes).map(Recipe::parse).toList()).metrics(Stage.parseList(metrics)).build();
    }

    @Test
    void explainsWhereAStageBelongs() {
        Map<String, String> wrong = Map.of(
                "climb", "is a refiner, and needs a model to start from, for example 2sr+climb",
                "sum", "is a combiner, and needs models to combine, for example sum/2sr/ngram",
                "mean+mean", "is a learner, and starts from nothing, so it can only come first",
                "mean/mean",
                "is a learner, and combines no models; a refiner follows after +, as in 2sr+ig, and a combiner comes first, as in mix/2sr/ngram");
        wrong.forEach((recipe, words) -> {
            String message = assertThrows(IllegalArgumentException.class,
                    () -> BoundExperiment.recipe(Recipe.parse(recipe), DataUse.ANY, pins())).getMessage();
            assertTrue(message.contains(words), recipe + ": " + message);
        });
        Recipe late = Recipe.of("late", List.of(Stage.of("mean"),
                Stage.of("sum").combining(List.of(Recipe.parse("mean"), Recipe.parse("mean")))));
        String message = assertThrows(IllegalArgumentException.class, () -> BoundExperiment.recipe(late, DataUse.ANY, pins()))
                .getMessage();
        assertTrue(message.startsWith("a combiner must come first in a recipe; 'sum' in '"), message);
        BoundExperiment.recipe(Recipe.parse("sum/mean/mean+climb"), DataUse.ANY, pins());
    }

    @Test
    void locatesValidationErrors() {
        Map<String, Experiment> wrong = Map.of("/recipes/1", experiment("level", "mean", "maen"),
                "/recipes/1/settings/passes", experiment("level", "mean", "mean+climb:passes=-1"),
                "/metrics/1", experiment("level,levle", "mean"),
                "/dataset/settings/sequences", experiment("level", "mean").change()
                        .dataset(Stage.parse("coins:sequences=-1")).build());
        wrong.forEach((place, experiment) -> {
            ValidationException e = assertThrows(ValidationException.class, () -> BoundExperiment.of(experiment, pins()));
            assertEquals(place, e.error().place());
            assertEquals(List.of(), held, "all services must be released: " + place);
        });
    }

    @Test
    void reportsAllErrorsTogether() {
        Experiment wrong = experiment("level,levle", "maen", "mean", "mean+climb:passes=-1").change()
                .dataset(Stage.of("coin")).build();
        assertEquals(List.of("/dataset", "/recipes/0", "/recipes/2/settings/passes", "/metrics/1"),
                BoundExperiment.validationErrors(wrong, pins()).stream().map(ValidationError::place).toList());
        assertEquals(List.of(), held);
        assertEquals(List.of(), BoundExperiment.validationErrors(experiment("level", "mean"), pins()));
        assertEquals(List.of(), held);
    }

    @Test
    void rejectsEqualMetricsAndAddsSettingsToEqualNames() {
        assertTrue(assertThrows(ValidationException.class, () -> BoundExperiment.of(experiment("level,level", "mean"), pins()))
                .getMessage().contains("a metric must be requested only once; 'level' appears twice"));
        try (BoundExperiment bound = BoundExperiment.of(experiment("level", "mean"), pins())) {
            assertEquals(Set.of("level.mean", "level.nothing"), bound.measures().keySet());
            assertEquals(List.of(Stage.of("level")), bound.resolvedMetrics());
        }
        assertEquals(List.of("wide.m", "level.mean", "level.nothing"), names("wide:size=2", "level"));
        assertEquals(List.of("wide.m", "wide:size=2.m"), names("wide", "wide:size=2"));
    }

    /** The full names of the measures of metrics. */
    private List<String> names(String... metrics) {
        try (PinnedServices pins = pins()) {
            return List.copyOf(BoundExperiment.measures(Arrays.stream(metrics).map(Stage::parse).toList(), pins).keySet());
        }
    }

    /** A metric with a setting. */
    private static final class Wide implements Metric<Wide.Settings> {

        record Settings(@Option(value = "1", help = "how wide") int size) {}

        @Override
        public List<Measure> measures(Settings settings) {
            return List.of(Measure.of("m", Measure.Better.LOWER, "a measure"));
        }

        @Override
        public Evaluation prepare(Dataset data, Settings settings) {
            throw new AssertionError("nothing is measured");
        }
    }

    @Test
    void aBrokenServiceAffectsOnlyItsRecipe() {
        try (BoundExperiment bound = BoundExperiment.of(experiment("level", "absent+climb:passes=4", "sum/mean/absent",
                "mean+all", "mean+none", "mean+unsure", "mean+climb:passes=4"), pins())) {
            List<String> broken = bound.recipes().stream().map(recipe -> recipe.broken().orElse("")).toList();
            assertTrue(broken.get(0).contains("'absent'"), broken.get(0));
            assertEquals(broken.get(0), broken.get(1));
            assertEquals("the held-out share of a refiner must be at least 0 and below 1; 'all' says 1.0", broken.get(2));
            assertEquals("the held-out share of a refiner must be at least 0 and below 1; 'none' says NaN", broken.get(3));
            assertEquals("the refiner 'unsure' failed to return its held-out share: java.lang.IllegalStateException: oh",
                    broken.get(4));
            assertEquals("", broken.get(5));
            assertEquals(List.of(Stage.of("absent"), Stage.parse("climb:passes=4")),
                    bound.resolvedRecipes().get("absent+climb:passes=4"), "as typed if a service cannot be used");
            assertEquals(List.of(Stage.parse("mean:offset=0.0,at-least=0"), Stage.parse("climb:passes=4,hold=0.0,first=off")),
                    bound.resolvedRecipes().get("mean+climb:passes=4"));
        }
        assertThrows(BrokenServiceException.class, () -> {
            try (PinnedServices pins = pins()) {
                pins.pin(ServiceKind.LEARNER, "absent", DataUse.ANY);
            }
        });
    }

    @Test
    void listsTheValuesOfAllSettingsIncludingThoseOfParts() {
        try (BoundExperiment bound = BoundExperiment.of(experiment("level", "sum:hold=0.25/mean:offset=7/mean+climb:passes=8"),
                pins())) {
            assertTrue(bound.settingValues().containsAll(Set.of("9", "0.25", "7.0", "8")), bound.settingValues().toString());
        }
    }

    @Test
    void recipesWithTheSameComputationShareAKey() {
        try (BoundExperiment bound = BoundExperiment.of(experiment("level", "mean:offset=0.0", "mean", "mean+climb:hold=0.5",
                "sum:hold=0.25/mean/mean+climb"), pins())) {
            List<BoundRecipe> recipes = bound.recipes();
            assertEquals(recipes.get(0).last(), recipes.get(1).last());
            assertEquals(List.of("mean:offset=0.0", "mean"), bound.labels(recipes.get(1).last().orElseThrow()));
            assertEquals(List.of(.5), recipes.get(2).keys().get(0).shares(), "a learner must not get held-out data");
            assertEquals(List.of(), recipes.get(2).keys().get(1).shares());
            assertEquals(List.of(), bound.labels(recipes.get(2).keys().get(0)), "no recipe ends there");
            assertEquals(List.of(.25), recipes.get(3).sharesBefore(0));
            assertEquals("sum:hold=0.25/mean/mean+climb", recipes.get(3).canonical());
        }
    }

    @Test
    void aStageHasTheSameKeyInEveryRecipe() {
        try (BoundExperiment bound = BoundExperiment.of(experiment("level", "mean", "mean+climb", "mean+climb:hold=0.5",
                "mean+climb+climb:hold=0.5"), pins())) {
            List<BoundRecipe.Key> keys = bound.recipes().stream().map(recipe -> recipe.keys().get(0)).toList();
            assertEquals("mean", keys.get(1).prefix());
            assertEquals(keys.get(0), keys.get(1));
            assertEquals(keys.get(0).hashCode(), keys.get(1).hashCode());
            assertEquals(keys.get(2), keys.get(3));
            assertNotEquals(keys.get(1), keys.get(2), "it sees other data");
            assertNotEquals(keys.get(1), bound.recipes().get(1).keys().get(1));
            assertEquals("mean+climb", bound.recipes().get(3).keys().get(1).prefix());
        }
    }

    /** A list that counts accesses to its items. */
    private static final class Counted<T> extends AbstractList<T> {

        private final List<T> items;
        private int looks;

        Counted(List<T> items) {
            this.items = items;
        }

        @Override
        public T get(int index) {
            looks++;
            return items.get(index);
        }

        @Override
        public int size() {
            return items.size();
        }
    }

    @Test
    void twiceTheStagesTakeAtMostTwiceTheWork() {
        int[] stages = new int[2];
        int[] services = new int[2];
        for (int i = 0; i < 2; i++) {
            looks = 0;
            Recipe recipe = Recipe.parse("mean" + "+climb".repeat(200 << i));
            BoundRecipe bound = BoundExperiment.recipe(recipe, DataUse.ANY, pins());
            services[i] = looks;
            Counted<BoundStage> counted = new Counted<>(bound.stages());
            assertEquals(bound.keys(), BoundRecipe.of("counted", counted, false).keys());
            stages[i] = counted.looks;
        }
        assertTrue(stages[1] <= 2 * stages[0], Arrays.toString(stages));
        assertEquals(services[0], services[1], "each name is looked up once");
    }

    @Test
    void rejectsClaimsAndRatesAboutMissingMeasuresAndRecipes() {
        Claim claim = Claim.builder("a").words("it climbs").measure("level.mean").subject(Claim.Place.of("mean", Claim.When.LAST))
                .reference(Claim.Place.trueModel()).expected(Claim.Expected.ABOVE).build();
        Claim unmeasured = Claim.builder("b").words("it rises").measure("level.men").subject(claim.subject())
                .reference(claim.reference()).expected(Claim.Expected.ABOVE).build();
        Claim unlabelled = Claim.builder("c").words("it falls").measure(Claim.RATE).subject(claim.subject())
                .reference(Claim.Place.at("maen", 3)).expected(Claim.Expected.ABOVE).build();
        Experiment good = experiment("level", "mean");
        Map<String, Experiment> wrong = Map.of("/claims/1/measure", good.change().claims(List.of(claim, unmeasured)).build(),
                "/claims/0/reference", good.change().claims(List.of(unlabelled)).build(),
                "/rates-by", good.change().rateSearch(RateSearch.among(List.of("1")).by(Claim.RATE)).build());
        wrong.forEach((place, experiment) -> {
            assertEquals(place,
                    assertThrows(ValidationException.class, () -> BoundExperiment.of(experiment, pins())).error().place());
            assertEquals(List.of(place),
                    BoundExperiment.validationErrors(experiment, pins()).stream().map(ValidationError::place).toList());
            assertEquals(List.of(), held);
        });
        BoundExperiment.of(good.change().claims(List.of(claim)).build(), pins()).close();
    }

    @Test
    void stopsAfterAHundredErrors() {
        Experiment wrong = experiment("levle", IntStream.range(0, 150).mapToObj(i -> "maen:offset=" + i).toArray(String[]::new));
        assertEquals(101, BoundExperiment.validationErrors(wrong, pins()).size(), "of recipes, and one of a metric");
    }

    @Test
    void holdsTheServicesUntilItIsClosed() {
        BoundExperiment bound = BoundExperiment.of(experiment("level", "mean+climb"), pins());
        assertEquals(Set.of("coins", "level", "mean", "climb"), Set.copyOf(held));
        assertEquals(4, bound.services().size());
        bound.rebound(experiment("level", "mean"));
        bound.close();
        assertEquals(List.of(), held);
    }
}
