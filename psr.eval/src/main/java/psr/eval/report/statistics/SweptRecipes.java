package psr.eval.report.statistics;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;

import psr.api.lab.Recipe;
import psr.api.lab.Stage;

/**
 * Recipes with the same stages whose settings differ, whether or not they were written as a sweep. Immutable.
 *
 * @param settings the names of the settings that differ, for readers
 * @param points the recipes
 */
public record SweptRecipes(List<String> settings, List<Point> points) {

    private static final int FEWEST = 3;

    /**
     * A recipe.
     *
     * @param values of the settings that differ, by setting
     */
    public record Point(String label, Map<String, String> values) {

        /** The value of a setting as a number; empty if it is a word. */
        public OptionalDouble number(String setting) {
            try {
                double value = Double.parseDouble(values.get(setting));
                return Double.isFinite(value) ? OptionalDouble.of(value) : OptionalDouble.empty();
            } catch (NumberFormatException e) {
                return OptionalDouble.empty();
            }
        }

        /** The values of all settings except some. */
        public String without(List<String> others) {
            List<String> rest = new ArrayList<>();
            values.forEach((setting, value) -> {
                if (!others.contains(setting)) {
                    rest.add(setting + "=" + value);
                }
            });
            return String.join(", ", rest);
        }
    }

    /** The groups of at least three recipes that name the same settings of the same stages. */
    public static List<SweptRecipes> of(List<Recipe> recipes) {
        Map<Set<String>, List<Map.Entry<String, Map<String, String>>>> groups = new LinkedHashMap<>();
        for (Recipe recipe : recipes) {
            Map<String, String> values = new LinkedHashMap<>();
            collect("", recipe.stages(), values);
            groups.computeIfAbsent(values.keySet(), any -> new ArrayList<>()).add(Map.entry(recipe.label(), values));
        }
        List<SweptRecipes> swept = new ArrayList<>();
        groups.values().forEach(group -> of(group, swept));
        return swept;
    }

    private static void collect(String before, List<Stage> stages, Map<String, String> into) {
        for (int i = 0; i < stages.size(); i++) {
            String place = before + i + " " + stages.get(i).name();
            into.put(place, "");
            stages.get(i).settings().forEach((setting, value) -> into.put(place + " " + setting, value));
            for (int part = 0; part < stages.get(i).parts().size(); part++) {
                collect(place + "/" + part + " ", stages.get(i).parts().get(part).stages(), into);
            }
        }
    }

    private static void of(List<Map.Entry<String, Map<String, String>>> group, List<SweptRecipes> into) {
        Map<String, String> first = group.get(0).getValue();
        List<String> differing = first.keySet().stream()
                .filter(key -> group.stream().anyMatch(each -> !each.getValue().get(key).equals(first.get(key)))).toList();
        if (group.size() < FEWEST || differing.isEmpty()) {
            return;
        }
        Map<String, String> names = new LinkedHashMap<>();
        for (String key : differing) {
            String setting = key.substring(key.lastIndexOf(' ') + 1);
            boolean alone = differing.stream().filter(other -> other.endsWith(" " + setting)).count() == 1;
            names.put(key, alone ? setting : key.replaceAll("^\\d+ |/\\d+ \\d+", "").replaceFirst("^ ", ""));
        }
        List<Point> points = group.stream().map(each -> {
            Map<String, String> values = new LinkedHashMap<>();
            names.forEach((key, name) -> values.put(name, each.getValue().get(key)));
            return new Point(each.getKey(), values);
        }).toList();
        into.add(new SweptRecipes(List.copyOf(new LinkedHashSet<>(names.values())), points));
    }

    /** The settings that are numbers in all recipes and have at least this many values. */
    public List<String> numbers(int values) {
        return settings.stream().filter(setting -> points.stream().allMatch(point -> point.number(setting).isPresent())
                && points.stream().map(point -> point.number(setting).getAsDouble()).distinct().count() >= values).toList();
    }

    /** The numbers of a setting, in increasing order. */
    public double[] values(String setting) {
        return points.stream().mapToDouble(point -> point.number(setting).orElseThrow()).distinct().sorted().toArray();
    }

    /** Whether the numbers of a setting are spaced by factors rather than by differences. */
    public boolean isLogarithmic(String setting) {
        double[] values = values(setting);
        return values.length > 2 && values[0] > 0 && unevenness(values, true) < unevenness(values, false);
    }

    /** The largest step relative to the smallest. */
    private static double unevenness(double[] values, boolean logarithmic) {
        double least = Double.POSITIVE_INFINITY;
        double most = 0;
        for (int i = 1; i < values.length; i++) {
            double step = logarithmic ? Math.log(values[i] / values[i - 1]) : values[i] - values[i - 1];
            least = Math.min(least, step);
            most = Math.max(most, step);
        }
        return most / least;
    }

    /** The recipe with given numbers of two settings. */
    public Optional<Point> at(String one, double first, String other, double second) {
        return points.stream().filter(point -> point.number(one).getAsDouble() == first
                && point.number(other).getAsDouble() == second).findFirst();
    }
}
