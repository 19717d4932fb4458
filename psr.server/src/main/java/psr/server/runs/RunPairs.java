package psr.server.runs;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntPredicate;

import psr.api.lab.Recipe;
import psr.api.lab.Results;
import psr.api.lab.TrialResult;
import psr.launcher.spi.Engine;
import psr.server.http.Json;

/** Compares two runs trial by trial, where they used the same data. */
final class RunPairs {

    private static final int PAGE = 100;

    /**
     * The mean of the differences of one recipe.
     *
     * @param recipe the recipe, without a label; empty for the true model
     * @param stderr NaN of fewer than two trials
     */
    record Pair(String recipe, double mean, double stderr, int trials) {}

    private RunPairs() {}

    /** The hash of the data of each finished trial of a run, by the number of the trial. */
    static Map<Integer, String> data(Engine engine, RunFolders folders, String id) throws IOException {
        Map<Integer, String> data = new HashMap<>();
        for (int after = 0;; after += PAGE) {
            List<String> lines = engine.trialLines(folders.of(id), after, PAGE);
            for (String line : lines) {
                var tree = Json.read(line);
                data.put(tree.path("trial").asInt(), tree.path("data").asText());
            }
            if (lines.size() < PAGE) {
                return data;
            }
        }
    }

    /** The hash of the data of trial 0, which need not be finished first; empty if it is not finished. */
    static Optional<String> firstData(Engine engine, RunFolders folders, String id) throws IOException {
        for (int after = 0;; after += PAGE) {
            List<String> lines = engine.trialLines(folders.of(id), after, PAGE);
            for (String line : lines) {
                var tree = Json.read(line);
                if (tree.path("trial").asInt(-1) == 0) {
                    return Optional.ofNullable(tree.path("data").textValue());
                }
            }
            if (lines.size() < PAGE) {
                return Optional.empty();
            }
        }
    }

    /** The recipes by label, as text without a label. */
    static Map<String, String> content(Results results) {
        Map<String, String> content = new HashMap<>();
        for (Recipe recipe : results.experiment().recipes()) {
            content.put(recipe.label(), recipe.text());
        }
        return content;
    }

    /**
     * The paired differences of the last values of a measure, second minus first, of each recipe that both runs have.
     *
     * @param same whether a trial has the same data in both runs
     */
    static List<Pair> differences(Results first, Results second, String measure, IntPredicate same) {
        Map<String, Map<Integer, Double>> ours = values(first, measure);
        List<Pair> pairs = new ArrayList<>();
        values(second, measure).forEach((recipe, theirs) -> {
            Map<Integer, Double> reference = ours.getOrDefault(recipe, Map.of());
            double[] differences = theirs.entrySet().stream()
                    .filter(each -> reference.containsKey(each.getKey()) && same.test(each.getKey()))
                    .mapToDouble(each -> each.getValue() - reference.get(each.getKey())).toArray();
            if (differences.length > 0) {
                pairs.add(pair(recipe, differences));
            }
        });
        return pairs;
    }

    private static Pair pair(String recipe, double[] differences) {
        int n = differences.length;
        double sum = 0;
        for (double difference : differences) {
            sum += difference;
        }
        double mean = sum / n;
        double squares = 0;
        for (double difference : differences) {
            squares += (difference - mean) * (difference - mean);
        }
        return new Pair(recipe, mean, n < 2 ? Double.NaN : Math.sqrt(squares / (n - 1) / n), n);
    }

    /** The last value of a measure in each trial, by recipe. */
    private static Map<String, Map<Integer, Double>> values(Results results, String measure) {
        Map<String, String> content = content(results);
        Map<String, Map<Integer, Double>> values = new LinkedHashMap<>();
        for (TrialResult trial : results.trials()) {
            String recipe = trial.isTrueModel() ? "" : content.getOrDefault(trial.label(), trial.label());
            Optional.ofNullable(trial.last().get(measure)).filter(Double::isFinite)
                    .ifPresent(value -> values.computeIfAbsent(recipe, any -> new HashMap<>()).put(trial.trial(), value));
        }
        return values;
    }
}
