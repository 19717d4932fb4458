package psr.api.lab;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;

import psr.api.data.Space;

/**
 * The definition of an experiment: data set, recipes, metrics, number of trials, and claims. On one machine, the same
 * experiment gives the same results with any number of threads. Immutable; equal if all parts are equal.
 */
public final class Experiment {

    /** The label of results of the true model in tables and files; recipes must not have it. */
    public static final String TRUE_MODEL = "oracle";

    private final String name;
    private final String description;
    private final Stage dataset;
    private final List<Recipe> recipes;
    private final List<Stage> metrics;
    private final int trials;
    private final long seed;
    private final int every;
    private final RateSearch rateSearch;
    private final Search search;
    private final List<Claim> claims;

    private Experiment(Builder builder) {
        this.name = Objects.requireNonNull(builder.name, "name");
        this.description = Objects.requireNonNull(builder.description, "description");
        this.dataset = Objects.requireNonNull(builder.dataset, "dataset");
        this.recipes = List.copyOf(builder.recipes);
        this.metrics = List.copyOf(builder.metrics);
        this.trials = builder.trials;
        this.seed = builder.seed;
        this.every = builder.every;
        this.rateSearch = Objects.requireNonNull(builder.rateSearch, "rateSearch");
        this.search = Objects.requireNonNull(builder.search, "search");
        this.claims = List.copyOf(builder.claims);
        if (recipes.isEmpty()) {
            throw new IllegalArgumentException("an experiment must have at least one recipe; found none");
        }
        if (search.kind() == Search.Kind.CHOICE && recipes.size() != 1) {
            throw new IllegalArgumentException("an experiment with a choice must have a single recipe; found " + recipes.size());
        }
        if (trials < 1) {
            throw new IllegalArgumentException("trials must be at least 1; trials=" + trials);
        }
        if (every < 1) {
            throw new IllegalArgumentException("every must be at least 1; every=" + every);
        }
        Set<String> labels = new HashSet<>(Set.of(TRUE_MODEL));
        for (Recipe recipe : recipes) {
            if (!labels.add(recipe.label())) {
                throw new IllegalArgumentException("recipes must have different labels, and '" + TRUE_MODEL
                        + "' is the true model's; '" + recipe.label() + "' is taken");
            }
        }
        Set<String> ids = new HashSet<>();
        for (Claim claim : claims) {
            if (!ids.add(claim.id())) {
                throw new IllegalArgumentException("claims must have different ids; '" + claim.id() + "' is taken");
            }
        }
    }

    /** Starts an experiment. */
    public static Builder builder(String name, Stage dataset) {
        return new Builder().name(name).dataset(dataset);
    }

    /** Starts an experiment with the parts of this one. */
    public Builder change() {
        return new Builder().name(name).description(description).dataset(dataset).recipes(recipes)
                .metrics(metrics).trials(trials).seed(seed).every(every).rateSearch(rateSearch).search(search).claims(claims);
    }

    /** Builds an experiment. Not thread-safe. */
    public static final class Builder {

        private String name;
        private String description = "";
        private Stage dataset;
        private List<Recipe> recipes = new ArrayList<>();
        private List<Stage> metrics = new ArrayList<>();
        private int trials = 1;
        private long seed = 1;
        private int every = 1;
        private RateSearch rateSearch = RateSearch.none();
        private Search search = Search.all();
        private List<Claim> claims = new ArrayList<>();

        private Builder() {}

        /** The name. */
        public Builder name(String text) {
            this.name = text;
            return this;
        }

        /** A description of one or two sentences; empty by default. */
        public Builder description(String text) {
            this.description = text;
            return this;
        }

        /** The data set, which each trial loads with its own seed. */
        public Builder dataset(Stage stage) {
            this.dataset = stage;
            return this;
        }

        /** Adds a recipe. */
        public Builder recipe(Recipe recipe) {
            this.recipes.add(recipe);
            return this;
        }

        /** Replaces the recipes; their labels must be different. */
        public Builder recipes(List<Recipe> list) {
            this.recipes = new ArrayList<>(list);
            return this;
        }

        /** Adds a metric. */
        public Builder metric(Stage metric) {
            this.metrics.add(metric);
            return this;
        }

        /** Replaces the metrics. */
        public Builder metrics(List<Stage> list) {
            this.metrics = new ArrayList<>(list);
            return this;
        }

        /** The number of independent repetitions, at least 1; 1 by default. */
        public Builder trials(int number) {
            this.trials = number;
            return this;
        }

        /** The seed of all random numbers; 1 by default. */
        public Builder seed(long number) {
            this.seed = number;
            return this;
        }

        /** Metrics are computed at iteration 0, every this many iterations, and at the last; 1 by default. */
        public Builder every(int iterations) {
            this.every = iterations;
            return this;
        }

        /** How the rates of recipes are chosen before the experiment runs; by default they are not changed. */
        public Builder rateSearch(RateSearch search) {
            this.rateSearch = search;
            return this;
        }

        /** Sets which recipes take part in which trials; by default, every recipe in every trial. */
        public Builder search(Search strategy) {
            this.search = strategy;
            return this;
        }

        /**
         * Replaces the recipes by a single one that each trial selects from these candidates: see {@link Search#among}.
         *
         * @param candidates at least two, with different labels
         */
        public Builder choose(List<Recipe> candidates) {
            search(Search.among(candidates));
            return recipes(List.of(candidates.get(0).labelled("chosen among " + candidates.size() + " recipes")));
        }

        /** Replaces the claims about the results; none by default. */
        public Builder claims(List<Claim> list) {
            this.claims = new ArrayList<>(list);
            return this;
        }

        /**
         * Builds the experiment.
         *
         * @throws IllegalArgumentException if there are no recipes, a label or an id appears twice, a label is
         *        {@link #TRUE_MODEL}, or a number is too small
         */
        public Experiment build() {
            return new Experiment(this);
        }
    }

    /** The name. */
    public String name() {
        return name;
    }

    /** The description; may be empty. */
    public String description() {
        return description;
    }

    /** The data set. */
    public Stage dataset() {
        return dataset;
    }

    /** The compared recipes; not modifiable. */
    public List<Recipe> recipes() {
        return recipes;
    }

    /** The metrics that are usual for observations of a kind, as a user would type them. */
    public static String usualMetrics(Space.Kind observations) {
        return observations == Space.Kind.VECTORS ? "mse" : "pnll,ospa";
    }

    /** The metrics; if empty, the default metrics of the data are measured. Not modifiable. */
    public List<Stage> metrics() {
        return metrics;
    }

    /** The number of independent repetitions. */
    public int trials() {
        return trials;
    }

    /** The seed of all random numbers. */
    public long seed() {
        return seed;
    }

    /** Metrics are computed at iteration 0, every this many iterations, and at the last. */
    public int every() {
        return every;
    }

    /** How the rates of recipes are chosen before the experiment runs. */
    public RateSearch rateSearch() {
        return rateSearch;
    }

    /** Which recipes take part in which trials. */
    public Search search() {
        return search;
    }

    /** The claims about the results; not modifiable. */
    public List<Claim> claims() {
        return claims;
    }

    /**
     * The claims that can be judged: those about its recipes and the given measures.
     *
     * @param measures the full names of the measures
     */
    public List<Claim> judgeable(Set<String> measures) {
        Set<String> labels = new HashSet<>();
        recipes.forEach(recipe -> labels.add(recipe.label()));
        return claims.stream().filter(claim -> claim.subject().recipe().map(labels::contains).orElse(true)
                && claim.reference().recipe().map(labels::contains).orElse(true)
                && (!claim.isMeasured() || measures.contains(claim.measure()))).toList();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Experiment that && name.equals(that.name) && description.equals(that.description)
                && dataset.equals(that.dataset) && recipes.equals(that.recipes) && metrics.equals(that.metrics)
                && trials == that.trials && seed == that.seed && every == that.every
                && rateSearch.equals(that.rateSearch) && search.equals(that.search) && claims.equals(that.claims);
    }

    @Override
    public int hashCode() {
        return Objects.hash(name, description, dataset, recipes, metrics, trials, seed, every, rateSearch, search, claims);
    }

    @Override
    public String toString() {
        return name + ": " + recipes.size() + " recipes on " + dataset + ", " + trials + " trials, seed " + seed;
    }
}
