package psr.server.runs;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.IntFunction;
import java.util.regex.Pattern;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import psr.api.lab.Experiment;
import psr.api.lab.SavedRun;
import psr.api.lab.Submission.State;
import psr.api.settings.Spelling;
import psr.api.settings.ValidationError;
import psr.api.settings.ValidationException;
import psr.launcher.spi.CheckedExperiment;
import psr.launcher.spi.ExperimentLimits;
import psr.server.LabServices;
import psr.server.data.FileSettings;
import psr.server.http.Problem;
import psr.server.http.ProblemException;

/** Reads requested runs, and checks that they can be run. Thread-safe. */
record RunRequest(LabServices lab, FileSettings files) {

    static final int LONGEST_NAME = 200;
    /** As the database takes it. */
    static final int LONGEST_EXPERIMENT = ExperimentLimits.JSON;
    static final int MOST_PRIORITY = 1000;
    static final int MOST_TAGS = 20;
    static final int LONGEST_NOTES = 10_000;
    private static final Pattern TAG = Pattern.compile("[\\p{L}\\p{N}][\\p{L}\\p{N}.:_-]{0,59}");
    private static final double LONGEST_LIMIT = 1e9;

    /**
     * A run that can be submitted.
     *
     * @param binding of the experiment to services; the caller closes it or hands it to the queue
     */
    record Checked(NewRun run, Experiment experiment, CheckedExperiment binding) {}

    Checked read(ObjectNode body) {
        JsonNode json = body.path("experiment");
        JsonNode preset = body.path("preset");
        if (json.isMissingNode() == preset.isMissingNode()) {
            throw ProblemException.malformed("there must be an experiment or a preset, and not both");
        }
        String given = body.has("name") ? name(body.get("name")) : "";
        Experiment experiment = preset.isMissingNode() ? experiment(json, given.isEmpty() ? "run" : given) : preset(preset);
        experiment = overridden(experiment, body.path("overrides"));
        List<ValidationError> errors = files.refusals(experiment);
        if (!errors.isEmpty()) {
            throw new ProblemException(Problem.refused(errors));
        }
        CheckedExperiment binding = lab.engine().bind(experiment);
        Checked checked = null;
        try {
            if (!binding.errors().isEmpty()) {
                throw new ProblemException(Problem.refused(binding.errors()));
            }
            checked = new Checked(run(body, given, experiment), experiment, binding);
            return checked;
        } finally {
            if (checked == null) {
                binding.close();
            }
        }
    }

    private NewRun run(ObjectNode body, String given, Experiment experiment) {
        String name = given.isEmpty() ? shortened(experiment.name()) : given;
        int priority = body.has("priority") ? priority(body.get("priority")) : 0;
        Optional<Double> limit = Optional.empty();
        if (body.has("limit") && !body.get("limit").isNull()) {
            double seconds = body.get("limit").isNumber() ? body.get("limit").asDouble() : Double.NaN;
            if (!(seconds > 0 && seconds <= LONGEST_LIMIT)) {
                throw ProblemException.malformed("limit must be a number of seconds above 0; found " + body.get("limit"));
            }
            limit = Optional.of(seconds);
        }
        JsonNode paused = body.path("paused");
        if (!paused.isMissingNode() && !paused.isBoolean()) {
            throw ProblemException.malformed("paused must be true or false; found " + paused);
        }
        return NewRun.of(name, text(experiment), experiment.trials(), priority, limit, paused.asBoolean());
    }

    /**
     * A run that was computed elsewhere or before.
     *
     * @param run is read completely, to detect damaged lines now
     * @param state of the run, by its number of finished trials
     */
    NewRun saved(SavedRun run, String name, IntFunction<State> state, String remark) {
        Experiment experiment = run.results().experiment();
        int done = run.results().finishedTrials();
        run.results().summary();
        return new NewRun(shortened(name), text(experiment), experiment.trials(), 0, Optional.empty(), state.apply(done), done,
                List.of(remark + "; begun " + run.started()));
    }

    /** An experiment as JSON, in the form in which it is stored. */
    String text(Experiment experiment) {
        String text = lab.experiments().write(experiment);
        if (text.length() > LONGEST_EXPERIMENT) {
            throw ProblemException.of(413, "too large",
                    "an experiment must have at most " + LONGEST_EXPERIMENT + " characters; it has " + text.length());
        }
        return text;
    }

    /**
     * An experiment of JSON.
     *
     * @param name what it is called if it does not say
     * @throws ValidationException if something in it is wrong
     */
    Experiment experiment(JsonNode json, String name) {
        if (!json.isObject()) {
            throw ProblemException.malformed("the experiment must be an object");
        }
        return lab.engine().read(json, name);
    }

    private Experiment preset(JsonNode name) {
        List<String> presets = lab.experiments().presets();
        if (!presets.contains(name.asText())) {
            throw new ValidationException(ValidationError
                    .of("run", "preset", "must be one of " + String.join(", ", presets), name.asText())
                    .saying("no preset named '" + name.asText() + "'" + Spelling.hint(name.asText(), presets) + " presets: "
                            + String.join(", ", presets))
                    .at("/preset"));
        }
        return lab.experiments().preset(name.asText());
    }

    private static Experiment overridden(Experiment experiment, JsonNode overrides) {
        if (overrides.isMissingNode() || overrides.isNull()) {
            return experiment;
        }
        if (!overrides.isObject()) {
            throw ProblemException.malformed("overrides must be an object");
        }
        overrides.fieldNames().forEachRemaining(field -> {
            if (!List.of("trials", "seed").contains(field)) {
                throw ProblemException.malformed("no override named '" + field + "'; overrides: trials, seed");
            }
        });
        return experiment.change()
                .trials((int) whole(overrides.path("trials"), "trials", experiment.trials(), 1, ExperimentLimits.TRIALS))
                .seed(whole(overrides.path("seed"), "seed", experiment.seed(), Long.MIN_VALUE, Long.MAX_VALUE)).build();
    }

    static String name(JsonNode name) {
        return name(name.isTextual() ? name.asText() : "", name.toString());
    }

    private static String name(String name, String found) {
        String text = name.strip();
        if (text.isEmpty() || text.length() > LONGEST_NAME || text.chars().anyMatch(Character::isISOControl)) {
            throw ProblemException
                    .malformed("a name must be a text of 1 to " + LONGEST_NAME + " characters in one line; found " + found);
        }
        return text;
    }

    /** The same, of a query. */
    static String name(String name) {
        return name(name, "'" + name + "'");
    }

    /** The tags of a run, each once. */
    static List<String> tags(JsonNode node) {
        Set<String> tags = new LinkedHashSet<>();
        node.forEach(each -> tags.add(each.isTextual() && TAG.matcher(each.textValue()).matches() ? each.textValue() : ""));
        if (!node.isArray() || node.size() > MOST_TAGS || tags.contains("")) {
            throw ProblemException.malformed("tags must be an array of at most " + MOST_TAGS
                    + " texts of 1 to 60 letters, digits, dots, colons, dashes and underscores; found " + node, "/tags");
        }
        return List.copyOf(tags);
    }

    static String notes(JsonNode node) {
        if (!node.isTextual() || node.textValue().length() > LONGEST_NOTES || node.textValue().indexOf('\0') >= 0) {
            throw ProblemException.malformed("notes must be a text of at most " + LONGEST_NOTES + " characters", "/notes");
        }
        return node.textValue();
    }

    static int priority(JsonNode node) {
        if (node.isNull()) {
            throw ProblemException.malformed("priority must be a whole number; found null");
        }
        return (int) whole(node, "priority", 0, -MOST_PRIORITY, MOST_PRIORITY);
    }

    static String shortened(String name) {
        String line = name.replaceAll("\\p{Cntrl}", " ").strip();
        return line.isEmpty() ? "run" : line.substring(0, Math.min(LONGEST_NAME, line.length()));
    }

    static long whole(JsonNode node, String name, long standard, long low, long high) {
        if (node.isMissingNode() || node.isNull()) {
            return standard;
        }
        if (!node.isIntegralNumber() || !node.canConvertToLong() || node.asLong() < low || node.asLong() > high) {
            throw ProblemException.malformed(name + " must be a whole number from " + low + " to " + high + "; found " + node);
        }
        return node.asLong();
    }

    /** What is wrong with an experiment, here and now. */
    List<ValidationError> refusals(Experiment experiment) {
        List<ValidationError> refusals = files.refusals(experiment);
        // Where a path would be refused nothing of it is looked at.
        return refusals.isEmpty() ? lab.laboratory().check(experiment) : refusals;
    }
}
