package psr.launcher.experiments;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

import psr.api.lab.Claim;
import psr.api.lab.Experiment;
import psr.api.lab.Recipe;
import psr.api.lab.Stage;
import psr.launcher.lab.Checks;

/**
 * Reads experiment files. Whatever is wrong is refused with file, line and column, in one line: fields that do not
 * exist, values of the wrong type, what is missing, names that the laboratory does not know, claims about something
 * that is not in the experiment.
 */
public final class PlanReader {

    private static final List<String> FIELDS = List.of("name", "description", "dataset", "recipes", "metrics", "trials",
            "seed", "every", "rates", "claims");
    /** How a file that holds the record of a run names the experiment in it. */
    static final String RECORDED = "experiment";
    /** What is measured where nothing is said. */
    public static final String METRICS = "pnll,ospa";
    /** How often where nothing is said. */
    public static final int TRIALS = 3;
    /** More are a slip of the finger. */
    public static final int MOST_TRIALS = 1_000_000;

    /** Knows the names that an experiment may use; refuses the others with IllegalArgumentException. */
    private interface Names {
        void dataset(Stage dataset);

        void recipe(Recipe recipe);

        Set<String> measures(List<Stage> metrics);
    }

    private final Names names;

    private PlanReader(Names names) {
        this.names = names;
    }

    /** A reader that knows the services of a laboratory. */
    public PlanReader(Checks checks) {
        this(new Names() {
            @Override
            public void dataset(Stage dataset) {
                checks.dataset(dataset);
            }

            @Override
            public void recipe(Recipe recipe) {
                checks.recipe(recipe);
            }

            @Override
            public Set<String> measures(List<Stage> metrics) {
                return checks.metrics(metrics).keySet();
            }
        });
    }

    /** A reader for what ran once: the services it ran with need not be here any more. */
    public static PlanReader ofRecords(Set<String> measures) {
        return new PlanReader(new Names() {
            @Override
            public void dataset(Stage dataset) {}

            @Override
            public void recipe(Recipe recipe) {}

            @Override
            public Set<String> measures(List<Stage> metrics) {
                return measures;
            }
        });
    }

    /**
     * Reads a file: an experiment, or the record of a run.
     *
     * @throws IllegalArgumentException if it does not exist or something in it is wrong
     */
    public Plan read(Path file) throws IOException {
        String name = file.getFileName() == null ? file.toString() : file.getFileName().toString();
        String text;
        try {
            text = Files.readString(file);
        } catch (NoSuchFileException e) {
            throw new IllegalArgumentException("there must be a file " + file + "; it does not exist", e);
        } catch (CharacterCodingException e) {
            throw new IllegalArgumentException("an experiment file must be text in UTF-8; " + file + " is not", e);
        }
        return read(text, name, name.replaceFirst("\\.json$", ""));
    }

    /**
     * Reads a text.
     *
     * @param file what it is called in messages
     * @param name what the experiment is called if the text does not say
     * @throws IllegalArgumentException if something in it is wrong
     */
    public Plan read(String text, String file, String name) {
        Located root = Located.parse(text, file);
        Located recorded = root.fields("an experiment").get(RECORDED);
        return read(recorded == null ? root : recorded, name);
    }

    private Plan read(Located root, String standardName) {
        Fields fields = new Fields(root, "an experiment", FIELDS);
        String name = fields.optional("name").isPresent() ? fields.text("name") : standardName;
        Located from = fields.required("dataset");
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
        Experiment experiment =
                root.located(() -> new Experiment(name, dataset, recipes, metrics, trials, seed, every));
        measures.add(Claim.TIME);
        List<String> labels = new ArrayList<>(recipes.stream().map(Recipe::label).toList());
        labels.add(Experiment.ORACLE);
        return new Plan(experiment, fields.optional("description").map(any -> any.text("description")).orElse(""),
                rates(fields), claims(fields, new ClaimReader(labels, measures)));
    }

    private List<Recipe> recipes(Located list) {
        List<Recipe> recipes = new ArrayList<>();
        Set<String> labels = new LinkedHashSet<>(Set.of(Experiment.ORACLE));
        for (Located item : list.items("recipes")) {
            Recipe recipe = recipe(item);
            if (!labels.add(recipe.label())) {
                throw item.wrong("recipes must have different labels, and '" + Experiment.ORACLE
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
    private Recipe recipe(Located item) {
        if (item.isText()) {
            return recipe(item, item.text("a recipe"));
        }
        Fields fields = new Fields(item, "a recipe", List.of("label", "recipe"));
        Recipe recipe = recipe(fields.required("recipe"), fields.text("recipe"));
        return fields.optional("label").isPresent() ? recipe.labelled(fields.text("label")) : recipe;
    }

    private Recipe recipe(Located at, String text) {
        return at.located(() -> {
            Recipe recipe = Recipe.parse(text);
            names.recipe(recipe);
            return recipe;
        });
    }

    /** Fills the list and returns what is measured. */
    private Set<String> metrics(Fields fields, List<Stage> metrics) {
        if (fields.optional("metrics").isEmpty()) {
            metrics.addAll(Stage.parseList(METRICS));
            return names.measures(metrics);
        }
        Located list = fields.required("metrics");
        for (Located item : list.items("metrics")) {
            String text = item.text("a metric");
            metrics.add(item.located(() -> Stage.parse(text)));
            item.located(() -> names.measures(metrics));
        }
        if (metrics.isEmpty()) {
            throw list.wrong("metrics must hold at least one; it is empty");
        }
        return names.measures(metrics);
    }

    private static long whole(Fields fields, String name, long standard, long low, long high) {
        return fields.optional(name).map(field -> field.whole(name, low, high)).orElse(standard);
    }

    private static List<String> rates(Fields fields) {
        List<String> rates = new ArrayList<>();
        fields.optional("rates").ifPresent(list -> {
            for (Located item : list.items("rates")) {
                rates.add(item.numeral("a rate"));
                item.located(() -> Rates.check(rates));
            }
        });
        return rates;
    }

    private static List<Claim> claims(Fields fields, ClaimReader reader) {
        List<Claim> claims = new ArrayList<>();
        fields.optional("claims").ifPresent(list -> {
            for (Located item : list.items("claims")) {
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
