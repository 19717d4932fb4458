package psr.api.lab;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/**
 * What is to be compared, on what, how often, and what is claimed of it. The same experiment gives the same results on one
 * machine, on however many threads. Immutable; equal when all parts are.
 */
public final class Experiment {

    /** What results of the true model are labelled in tables and files; no recipe may have this label. */
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
        this.claims = List.copyOf(builder.claims);
        if (recipes.isEmpty()) {
            throw new IllegalArgumentException("an experiment must have at least one recipe; found none");
        }
        if (metrics.isEmpty()) {
            throw new IllegalArgumentException("an experiment must have at least one metric; found none");
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

    /** Begins an experiment. */
    public static Builder builder(String name, Stage dataset) {
        return new Builder().name(name).dataset(dataset);
    }

    /** Begins an experiment that differs from this one. */
    public Builder change() {
        return new Builder().name(name).description(description).dataset(dataset).recipes(recipes)
                .metrics(metrics).trials(trials).seed(seed).every(every).rateSearch(rateSearch).claims(claims);
    }

    /** Gathers what makes an experiment. Used by one thread. */
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
        private List<Claim> claims = new ArrayList<>();

        private Builder() {}

        /** What it is called. */
        public Builder name(String text) {
            this.name = text;
            return this;
        }

        /** What it is about, in a sentence or two; nothing where nothing is said. */
        public Builder description(String text) {
            this.description = text;
            return this;
        }

        /** Where the data come from; loaded anew in each trial, with the trial's seed. */
        public Builder dataset(Stage stage) {
            this.dataset = stage;
            return this;
        }

        /** One more recipe. */
        public Builder recipe(Recipe recipe) {
            this.recipes.add(recipe);
            return this;
        }

        /** These recipes, in the place of those before; each with its own label. */
        public Builder recipes(List<Recipe> list) {
            this.recipes = new ArrayList<>(list);
            return this;
        }

        /** One more metric. */
        public Builder metric(Stage metric) {
            this.metrics.add(metric);
            return this;
        }

        /** These metrics, in the place of those before. */
        public Builder metrics(List<Stage> list) {
            this.metrics = new ArrayList<>(list);
            return this;
        }

        /** How many independent repetitions, at least 1; 1 where nothing is said. */
        public Builder trials(int number) {
            this.trials = number;
            return this;
        }

        /** Where all randomness comes from; 1 where nothing is said. */
        public Builder seed(long number) {
            this.seed = number;
            return this;
        }

        /** Metrics are computed at iteration 0, every this many iterations, and at the last; 1 where nothing is said. */
        public Builder every(int iterations) {
            this.every = iterations;
            return this;
        }

        /** How the rates of recipes are chosen before it runs; they are taken as they are where nothing is said. */
        public Builder rateSearch(RateSearch search) {
            this.rateSearch = search;
            return this;
        }

        /** What is claimed of the results, in the place of what was before; nothing where nothing is said. */
        public Builder claims(List<Claim> list) {
            this.claims = new ArrayList<>(list);
            return this;
        }

        /**
         * The experiment.
         *
         * @throws IllegalArgumentException if there is nothing to compare or to measure, a label or an id stands twice, a
         *         label is {@link #TRUE_MODEL}, or a number is too small
         */
        public Experiment build() {
            return new Experiment(this);
        }
    }

    /** What it is called. */
    public String name() {
        return name;
    }

    /** What it is about; may be empty. */
    public String description() {
        return description;
    }

    /** Where the data come from. */
    public Stage dataset() {
        return dataset;
    }

    /** What is compared; not modifiable. */
    public List<Recipe> recipes() {
        return recipes;
    }

    /** What is measured; not modifiable. */
    public List<Stage> metrics() {
        return metrics;
    }

    /** How many independent repetitions. */
    public int trials() {
        return trials;
    }

    /** Where all randomness comes from. */
    public long seed() {
        return seed;
    }

    /** Metrics are computed at iteration 0, every this many iterations, and at the last. */
    public int every() {
        return every;
    }

    /** How the rates of recipes are chosen before it runs. */
    public RateSearch rateSearch() {
        return rateSearch;
    }

    /** What is claimed of the results; not modifiable. */
    public List<Claim> claims() {
        return claims;
    }

    /**
     * The claims that can be judged: about recipes that it has, and measures that are taken.
     *
     * @param measures the full names of what is measured
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
                && rateSearch.equals(that.rateSearch) && claims.equals(that.claims);
    }

    @Override
    public int hashCode() {
        return Objects.hash(name, description, dataset, recipes, metrics, trials, seed, every, rateSearch, claims);
    }

    @Override
    public String toString() {
        return name + ": " + recipes.size() + " recipes on " + dataset + ", " + trials + " trials, seed " + seed;
    }
}
