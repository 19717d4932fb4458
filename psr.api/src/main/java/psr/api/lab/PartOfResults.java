package psr.api.lab;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.StreamSupport;

import psr.api.eval.Measure;

/** Results without some recipes, or without the true model. */
final class PartOfResults implements Results {

    private final Results whole;
    private final Set<String> without;
    private final Experiment experiment;

    PartOfResults(Results whole, Set<String> without) {
        this.whole = whole;
        this.without = Set.copyOf(without);
        Experiment original = whole.experiment();
        for (String label : without) {
            if (!label.equals(Experiment.TRUE_MODEL) && original.recipes().stream().noneMatch(any -> any.label().equals(label))) {
                throw new IllegalArgumentException(
                        "only recipes of the run can be left out; '" + label + "' is not one of them: "
                                + String.join("; ", original.recipes().stream().map(Recipe::label).toList()));
            }
        }
        List<Recipe> left = original.recipes().stream().filter(recipe -> !without.contains(recipe.label())).toList();
        if (left.isEmpty()) {
            throw new IllegalArgumentException(
                    "at least one recipe must remain; all " + original.recipes().size() + " are left out");
        }
        List<Claim> claims = original.claims().stream()
                .filter(claim -> !isOut(claim.subject()) && !isOut(claim.reference())).toList();
        this.experiment = original.change().recipes(left).claims(claims).build();
    }

    private boolean isOut(Claim.Place place) {
        return without.contains(place.recipe().orElse(Experiment.TRUE_MODEL));
    }

    @Override
    public Experiment experiment() {
        return experiment;
    }

    @Override
    public Map<String, Measure> measures() {
        return whole.measures();
    }

    @Override
    public Map<String, String> provenance() {
        return whole.provenance();
    }

    @Override
    public List<RateChoice> rates() {
        return whole.rates().stream().filter(choice -> !without.contains(choice.label())).toList();
    }

    @Override
    public int finishedTrials() {
        return whole.finishedTrials();
    }

    @Override
    public Iterable<TrialResult> trials() {
        return () -> StreamSupport.stream(whole.trials().spliterator(), false)
                .filter(result -> !without.contains(result.label())).iterator();
    }

    @Override
    public List<SummaryRow> summary() {
        return whole.summary().stream().filter(row -> !without.contains(row.label())).toList();
    }

    @Override
    public List<SummaryRow> differences(String reference, Collection<String> measures) {
        if (without.contains(reference)) {
            throw new IllegalArgumentException("the reference must not be left out; reference=" + reference);
        }
        return whole.differences(reference, measures).stream().filter(row -> !without.contains(row.label())).toList();
    }

    @Override
    public List<TimeRow> times() {
        return whole.times().stream().filter(row -> !without.contains(row.label())).toList();
    }

    @Override
    public List<Occurrence> occurrences() {
        return whole.occurrences().stream().filter(each -> !without.contains(each.label())).toList();
    }
}
