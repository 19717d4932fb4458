package psr.server.runs;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

import psr.api.lab.Claim;
import psr.api.lab.Difference;
import psr.api.lab.Results;
import psr.api.lab.SummaryRow;
import psr.api.lab.Verdict;
import psr.server.LabServices;
import psr.server.http.Answer;
import psr.server.http.Json;
import psr.server.http.Listing;
import psr.server.http.ProblemException;
import psr.server.http.Request;
import psr.server.http.Resource;
import psr.server.http.Routes;

/** The results of a run so far, as numbers. */
record ResultsResource(RunActions orders, RunFolders folders, RunViews json, LabServices lab) implements Resource {

    @Override
    public void addTo(Routes routes) {
        routes.get(RunsResource.PATH + "/{id}/summary",
                request -> table(request, (results, wanted) -> wanted.among(results.summary())),
                "measure", "last");
        routes.get(RunsResource.PATH + "/{id}/differences", this::differences, "reference", "measure", "last");
        routes.get(RunsResource.PATH + "/{id}/trials", this::trials, "after", "limit");
        routes.get(RunsResource.PATH + "/{id}/claims", this::claims);
        routes.get(RunsResource.PATH + "/{id}/times", this::times);
        routes.get(RunsResource.PATH + "/{id}/provenance", this::provenance);
        routes.get(RunsResource.PATH + "/{id}/curves", this::curves, "measure", "reference");
        routes.get(RunsResource.PATH + "/{id}/counts", this::counts);
    }

    private Optional<Results> results(Request request) throws IOException {
        return json.results(orders.find(request.name("id")).id());
    }

    private Answer table(Request request, BiFunction<Results, SummaryFilter, List<SummaryRow>> rows) throws IOException {
        Optional<Results> results = results(request);
        SummaryFilter wanted = SummaryFilter.of(request);
        if (results.isPresent() && wanted.measure().isPresent()) {
            requireMeasure(results.get(), wanted.measure().get());
        }
        ObjectNode answer = Json.object().put("trials", results.map(Results::finishedTrials).orElse(0));
        ArrayNode array = answer.putArray("rows");
        results.map(each -> rows.apply(each, wanted)).orElse(List.of()).forEach(row -> array.add(row(row)));
        return Answer.json(answer);
    }

    /** Rejects a measure that the run does not have. */
    private static void requireMeasure(Results results, String measure) {
        if (!results.measures().containsKey(measure)) {
            throw ProblemException.malformed(
                    "measure must be one of " + String.join(", ", results.measures().keySet()) + "; measure=" + measure);
        }
    }

    static ObjectNode row(SummaryRow row) {
        return Json.object().put("recipe", row.label()).put("true-model", row.isTrueModel())
                .put("iteration", row.iteration()).put("measure", row.measure()).put("mean", Json.finite(row.mean()))
                .put("stderr", Json.finite(row.stderr().orElse(Double.NaN))).put("trials", row.trials());
    }

    private Answer differences(Request request) throws IOException {
        String reference = request.query("reference")
                .orElseThrow(() -> ProblemException.malformed("reference must be there: the label of a recipe, or oracle"));
        return table(request, (results, wanted) -> wanted.differences(results, reference));
    }

    /** The lines of the file, unchanged; the lines of a trial are consecutive. */
    private Answer trials(Request request) throws IOException {
        String id = orders.find(request.name("id")).id();
        int after = request.query("after", 0, 0, Integer.MAX_VALUE);
        int limit = request.query("limit", Listing.STANDARD, 1, Listing.MOST);
        ObjectNode answer = Json.object();
        ArrayNode items = answer.putArray("items");
        List<String> lines = lab.engine().trialLines(folders.of(id), after, limit + 1);
        for (String line : lines.subList(0, Math.min(limit, lines.size()))) {
            items.add(Json.read(line));
        }
        boolean more = lines.size() > limit;
        return Answer.json(answer.put("next", more ? Integer.toString(after + limit) : null));
    }

    private Answer claims(Request request) throws IOException {
        Optional<Results> results = results(request).filter(each -> !each.experiment().claims().isEmpty());
        return Answer.items((results.isPresent() ? lab.judge().judge(results.get()) : List.<Verdict>of()).stream()
                .map(ResultsResource::json));
    }

    private static ObjectNode json(Verdict verdict) {
        Claim claim = verdict.claim();
        ObjectNode one = Json.object().put("id", claim.id()).put("words", claim.words()).put("measure", claim.measure())
                .put("family", claim.family());
        place(one.putObject("subject"), claim.subject());
        place(one.putObject("reference"), claim.reference());
        Difference difference = verdict.difference();
        return one.put("expected", Json.word(claim.expected())).put("margin", Json.finite(verdict.margin()))
                .put("outcome", Json.word(verdict.outcome())).put("corrected", Json.word(verdict.corrected()))
                .put("mean", Json.finite(difference.mean())).put("stderr", Json.finite(difference.stderr()))
                .put("effect-size", Json.finite(difference.effectSize())).put("trials", difference.trials())
                .put("p", Json.finite(verdict.tests().student())).put("sign-p", Json.finite(verdict.tests().sign()))
                .put("signed-rank-p", Json.finite(verdict.tests().signedRank())).put("agreeing", verdict.tests().agreeing())
                .put("contested", verdict.contested());
    }

    private static void place(ObjectNode into, Claim.Place place) {
        into.put("recipe", place.recipe().orElse(null)).put("true-model", place.recipe().isEmpty()).put("when", place.point());
    }

    private Answer times(Request request) throws IOException {
        return Answer.items(results(request).map(Results::times).orElse(List.of()).stream().map(row -> Json.object()
                .put("recipe", row.label()).put("position", row.position()).put("stage", row.stage())
                .put("seconds", Json.finite(row.seconds())).put("stderr", Json.finite(row.stderr().orElse(Double.NaN)))
                .put("trials", row.trials())));
    }

    private Answer provenance(Request request) throws IOException {
        return Answer.json(Json.tree(results(request).map(Results::provenance).orElse(Map.of())));
    }

    /**
     * The curves of one measure: small enough to be read again after every trial. The summary contains the same data, but takes tens of
     * megabytes for fifty recipes with two hundred iterations.
     */
    private Answer curves(Request request) throws IOException {
        String measure = request.query("measure")
                .orElseThrow(() -> ProblemException.malformed("measure must be there: the name of a measure"));
        Optional<String> reference = request.query("reference");
        Optional<Results> results = results(request);
        ObjectNode answer = Json.object().put("trials", results.map(Results::finishedTrials).orElse(0)).put("measure", measure);
        ArrayNode curves = answer.putArray("curves");
        if (results.isPresent()) {
            requireMeasure(results.get(), measure);
            SummaryFilter wanted = new SummaryFilter(Optional.of(measure), false);
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

    /** The events of a run, summed over its trials. */
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
