package psr.eval.report.statistics;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

import psr.api.eval.Measure;
import psr.api.eval.Measure.Better;
import psr.api.lab.Experiment;
import psr.api.lab.Occurrence;
import psr.api.lab.Recipe;
import psr.api.lab.Results;
import psr.api.lab.SummaryRow;
import psr.api.lab.TimeRow;
import psr.api.lab.Verdict;

/**
 * Everything the page says: the tables of the run, by recipe. Its size depends on recipes, measures and iterations, not on
 * trials.
 */
public final class Digest {

    private final Results results;
    private final Map<String, Contender> contenders = new LinkedHashMap<>();
    private final Map<String, Measure> measures = new LinkedHashMap<>();
    private final Map<String, Set<Contender>> best = new HashMap<>();
    private final String baseline;
    private final Set<String> family = new HashSet<>();
    private final List<Verdict> claims;

    /**
     * Arranges the tables of results.
     *
     * @param verdicts every claim of the experiment, judged
     * @throws IllegalArgumentException if they do not come in the order of trials
     */
    public Digest(Results results, List<Verdict> verdicts) {
        this.results = results;
        Experiment experiment = results.experiment();
        Recipe first = baseline(experiment.recipes());
        this.baseline = first.label();
        Map<String, Map<String, List<SummaryRow>>> curves = grouped(results.summary());
        Map<String, Map<String, List<SummaryRow>>> differences =
                grouped(results.differences(baseline, results.measures().keySet()));
        Map<String, List<TimeRow>> times = results.times().stream().collect(Collectors.groupingBy(TimeRow::label));
        Map<String, List<Occurrence>> occurrences =
                results.occurrences().stream().collect(Collectors.groupingBy(Occurrence::label));
        Function<String, Contender> contender = label -> new Contender(label, curves.getOrDefault(label, Map.of()),
                differences.getOrDefault(label, Map.of()), times.getOrDefault(label, List.of()),
                occurrences.getOrDefault(label, List.of()));
        for (Recipe recipe : experiment.recipes()) {
            contenders.put(recipe.label(), contender.apply(recipe.label()));
            if (recipe.stages().get(0).name().equals(first.stages().get(0).name())) {
                family.add(recipe.label());
            }
        }
        results.trials().forEach(result -> contenders.computeIfAbsent(result.label(), contender).add(result));
        this.claims = verdicts;
        results.measures().forEach((name, measure) -> {
            if (contenders.values().stream().anyMatch(each -> each.measures().contains(name))) {
                measures.put(name, measure);
            }
        });
    }

    private static Map<String, Map<String, List<SummaryRow>>> grouped(List<SummaryRow> rows) {
        return rows.stream()
                .collect(Collectors.groupingBy(SummaryRow::label, Collectors.groupingBy(SummaryRow::measure)));
    }

    /** The recipe called 2SR, from which the paper's methods start; without one, the first. */
    private static Recipe baseline(List<Recipe> recipes) {
        return recipes.stream().filter(recipe -> recipe.label().equalsIgnoreCase("2SR")).findFirst()
                .orElse(recipes.get(0));
    }

    /** What was read. */
    public Results results() {
        return results;
    }

    /** In the order of the experiment, the true model last. */
    public List<Contender> contenders() {
        return List.copyOf(contenders.values());
    }

    /** The true model, where it is known. */
    public Optional<Contender> oracle() {
        return Optional.ofNullable(contenders.get(Experiment.TRUE_MODEL));
    }

    /** The label of the recipe that the others are compared with. */
    public String baseline() {
        return baseline;
    }

    /** Whether it starts with the baseline's learner, as the baseline itself does. */
    public boolean startsLikeBaseline(Contender contender) {
        return family.contains(contender.label());
    }

    /** Measures that have a value somewhere, by full name, in the order of the experiment's metrics. */
    public Map<String, Measure> measures() {
        return measures;
    }

    /** One for each claim, in order. */
    public List<Verdict> claims() {
        return claims;
    }

    /** The claims by family, the main ones, whose family has no name, first where there are any. */
    public Map<String, List<Verdict>> families() {
        Map<String, List<Verdict>> families = new LinkedHashMap<>();
        families.put("", new ArrayList<>());
        claims.forEach(judged -> families.computeIfAbsent(judged.claim().family(), any -> new ArrayList<>())
                .add(judged));
        families.values().removeIf(List::isEmpty);
        return families;
    }

    /** How many trials left a result. */
    public int trials() {
        return results.finishedTrials();
    }

    /**
     * The best recipes by their mean at the last iteration, the true model apart; none where no direction is better.
     */
    public Set<Contender> best(String measure) {
        return best.computeIfAbsent(measure, this::findBest);
    }

    private Set<Contender> findBest(String measure) {
        Better better = measures.get(measure).better();
        double sign = better == Better.LOWER ? 1 : -1;
        double least = Double.POSITIVE_INFINITY;
        List<Contender> winners = new ArrayList<>();
        for (Contender contender : contenders.values()) {
            double value = sign * contender.last(measure).map(SummaryRow::mean).orElse(Double.NaN);
            if (better == Better.NEITHER || contender.oracle() || !(value <= least)) {
                continue;
            }
            if (value < least) {
                winners.clear();
            }
            least = value;
            winners.add(contender);
        }
        return new LinkedHashSet<>(winners);
    }
}
