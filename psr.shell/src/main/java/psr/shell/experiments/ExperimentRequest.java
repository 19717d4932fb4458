package psr.shell.experiments;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import psr.api.lab.Claim;
import psr.api.lab.Experiment;
import psr.api.lab.Experiments;
import psr.api.lab.RateSearch;
import psr.api.lab.Recipe;
import psr.api.lab.Search;
import psr.api.lab.Stage;
import psr.api.settings.Spelling;
import psr.api.settings.ValidationError;
import psr.launcher.spi.ExperimentLimits;
import psr.shell.command.Arguments;
import psr.shell.command.DatasetArgument;
import psr.shell.command.Invocation;

/**
 * The experiment that a user requested with {@code run}: a preset, a file, or a data set with recipes, changed by options.
 *
 * @param experiment with every option applied
 * @param named whether the experiment has a name; its results are then saved even without {@code --out}
 * @param replaced whether an option replaced its recipes or metrics, which its claims may name
 * @param origin adds the location in the file or preset to an error
 */
record ExperimentRequest(Experiment experiment, boolean named, boolean replaced, UnaryOperator<ValidationError> origin) {

    private static final int TRIALS = 3;
    private static final String JSON = ".json";
    /** A recipe: anything but blanks, except in quotes. */
    private static final Pattern RECIPE = Pattern.compile("(?:=\"[^\"]*\"|='[^']*'|\\S)+");

    /** The requested experiments: one, unless a setting of the data set has several values. */
    static List<ExperimentRequest> all(Invocation call, Experiments experiments) throws IOException {
        List<String> words = call.arguments().words();
        List<ExperimentRequest> all = new ArrayList<>();
        for (String dataset : words.size() < 2 ? List.of("") : RecipeWords.datasets(words.get(0))) {
            all.add(of(call, dataset.isEmpty() ? words
                    : Stream.concat(Stream.of(dataset), words.stream().skip(1)).toList(), experiments));
        }
        return all;
    }

    private static ExperimentRequest of(Invocation call, List<String> words, Experiments experiments) throws IOException {
        Arguments arguments = call.arguments();
        String first = words.isEmpty() ? "" : words.get(0);
        boolean file = first.endsWith(JSON);
        if (words.size() > 1 && !file) {
            return changed(adHoc(words, arguments), false, arguments, UnaryOperator.identity());
        }
        if (words.size() > 1) {
            throw new IllegalArgumentException("an experiment file has its recipes; replace them with --recipes \""
                    + String.join(" ", words.subList(1, words.size())) + "\", or name a data set instead of " + first);
        }
        if (file) {
            return read(call.path(first), experiments, arguments);
        }
        List<String> presets = experiments.presets();
        if (!presets.contains(first)) {
            throw new IllegalArgumentException("run needs a data set and at least one recipe (run ring 2sr), a preset ("
                    + String.join(", ", presets) + ") or an experiment file (mine.json); found "
                    + (words.isEmpty() ? "nothing" : "only '" + first + "'" + Spelling.nearest(first, presets)
                            .map(near -> "; did you mean '" + near + "'?").orElse("")));
        }
        return changed(experiments.preset(first), true, arguments,
                error -> error.saying("the preset " + first + ": " + error.message()));
    }

    private static ExperimentRequest read(Path file, Experiments experiments, Arguments arguments) throws IOException {
        String name = file.getFileName() == null ? file.toString() : file.getFileName().toString();
        if (Files.exists(file) && !Files.isRegularFile(file)) {
            throw new IllegalArgumentException("an experiment file must be a regular file; " + file + " is "
                    + (Files.isDirectory(file) ? "a folder" : "a pipe or a device"));
        }
        String text;
        try {
            // A character has at most four bytes.
            ExperimentLimits.check(name, "bytes", Files.size(file), 4 * ExperimentLimits.JSON);
            text = Files.readString(file);
        } catch (NoSuchFileException e) {
            throw new IllegalArgumentException("there is no file " + file, e);
        } catch (CharacterCodingException e) {
            throw new IllegalArgumentException("an experiment file must be text in UTF-8; " + file + " is not", e);
        } catch (AccessDeniedException e) {
            throw new IllegalArgumentException("an experiment file must be readable; access to " + file + " is denied", e);
        } catch (FileSystemException e) {
            throw new IllegalArgumentException("an experiment file must be readable; " + file + " is not: "
                    + (e.getReason() == null ? "it cannot be opened" : e.getReason()), e);
        }
        return changed(experiments.read(text, name, name.substring(0, name.length() - JSON.length())), true, arguments,
                error -> experiments.locate(text, name, error));
    }

    /**
     * Applies the options to an experiment.
     *
     * @param origin adds the location in the file or preset to an error
     */
    private static ExperimentRequest changed(Experiment read, boolean named, Arguments arguments,
            UnaryOperator<ValidationError> origin) {
        Experiment changed = ExperimentLimits.check(changed(read, arguments));
        boolean replaced = arguments.text("recipes").isPresent() || arguments.text("metrics").isPresent();
        return new ExperimentRequest(changed, named, replaced,
                error -> isUnchanged(read, changed, error.place()) ? origin.apply(error) : error);
    }

    /** Whether a JSON pointer leads to a part that no option has changed. */
    private static boolean isUnchanged(Experiment read, Experiment changed, String place) {
        return switch (place.split("/", -1).length > 1 ? place.split("/", -1)[1] : "") {
            case "dataset" -> read.dataset().equals(changed.dataset());
            case "recipes" -> read.recipes().equals(changed.recipes());
            case "metrics" -> read.metrics().equals(changed.metrics());
            case "rates-by" -> read.rateSearch().equals(changed.rateSearch());
            case "claims" -> read.claims().equals(changed.claims());
            default -> false;
        };
    }

    private static Experiment adHoc(List<String> words, Arguments arguments) {
        return Experiment.builder(words.get(0), DatasetArgument.parse(words.get(0)))
                .recipes(new RecipeWords(words.subList(1, words.size())).after(words.get(0)).recipes(arguments)).trials(TRIALS)
                .build();
    }

    private static Experiment changed(Experiment old, Arguments arguments) {
        Experiment.Builder changed = old.change();
        arguments.text("name").ifPresent(changed::name);
        arguments.text("description").ifPresent(changed::description);
        arguments.read("dataset", DatasetArgument::parse).ifPresent(changed::dataset);
        arguments.read("recipes", text -> recipes(text, arguments)).ifPresent(changed::recipes);
        arguments.read("metrics", Stage::parseList).ifPresent(changed::metrics);
        changed.rateSearch(rates(old.rateSearch(), arguments));
        if (arguments.flag("halving")) {
            changed.search(Search.halving());
        }
        arguments.text("claims").ifPresent(text -> changed.claims(claims(text, old.claims())));
        return changed.trials((int) arguments.whole("trials", old.trials(), 1, ExperimentLimits.TRIALS))
                .seed(arguments.whole("seed", old.seed(), Long.MIN_VALUE, Long.MAX_VALUE))
                .every((int) arguments.whole("every", old.every(), 1, Integer.MAX_VALUE)).build();
    }

    private static RateSearch rates(RateSearch old, Arguments arguments) {
        List<String> rates = arguments.text("rates").map(text -> List.of(text.split(","))).orElse(old.rates());
        RateSearch search =
                RateSearch.among(rates).in((int) arguments.whole("rates-trials", old.trials(), 1, ExperimentLimits.TRIALS));
        Optional<String> measure = arguments.text("rates-by").or(old::measure);
        if (arguments.text("rates-by").isPresent() && rates.isEmpty()) {
            throw new IllegalArgumentException("rates-by must have rates to choose from, for example --rates 1e-4,1e-3,1e-2;"
                    + " found none");
        }
        return measure.map(search::by).orElse(search);
    }

    private static List<Recipe> recipes(String text, Arguments arguments) {
        return new RecipeWords(RECIPE.matcher(text).results().map(MatchResult::group).toList()).recipes(arguments);
    }

    private static List<Claim> claims(String text, List<Claim> claims) {
        if (text.equals("none")) {
            return List.of();
        }
        List<String> ids = claims.stream().map(Claim::id).toList();
        List<Claim> chosen = new ArrayList<>();
        for (String id : text.split(",")) {
            if (!ids.contains(id)) {
                throw new IllegalArgumentException("no claim with id '" + id + "'" + Spelling.hint(id, ids)
                        + " claims: " + (ids.isEmpty() ? "none" : String.join(", ", ids)));
            }
            chosen.add(claims.get(ids.indexOf(id)));
        }
        return chosen;
    }
}
