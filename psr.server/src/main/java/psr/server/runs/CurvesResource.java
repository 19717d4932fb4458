package psr.server.runs;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import psr.api.lab.Results;
import psr.api.lab.SummaryRow;
import psr.server.http.Answer;
import psr.server.http.Json;
import psr.server.http.ProblemException;
import psr.server.http.Request;
import psr.server.http.Resource;
import psr.server.http.Routes;

/**
 * The curves of one measure of a run, and its events summed over the trials: small enough to be read again after every trial. The summary
 * and the trials contain the same data, but take tens of megabytes for fifty recipes with two hundred iterations.
 */
record CurvesResource(RunActions orders, RunViews json) implements Resource {

    @Override
    public void addTo(Routes routes) {
        routes.get(RunsResource.PATH + "/{id}/curves", this::curves, "measure", "reference");
        routes.get(RunsResource.PATH + "/{id}/counts", this::counts);
    }

    private Optional<Results> results(Request request) throws IOException {
        return json.results(orders.find(request.name("id")).id());
    }

    private Answer curves(Request request) throws IOException {
        String measure = request.query("measure")
                .orElseThrow(() -> ProblemException.malformed("measure must be there: the name of a measure"));
        Optional<String> reference = request.query("reference");
        Optional<Results> results = results(request);
        ObjectNode answer = Json.object().put("trials", results.map(Results::finishedTrials).orElse(0)).put("measure", measure);
        ArrayNode curves = answer.putArray("curves");
        if (results.isPresent()) {
            ResultsResource.requireMeasure(results.get(), measure);
            RowFilter wanted = new RowFilter(Optional.of(measure), false);
            add(reference.isPresent() ? wanted.differences(results.get(), reference.get())
                    : wanted.among(results.get().summary()), curves);
        }
        return Answer.json(answer);
    }

    /** The rows of one measure, by recipe. */
    static void add(List<SummaryRow> rows, ArrayNode into) {
        Map<String, ObjectNode> curves = new LinkedHashMap<>();
        for (SummaryRow row : rows) {
            ObjectNode curve = curves.computeIfAbsent(row.label(),
                    label -> into.addObject().put("recipe", label).put("true-model", row.isTrueModel()));
            curve.withArray("iterations").add(row.iteration());
            number(curve.withArray("means"), row.mean());
            number(curve.withArray("stderrs"), row.stderr().orElse(Double.NaN));
            curve.withArray("trials").add(row.trials());
        }
    }

    /** Rounds to seven digits: enough for any screen, and half as long. */
    private static void number(ArrayNode into, double value) {
        float rounded = (float) value;
        if (Float.isFinite(rounded) && (rounded != 0 || value == 0)) {
            into.add(rounded);
        } else if (Double.isFinite(value)) {
            into.add(value);
        } else {
            into.addNull();
        }
    }

    private Answer counts(Request request) throws IOException {
        return Answer.items(results(request).map(Results::occurrences).orElse(List.of()).stream().map(each -> Json.object()
                .put("recipe", each.label())
                .put("kind", switch (each.kind()) {
                    case FAILED -> "failure";
                    case NOT_MEASURED -> "unmeasured";
                    case COUNTED -> "counter";
                }).put("what", switch (each.kind()) {
                    case FAILED -> each.reason();
                    case NOT_MEASURED -> each.name() + " was not measured: " + each.reason();
                    case COUNTED -> each.name();
                }).put("count", each.count())));
    }
}
