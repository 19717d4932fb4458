package psr.launcher.experiments;

import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

import com.fasterxml.jackson.annotation.JsonInclude;

import psr.api.lab.Claim;
import psr.api.lab.Experiment;
import psr.api.lab.RateSearch;
import psr.api.lab.Recipe;
import psr.api.lab.Search;
import psr.api.lab.Stage;
import psr.launcher.json.LabJson;
import psr.launcher.spi.ExperimentLimits;

/**
 * An experiment with the fields of its JSON. {@link ExperimentReader} reads what people write, and fills in defaults.
 *
 * @param metrics omitted if empty: the default metrics of the data are then used
 * @param rates to choose from; not written if there are none
 * @param ratesBy the measure that they are compared by
 * @param ratesTrials in how many preliminary trials
 * @param search the search; absent if every recipe takes part in every trial
 */
public record ExperimentJson(String name, String description, Stage dataset, List<RecipeJson> recipes,
        @JsonInclude(JsonInclude.Include.NON_EMPTY) List<Stage> metrics, int trials, long seed, int every,
        @JsonInclude(JsonInclude.Include.NON_EMPTY) List<String> rates, Optional<String> ratesBy,
        OptionalInt ratesTrials, Optional<SearchJson> search, List<ClaimJson> claims) {

    record SearchJson(Search.Kind kind, List<RecipeJson> candidates, Optional<String> by, int folds) {

        private static Optional<SearchJson> of(Search search) {
            return search.equals(Search.all()) ? Optional.empty() : Optional.of(new SearchJson(search.kind(),
                    search.candidates().stream().map(RecipeJson::of).toList(), search.measure(), search.folds()));
        }

        private Search value() {
            Search search = switch (kind) {
                case ALL -> Search.all();
                case HALVING -> Search.halving();
                case CHOICE -> Search.among(candidates.stream().map(RecipeJson::value).toList());
            };
            return by.map(search.in(folds)::by).orElse(search.in(folds));
        }
    }

    record RecipeJson(String label, String recipe) {

        private static RecipeJson of(Recipe recipe) {
            return new RecipeJson(recipe.label(), recipe.text());
        }

        private Recipe value() {
            return Recipe.parse(recipe).labelled(label);
        }
    }

    record ClaimJson(String id, String words, String measure, String subject, String reference, Claim.Expected expected,
            double margin, Optional<GainJson> marginOf, @JsonInclude(JsonInclude.Include.NON_EMPTY) String family) {

        record GainJson(String to, String from) {}

        private static ClaimJson of(Claim claim) {
            return new ClaimJson(claim.id(), claim.words(), claim.measure(), ClaimReader.text(claim.subject()),
                    ClaimReader.text(claim.reference()), claim.expected(), claim.margin(), claim.gain().map(
                            gain -> new GainJson(ClaimReader.text(gain.to()), ClaimReader.text(gain.from()))),
                    claim.family());
        }

        private Claim value() {
            Claim.Builder claim = Claim.builder(id).words(words).measure(measure).subject(ClaimReader.place(subject))
                    .reference(ClaimReader.place(reference)).expected(expected).margin(margin).family(family);
            marginOf.ifPresent(gain -> claim.margin(margin,
                    new Claim.Gain(ClaimReader.place(gain.to()), ClaimReader.place(gain.from()))));
            return claim.build();
        }
    }

    public static ExperimentJson of(Experiment experiment) {
        RateSearch search = experiment.rateSearch();
        return new ExperimentJson(experiment.name(), experiment.description(), experiment.dataset(),
                experiment.recipes().stream().map(RecipeJson::of).toList(), experiment.metrics(), experiment.trials(),
                experiment.seed(), experiment.every(), search.rates(),
                search.rates().isEmpty() ? Optional.empty() : search.measure(),
                search.rates().isEmpty() ? OptionalInt.empty() : OptionalInt.of(search.trials()),
                SearchJson.of(experiment.search()), experiment.claims().stream().map(ClaimJson::of).toList());
    }

    /** The experiment; throws an {@link IllegalArgumentException} if the fields cannot be one. */
    public Experiment value() {
        if (trials > ExperimentLimits.TRIALS || ratesTrials.orElse(1) > ExperimentLimits.TRIALS) {
            throw new IllegalArgumentException("an experiment must have at most " + ExperimentLimits.TRIALS
                    + " trials; trials=" + Math.max(trials, ratesTrials.orElse(1)));
        }
        RateSearch ratesSearch = RateSearch.among(rates).in(ratesTrials.orElse(RateSearch.TRIALS));
        return Experiment.builder(name, dataset).description(description)
                .recipes(recipes.stream().map(RecipeJson::value).toList()).metrics(metrics).trials(trials).seed(seed)
                .every(every).search(search.map(SearchJson::value).orElse(Search.all()))
                .rateSearch(ratesBy.map(ratesSearch::by).orElse(ratesSearch))
                .claims(claims.stream().map(ClaimJson::value).toList()).build();
    }

    /** As it is written. */
    @Override
    public String toString() {
        return LabJson.tree(this).toString();
    }
}
