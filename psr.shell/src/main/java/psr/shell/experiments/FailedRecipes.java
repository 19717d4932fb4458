package psr.shell.experiments;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import psr.api.lab.Experiment;
import psr.api.lab.Occurrence;
import psr.api.lab.Occurrence.Kind;
import psr.api.lab.Recipe;
import psr.api.lab.Results;
import psr.api.lab.Search;
import psr.api.lab.SummaryRow;
import psr.shell.command.CommandFailedException;

/** Failures and occurrence counts over trials, as messages. */
final class FailedRecipes {

    /** How many different reasons of one recipe are shown, as the number in a message may differ in every trial. */
    private static final int REASONS = 3;
    private static final String CHOSE = "chose ";

    private final Experiment experiment;
    private final Map<String, List<Occurrence>> occurrences;
    private final int finished;
    /** The labels of recipes with a value. */
    private final Set<String> measured;

    FailedRecipes(Results results) {
        this.experiment = results.experiment();
        this.finished = results.finishedTrials();
        this.measured = results.summary().stream().map(SummaryRow::label).collect(Collectors.toSet());
        this.occurrences = results.occurrences().stream().collect(Collectors.groupingBy(Occurrence::label));
    }

    private List<Occurrence> occurrences(String label, Kind kind) {
        return occurrences.getOrDefault(label, List.of()).stream().filter(each -> each.kind() == kind).toList();
    }

    /** Explains a counter of the lab. */
    private static String words(String counter) {
        return counter.equals("repaired states")
                ? "repaired states (the filter replaced a state that gave no valid probabilities)"
                : counter;
    }

    private static int trials(List<Occurrence> failures) {
        return failures.stream().mapToInt(Occurrence::trials).sum();
    }

    /** The number of finished trials. */
    int finished() {
        return finished;
    }

    /** The recipes in their order, and the true model. */
    List<String> labels() {
        return Stream.concat(experiment.recipes().stream().map(Recipe::label), Stream.of(Experiment.TRUE_MODEL)).toList();
    }

    /** The recipes that failed in every trial, with a reason. */
    Map<String, String> failed() {
        Map<String, String> failed = new LinkedHashMap<>();
        experiment.recipes().forEach(recipe -> {
            List<Occurrence> failures = occurrences(recipe.label(), Kind.FAILED);
            boolean dropped = experiment.search().kind() == Search.Kind.HALVING && !failures.isEmpty()
                    && !measured.contains(recipe.label());
            if (dropped || trials(failures) == experiment.trials()) {
                failed.put(recipe.label(), failures.get(0).reason());
            }
        });
        return failed;
    }

    /** Whether no recipe has a single result. */
    boolean all() {
        return failed().size() == experiment.recipes().size();
    }

    /**
     * Throws an exception if all recipes failed in every trial; it reports a user error if all trials failed because of invalid settings.
     *
     * @param strict whether one failed recipe is enough
     */
    void check(boolean strict) {
        Map<String, String> failed = failed();
        if (failed.isEmpty() || !strict && !all()) {
            return;
        }
        Set<String> reasons = new LinkedHashSet<>(failed.values());
        String message = all() ? String.join("; also: ", reasons)
                : failed.size() + " of " + experiment.recipes().size() + " recipes failed: " + String.join("; ", reasons);
        throw failed.keySet().stream().allMatch(label -> occurrences(label, Kind.FAILED).stream().allMatch(Occurrence::refusal))
                ? new IllegalArgumentException(message) : new CommandFailedException(message);
    }

    /** The failures of recipes that did not fail in every trial, one line for each reason. */
    List<String> failures() {
        Map<String, String> failed = failed();
        return labels().stream().filter(label -> !failed.containsKey(label)).flatMap(label -> failures(label).stream()).toList();
    }

    private List<String> failures(String label) {
        List<Occurrence> failures = occurrences(label, Kind.FAILED);
        List<String> lines = new ArrayList<>();
        failures.stream().limit(REASONS)
                .forEach(each -> lines.add(label + " failed in " + each.trials() + of() + ": " + each.reason()));
        if (failures.size() > REASONS) {
            lines.add(label + " failed in " + trials(failures.subList(REASONS, failures.size())) + of() + " for other reasons");
        }
        return lines;
    }

    private String of() {
        return " of " + experiment.trials() + (experiment.trials() == 1 ? " trial" : " trials");
    }

    /** In how many trials each candidate of a choice was selected. */
    List<String> choices() {
        return labels().stream().flatMap(label -> occurrences(label, Kind.COUNTED).stream())
                .filter(each -> each.name().startsWith(CHOSE)).sorted(Comparator.comparingLong(Occurrence::count).reversed())
                .map(each -> each.name() + " in " + each.count() + of()).toList();
    }

    /** Occurrence counts and failures, for below the table. */
    List<String> remarks() {
        List<String> remarks = new ArrayList<>();
        for (String label : labels()) {
            List<Occurrence> counts = occurrences(label, Kind.COUNTED);
            if (!counts.isEmpty()) {
                remarks.add(label + ": " + counts.stream().sorted(Comparator.comparing(Occurrence::name))
                        .map(each -> each.count() + " × " + words(each.name())).collect(Collectors.joining(", ")));
            }
            occurrences(label, Kind.NOT_MEASURED).stream().limit(REASONS).forEach(each -> remarks.add(label
                    + " was not measured in " + each.trials() + of() + " by " + each.name() + ": " + each.reason()));
            remarks.addAll(failures(label));
        }
        return remarks;
    }
}
