package psr.server.runs;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import psr.api.lab.Experiment;
import psr.api.lab.Recipe;
import psr.api.lab.Stage;
import psr.api.settings.ValidationError;
import psr.api.settings.ValidationException;
import psr.launcher.spi.ExperimentLimits;
import psr.server.LabServices;
import psr.server.http.Answer;
import psr.server.http.Json;
import psr.server.http.Problem;
import psr.server.http.ProblemException;
import psr.server.http.Request;
import psr.server.http.Resource;
import psr.server.http.Routes;

/** {@code /api/v1/check}: whether an experiment can be run here, and how it is typed at the command line. */
record CheckResource(RunRequest asked, LabServices lab) implements Resource {

    @Override
    public void addTo(Routes routes) {
        routes.ask("/api/v1/check", this::check);
    }

    private Answer check(Request request) throws IOException {
        JsonNode body = request.json(ExperimentLimits.JSON);
        if (!body.isObject()) {
            throw ProblemException.malformed("the body must be an experiment: an object");
        }
        ObjectNode answer = Json.object();
        try {
            Experiment experiment = asked.experiment(body, "run");
            List<ValidationError> refusals = asked.refusals(experiment);
            answer.set("refusals", Problem.json(refusals));
            answer.put("command", command(experiment));
            answer.set("experiment", Json.read(lab.experiments().write(experiment)));
        } catch (ValidationException e) {
            answer.set("refusals", Problem.json(List.of(e.error())));
            answer.putNull("command").putNull("experiment");
        }
        return Answer.json(answer);
    }

    /** What gives the same numbers at the command line; without labels and claims, which need a file. */
    static String command(Experiment experiment) {
        List<String> words = new ArrayList<>(List.of("./psr", "run", quoted(experiment.dataset().toString())));
        experiment.recipes().stream().map(Recipe::text).map(CheckResource::quoted).forEach(words::add);
        words.add("--metrics " + quoted(experiment.metrics().stream().map(Stage::toString).collect(Collectors.joining(","))));
        words.add("--trials " + experiment.trials());
        words.add("--seed " + experiment.seed());
        if (experiment.every() != 1) {
            words.add("--every " + experiment.every());
        }
        if (!experiment.rateSearch().rates().isEmpty()) {
            words.add("--rates " + quoted(String.join(",", experiment.rateSearch().rates())));
        }
        return String.join(" ", words);
    }

    private static String quoted(String word) {
        return word.matches("[A-Za-z0-9_.,:=+/-]+") ? word : "'" + word.replace("'", "'\\''") + "'";
    }
}
