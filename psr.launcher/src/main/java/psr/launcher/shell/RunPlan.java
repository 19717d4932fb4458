package psr.launcher.shell;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import psr.api.lab.Claim;
import psr.api.lab.Experiment;
import psr.api.lab.Recipe;
import psr.api.lab.Stage;
import psr.api.settings.Spelling;
import psr.launcher.experiments.Plan;
import psr.launcher.experiments.PlanReader;
import psr.launcher.experiments.Presets;
import psr.launcher.experiments.Rates;

/**
 * What a user asked {@code run} for: a preset, a file, or a data set with recipes, with what the options change.
 *
 * @param plan with every option applied
 * @param kept whether it is an experiment with a name, whose results are kept also without {@code --out}
 */
record RunPlan(Plan plan, boolean kept) {

    /** The options that change a field of the experiment. */
    static final List<String> OPTIONS = List.of("trials", "seed", "metrics", "every", "dataset", "recipes", "rates",
            "claims", "name", "description");

    private static final String JSON = ".json";
    /** A recipe: anything but blanks, except in quotes. */
    private static final Pattern RECIPE = Pattern.compile("(?:=\"[^\"]*\"|='[^']*'|\\S)+");

    static RunPlan of(Arguments arguments, PlanReader reader) throws IOException {
        List<String> words = arguments.words();
        String first = words.isEmpty() ? "" : words.get(0);
        boolean file = first.endsWith(JSON);
        if (words.size() > 1 && !file) {
            return new RunPlan(changed(adHoc(words), arguments), false);
        }
        if (words.size() > 1) {
            throw new IllegalArgumentException("an experiment file has its recipes; replace them with --recipes \""
                    + String.join(" ", words.subList(1, words.size())) + "\", or name a data set instead of " + first);
        }
        if (file) {
            return new RunPlan(changed(reader.read(Path.of(first)), arguments), true);
        }
        if (!Presets.NAMES.contains(first)) {
            throw new IllegalArgumentException("run needs a data set and at least one recipe (run ring 2sr), a preset ("
                    + String.join(", ", Presets.NAMES) + ") or an experiment file (mine.json); found "
                    + (words.isEmpty() ? "nothing" : "only '" + first + "'" + Spelling.nearest(first, Presets.NAMES)
                            .map(near -> "; did you mean '" + near + "'?").orElse("")));
        }
        return new RunPlan(changed(Presets.read(first, reader), arguments), true);
    }

    private static Plan adHoc(List<String> words) {
        Experiment experiment = new Experiment(words.get(0), Stage.parse(words.get(0)),
                words.subList(1, words.size()).stream().map(Recipe::parse).toList(),
                Stage.parseList(PlanReader.METRICS), PlanReader.TRIALS, 1, 1);
        return new Plan(experiment, "", List.of(), List.of());
    }

    private static Plan changed(Plan plan, Arguments arguments) {
        Experiment old = plan.experiment();
        Experiment experiment = new Experiment(arguments.text("name").orElse(old.name()),
                arguments.read("dataset", Stage::parse).orElse(old.dataset()),
                arguments.read("recipes", RunPlan::recipes).orElse(old.recipes()),
                arguments.read("metrics", Stage::parseList).orElse(old.metrics()),
                (int) arguments.whole("trials", old.trials(), 1, PlanReader.MOST_TRIALS),
                arguments.whole("seed", old.seed(), Long.MIN_VALUE, Long.MAX_VALUE),
                (int) arguments.whole("every", old.every(), 1, Integer.MAX_VALUE));
        return new Plan(experiment, arguments.text("description").orElse(plan.description()),
                arguments.text("rates").map(text -> Rates.check(List.of(text.split(",")))).orElse(plan.rates()),
                arguments.text("claims").map(text -> claims(text, plan.claims())).orElse(plan.claims()));
    }

    private static List<Recipe> recipes(String text) {
        List<Recipe> recipes = new ArrayList<>();
        for (Matcher next = RECIPE.matcher(text); next.find();) {
            recipes.add(Recipe.parse(next.group()));
        }
        return recipes;
    }

    private static List<Claim> claims(String text, List<Claim> claims) {
        if (text.equals("none")) {
            return List.of();
        }
        List<String> ids = claims.stream().map(Claim::id).toList();
        List<Claim> chosen = new ArrayList<>();
        for (String id : text.split(",")) {
            if (!ids.contains(id)) {
                throw new IllegalArgumentException("no claim with the id '" + id + "'" + Spelling.hint(id, ids)
                        + " claims: " + (ids.isEmpty() ? "none" : String.join(", ", ids)));
            }
            chosen.add(claims.get(ids.indexOf(id)));
        }
        return chosen;
    }
}
