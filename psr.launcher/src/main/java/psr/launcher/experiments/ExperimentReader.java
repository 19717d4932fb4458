package psr.launcher.experiments;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import com.fasterxml.jackson.databind.JsonNode;

import psr.api.lab.Claim;
import psr.api.lab.Experiment;
import psr.api.lab.RateSearch;
import psr.api.lab.Recipe;
import psr.api.lab.Search;
import psr.api.lab.Stage;
import psr.api.settings.ValidationError;
import psr.launcher.spi.ExperimentLimits;
import psr.launcher.spi.Sweep;

/**
 * Reads experiment files. Rejects unknown and missing fields, values of the wrong type and values that are too large, with file, line and column in
 * one line. Needs no services: binding checks names and settings, and the measures and recipes of claims; {@link #locate} adds line and column to its
 * errors.
 */
public final class ExperimentReader {

    private static final List<String> FIELDS = List.of("name", "description", "dataset", "recipes", "metrics", "trials",
            "seed", "every", "sample", "search", "rates", "rates-by", "rates-trials", "claims");
    /** How a file that holds the record of a run names the experiment in it. */
    static final String RECORDED = "experiment";
    /** The default number of trials. */
    public static final int TRIALS = 3;
    private static final String RECIPE = "recipe";
    private static final Pattern RECIPE_PLACE = Pattern.compile("/recipes/(\\d{1,9})(.*)");

    private ExperimentReader() {}

    /**
     * Reads a text.
     *
     * @param file what it is called in messages
     * @param name what the experiment is called if the text does not say
     * @throws IllegalArgumentException if something in it is wrong
     */
    static Experiment read(String text, String file, String name) {
        return read(experiment(LocatedJson.parse(text, file)), name);
    }

    /** Reads parsed JSON; errors have a pointer, but neither line nor column. */
    public static Experiment read(JsonNode tree, String name) {
        return read(experiment(LocatedJson.of(tree, RECORDED)), name);
    }

    /** Adds file, line and column of the value that the pointer of an error leads to. */
    static ValidationError locate(String text, String file, ValidationError error) {
        LocatedJson root = experiment(LocatedJson.parse(text, file));
        LocatedJson found = root.at(itemPlace(root, error.place()));
        LocatedJson recipe = found.child(RECIPE);
        return (recipe == null || error.place().isEmpty() ? found : recipe).located(error);
    }

    /** The pointer to an item in the list of recipes; one item may describe several recipes. */
    private static String itemPlace(LocatedJson root, String place) {
        Matcher recipe = RECIPE_PLACE.matcher(place);
        if (!recipe.matches()) {
            return place;
        }
        JsonFields fields = new JsonFields(root, "an experiment", FIELDS);
        List<Sweep.Combination> combinations = combinations(fields, sweeps(fields.required("recipes")));
        int index = Integer.parseInt(recipe.group(1));
        return index < combinations.size() ? "/recipes/" + combinations.get(index).sweep() + recipe.group(2) : place;
    }

    private static LocatedJson experiment(LocatedJson root) {
        LocatedJson recorded = root.fields("an experiment").get(RECORDED);
        return recorded == null ? root : recorded;
    }

    private static Experiment read(LocatedJson root, String otherName) {
        JsonFields fields = new JsonFields(root, "an experiment", FIELDS);
        String name = fields.optional("name").isPresent() ? fields.text("name") : otherName;
        LocatedJson data = fields.required("dataset");
        String typed = data.text("dataset", ExperimentLimits.RECIPE);
        Stage dataset = data.located(() -> ExperimentLimits.dataset(typed));
        List<Recipe> recipes = recipes(fields);
        List<Stage> metrics = metrics(fields);
        int trials = (int) whole(fields, "trials", TRIALS, 1, ExperimentLimits.TRIALS);
        long seed = seed(fields);
        int every = (int) whole(fields, "every", 1, 1, Integer.MAX_VALUE);
        Set<String> labels = new LinkedHashSet<>();
        recipes.forEach(recipe -> labels.add(recipe.label()));
        labels.add(Experiment.TRUE_MODEL);
        RateSearch rates = rates(fields);
        Search search = search(fields);
        List<Claim> claims = claims(fields, new ClaimReader(labels));
        String description = fields.optional("description").map(any -> any.text("description")).orElse("");
        return root.located(() -> ExperimentLimits.check(Experiment.builder(name, dataset).description(description)
                .recipes(recipes).search(search).metrics(metrics).trials(trials).seed(seed).every(every).rateSearch(rates)
                .claims(claims)
                .build()));
    }

    /** Either {@code "halving"}, or an object as in the record of a run. */
    private static Search search(JsonFields fields) {
        Optional<LocatedJson> given = fields.optional("search");
        if (given.isEmpty()) {
            return Search.all();
        }
        if (given.get().isText()) {
            if (!given.get().text("search").equals("halving")) {
                throw given.get()
                        .wrong("search must be \"halving\"; found \"" + given.get().text("search", ExperimentLimits.NAME) + '"');
            }
            return Search.halving();
        }
        JsonFields object = new JsonFields(given.get(), "a search", List.of("kind", "candidates", "by", "folds"));
        String kind = object.text("kind");
        if (!List.of("halving", "choice").contains(kind)) {
            throw object.required("kind").wrong("kind must be halving or choice; found \"" + kind + '"');
        }
        List<Recipe> candidates = object
                .optional("candidates").map(list -> items(list, "candidates", ExperimentLimits.RECIPES).stream()
                        .map(item -> recipe(item,
                                new Sweep.Combination(0, item.isText() ? item.text("a recipe") : new JsonFields(item, "a recipe",
                                        List.of("label", RECIPE)).text(RECIPE, ExperimentLimits.JSON), "")))
                        .toList())
                .orElse(List.of());
        int folds = (int) whole(object, "folds", Search.FOLDS, 2, ExperimentLimits.TRIALS);
        Search search = given.get().located(() -> kind.equals("halving") ? Search.halving() : Search.among(candidates)).in(folds);
        return object.optional("by").isEmpty() ? search : search.by(object.text("by"));
    }

    private static Stage stage(LocatedJson item, String what) {
        String text = item.text(what, ExperimentLimits.RECIPE);
        return item.located(() -> Stage.parse(text));
    }

    /** The items of a list of limited length. */
    private static List<LocatedJson> items(LocatedJson list, String name, int most) {
        List<LocatedJson> items = list.items(name);
        return list.located(() -> {
            ExperimentLimits.check("an experiment", name, items.size(), most);
            return items;
        });
    }

    private static List<Recipe> recipes(JsonFields fields) {
        LocatedJson list = fields.required("recipes");
        List<LocatedJson> items = items(list, "recipes", ExperimentLimits.RECIPES);
        List<Recipe> recipes = new ArrayList<>();
        Set<String> labels = new LinkedHashSet<>(Set.of(Experiment.TRUE_MODEL));
        List<Sweep> sweeps = sweeps(list);
        for (Sweep.Combination combination : list.located(() -> combinations(fields, sweeps))) {
            LocatedJson item = items.get(combination.sweep());
            Recipe recipe = recipe(item, combination);
            if (!labels.add(recipe.label())) {
                throw item.wrong("recipes must have different labels, and '" + Experiment.TRUE_MODEL
                        + "' is the true model's; '" + recipe.label() + "' is taken");
            }
            recipes.add(recipe);
        }
        if (recipes.isEmpty()) {
            throw list.wrong("recipes must hold at least one; it is empty");
        }
        return recipes;
    }

    private static List<Sweep.Combination> combinations(JsonFields fields, List<Sweep> sweeps) {
        return fields.optional("sample").isEmpty() ? Sweep.all(sweeps, ExperimentLimits.RECIPES)
                : Sweep.sample(sweeps, (int) whole(fields, "sample", 1, 1, ExperimentLimits.RECIPES), seed(fields));
    }

    /** The texts of recipes. An item is either {@code {"label": …, "recipe": …}} or the text alone. */
    private static List<Sweep> sweeps(LocatedJson list) {
        return items(list, "recipes", ExperimentLimits.RECIPES).stream().map(item -> {
            LocatedJson text = item.isText() ? item
                    : new JsonFields(item, "a recipe", List.of("label", RECIPE)).required(RECIPE);
            String typed = item.isText() ? item.text("a recipe")
                    : new JsonFields(item, "a recipe", List.of("label", RECIPE)).text(RECIPE, ExperimentLimits.JSON);
            return text.located(() -> ExperimentLimits.sweep(typed));
        }).toList();
    }

    /** The default label of a recipe is its text; if an item describes several recipes, their values are appended to its label. */
    private static Recipe recipe(LocatedJson item, Sweep.Combination combination) {
        LocatedJson text = item.isText() ? item : item.child(RECIPE);
        Recipe recipe = text.located(() -> ExperimentLimits.recipe(combination.text()));
        LocatedJson label = item.isText() ? null : item.child("label");
        if (label == null) {
            return recipe;
        }
        String name = new JsonFields(item, "a recipe", List.of("label", RECIPE)).text("label", ExperimentLimits.RECIPE);
        return recipe.labelled(combination.values().isEmpty() ? name : name + ", " + combination.values());
    }

    private static List<Stage> metrics(JsonFields fields) {
        if (fields.optional("metrics").isEmpty()) {
            return List.of();
        }
        LocatedJson list = fields.required("metrics");
        List<Stage> metrics =
                items(list, "metrics", ExperimentLimits.METRICS).stream().map(item -> stage(item, "a metric")).toList();
        if (metrics.isEmpty()) {
            throw list.wrong("metrics must hold at least one; it is empty");
        }
        return metrics;
    }

    private static long whole(JsonFields fields, String name, long standard, long low, long high) {
        return fields.optional(name).map(field -> field.whole(name, low, high)).orElse(standard);
    }

    private static long seed(JsonFields fields) {
        return whole(fields, "seed", 1, Long.MIN_VALUE, Long.MAX_VALUE);
    }

    private static RateSearch rates(JsonFields fields) {
        List<String> rates = new ArrayList<>();
        fields.optional("rates").ifPresent(list -> {
            for (LocatedJson item : items(list, "rates", ExperimentLimits.RATES)) {
                rates.add(item.numeral("a rate"));
                item.located(() -> RateSearch.among(rates));
            }
        });
        RateSearch search = RateSearch.among(rates)
                .in((int) whole(fields, "rates-trials", RateSearch.TRIALS, 1, ExperimentLimits.TRIALS));
        return fields.optional("rates-by").isEmpty() ? search : search.by(fields.text("rates-by"));
    }

    private static List<Claim> claims(JsonFields fields, ClaimReader reader) {
        List<Claim> claims = new ArrayList<>();
        Set<String> ids = new HashSet<>();
        fields.optional("claims").ifPresent(list -> {
            for (LocatedJson item : items(list, "claims", ExperimentLimits.CLAIMS)) {
                Claim claim = reader.read(item);
                if (!ids.add(claim.id())) {
                    throw item.wrong("claims must have different ids; '" + claim.id() + "' is taken");
                }
                claims.add(claim);
            }
        });
        return claims;
    }
}
