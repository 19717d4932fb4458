package psr.server.runs;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import com.fasterxml.jackson.databind.node.ObjectNode;

import psr.api.eval.Measure;
import psr.api.lab.Results;
import psr.api.lab.SummaryRow;
import psr.server.http.Json;

/** Finds the best recipe of each run that is over, so that lists need not read its results. Thread-safe. */
record RunBests(RunTable table, RunViews views, RunEvents events) {

    /** The time between two searches. */
    static final Duration PAUSE = Duration.ofSeconds(1);

    private static final System.Logger LOG = System.getLogger(RunBests.class.getName());
    private static final int AT_ONCE = 20;
    private static final int LONGEST = 3000;
    /** Marks a run without a best recipe, so it is not examined again. */
    private static final String NONE = "null";

    /** Finds the best recipes of completed runs for which it is unknown, newest first. */
    void find() {
        for (QueuedRun run : table.unrated(AT_ONCE)) {
            String best = NONE;
            try {
                best = views.results(run.id()).flatMap(RunBests::best).map(ObjectNode::toString)
                        .filter(text -> text.length() <= LONGEST).orElse(NONE);
            } catch (IOException | IllegalArgumentException e) {
                // The page of the run shows this error.
                LOG.log(System.Logger.Level.DEBUG, run.id() + " cannot be read", e);
            }
            table.best(run, best);
            if (!best.equals(NONE)) {
                events.changed(run.id());
            }
        }
    }

    /** The best recipe by the first measure that has a better direction, at the last iteration; not the true model. */
    static Optional<ObjectNode> best(Results results) {
        Optional<Map.Entry<String, Measure>> first = results.measures().entrySet().stream()
                .filter(each -> each.getValue().better() != Measure.Better.NEITHER).findFirst();
        if (first.isEmpty()) {
            return Optional.empty();
        }
        String name = first.get().getKey();
        boolean lower = first.get().getValue().better() == Measure.Better.LOWER;
        List<SummaryRow> rows = Results.last(results.summary().stream()
                .filter(row -> row.measure().equals(name) && !row.isTrueModel() && Double.isFinite(row.mean())).toList());
        SummaryRow best = null;
        for (SummaryRow row : rows) {
            if (best == null || (lower ? row.mean() < best.mean() : row.mean() > best.mean())) {
                best = row;
            }
        }
        return Optional.ofNullable(best).map(row -> Json.object().put("recipe", row.label()).put("measure", name)
                .put("better", Json.word(first.get().getValue().better())).put("mean", row.mean())
                .put("stderr", Json.finite(row.stderr().orElse(Double.NaN))));
    }
}
