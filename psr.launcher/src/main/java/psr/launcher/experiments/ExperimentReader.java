package psr.launcher.experiments;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

import psr.api.lab.Claim;
import psr.api.lab.Experiment;
import psr.api.lab.RateSearch;
import psr.api.lab.Recipe;
import psr.api.lab.Stage;
import psr.api.settings.Spelling;

/**
 * Reads experiment files. Whatever is wrong is refused with file, line and column, in one line: fields that do not
 * exist, values of the wrong type, what is missing, names that the laboratory does not know, claims about something
 * that is not in the experiment.
 */
public final class ExperimentReader {

    private static final List<String> FIELDS = List.of("name", "description", "dataset", "recipes", "metrics", "trials",
            "seed", "every", "rates", "rates-by", "rates-trials", "claims");
    /** How a file that holds the record of a run names the experiment in it. */
    static final String RECORDED = "experiment";
    /** What is measured where nothing is said. */
    public static final String METRICS = "pnll,ospa";
    /** How often where nothing is said. */
    public static final int TRIALS = 3;
    /** More are a slip of the finger. */
    public static final int MOST_TRIALS = 1_000_000;

    /** Knows the names that an experiment may use; refuses the others with IllegalArgumentException. */
    public interface KnownNames {

        /** Checks a data set and its settings. */
        void dataset(Stage dataset);

        /** Checks a recipe and its settings. */
        void recipe(Recipe recipe);

        /** What metrics measure, by full name. */
        Set<String> measures(List<Stage> metrics);
    }

    private final KnownNames names;

    /** A reader that knows these names. */
    public ExperimentReader(KnownNames names) {
        this.names = names;
    }

    /**
     * Reads a text.
     *
     * @param file what it is called in messages
     * @param name what the experiment is called if the text does not say
     * @throws IllegalArgumentException if something in it is wrong
     */
    public Experiment read(String text, String file, String name) {
        LocatedJson root = LocatedJson.parse(text, file);
        LocatedJson recorded = root.fields("an experiment").get(RECORDED);
        return read(recorded == null ? root : recorded, name);
    }

    private Experiment read(LocatedJson root, String otherName) {
        JsonFields fields = new JsonFields(root, "an experiment", FIELDS);
        String name = fields.optional("name").isPresent() ? fields.text("name") : otherName;
        LocatedJson from = fields.required("dataset");
        String source = from.text("dataset");
        Stage dataset = from.located(() -> {
            Stage stage = Stage.parse(source);
            names.dataset(stage);
            return stage;
        });
        List<Recipe> recipes = recipes(fields.required("recipes"));
        List<Stage> metrics = new ArrayList<>();
        Set<String> measures = new LinkedHashSet<>(metrics(fields, metrics));
        int trials = (int) whole(fields, "trials", TRIALS, 1, MOST_TRIALS);
        long seed = whole(fields, "seed", 1, Long.MIN_VALUE, Long.MAX_VALUE);
        int every = (int) whole(fields, "every", 1, 1, Integer.MAX_VALUE);
        List<String> labels = new ArrayList<>(recipes.stream().map(Recipe::label).toList());
        labels.add(Experiment.TRUE_MODEL);
        RateSearch rates = rates(fields, measures);
        measures.addAll(ClaimReader.UNMEASURED);
        List<Claim> claims = claims(fields, new ClaimReader(labels, measures));
        String description = fields.optional("description").map(any -> any.text("description")).orElse("");
        return root.located(() -> Experiment.builder(name, dataset).description(description).recipes(recipes)
                .metrics(metrics).trials(trials).seed(seed).every(every).rateSearch(rates).claims(claims).build());
    }

    private List<Recipe> recipes(LocatedJson list) {
        List<Recipe> recipes = new ArrayList<>();
        Set<String> labels = new LinkedHashSet<>(Set.of(Experiment.TRUE_MODEL));
        for (LocatedJson item : list.items("recipes")) {
            Recipe recipe = recipe(item);
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

    /** Either {@code {"label": …, "recipe": …}} or the recipe alone, which then is its own label. */
    private Recipe recipe(LocatedJson item) {
        if (item.isText()) {
            return recipe(item, item.text("a recipe"));
        }
        JsonFields fields = new JsonFields(item, "a recipe", List.of("label", "recipe"));
        Recipe recipe = recipe(fields.required("recipe"), fields.text("recipe"));
        return fields.optional("label").isPresent() ? recipe.labelled(fields.text("label")) : recipe;
    }

    private Recipe recipe(LocatedJson at, String text) {
        return at.located(() -> {
            Recipe recipe = Recipe.parse(text);
            names.recipe(recipe);
            return recipe;
        });
    }

    /** Fills the list and returns what is measured. */
    private Set<String> metrics(JsonFields fields, List<Stage> metrics) {
        if (fields.optional("metrics").isEmpty()) {
            metrics.addAll(Stage.parseList(METRICS));
            return names.measures(metrics);
        }
        LocatedJson list = fields.required("metrics");
        for (LocatedJson item : list.items("metrics")) {
            String text = item.text("a metric");
            metrics.add(item.located(() -> Stage.parse(text)));
            item.located(() -> names.measures(metrics));
        }
        if (metrics.isEmpty()) {
            throw list.wrong("metrics must hold at least one; it is empty");
        }
        return names.measures(metrics);
    }

    private static long whole(JsonFields fields, String name, long standard, long low, long high) {
        return fields.optional(name).map(field -> field.whole(name, low, high)).orElse(standard);
    }

    private static RateSearch rates(JsonFields fields, Set<String> measures) {
        List<String> rates = new ArrayList<>();
        fields.optional("rates").ifPresent(list -> {
            for (LocatedJson item : list.items("rates")) {
                rates.add(item.numeral("a rate"));
                item.located(() -> RateSearch.among(rates));
            }
        });
        RateSearch search = RateSearch.among(rates)
                .in((int) whole(fields, "rates-trials", RateSearch.TRIALS, 1, MOST_TRIALS));
        if (fields.optional("rates-by").isEmpty()) {
            return search;
        }
        String measure = fields.text("rates-by");
        if (!measures.contains(measure)) {
            throw fields.required("rates-by").wrong("no measure named '" + measure + "' in this experiment"
                    + Spelling.hint(measure, measures) + " measures: " + String.join(", ", measures));
        }
        return search.by(measure);
    }

    private static List<Claim> claims(JsonFields fields, ClaimReader reader) {
        List<Claim> claims = new ArrayList<>();
        fields.optional("claims").ifPresent(list -> {
            for (LocatedJson item : list.items("claims")) {
                Claim claim = reader.read(item);
                if (claims.stream().anyMatch(other -> other.id().equals(claim.id()))) {
                    throw item.wrong("claims must have different ids; '" + claim.id() + "' is taken");
                }
                claims.add(claim);
            }
        });
        return claims;
    }
}
