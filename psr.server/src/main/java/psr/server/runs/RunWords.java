package psr.server.runs;

import java.util.Optional;
import java.util.function.Function;

import com.fasterxml.jackson.databind.node.ObjectNode;

/** A run as clients are told of it; on the way its trials are counted in the database, so that lists are right after a crash. */
final class RunWords implements Function<String, Optional<ObjectNode>> {

    private final RunTable table;
    private volatile RunQueue queue;
    private volatile RunJson json;

    RunWords(RunTable table) {
        this.table = table;
    }

    /** What it asks; before that it knows nothing. */
    void of(RunQueue runs, RunJson words) {
        this.queue = runs;
        this.json = words;
    }

    @Override
    public Optional<ObjectNode> apply(String id) {
        if (json == null) {
            return Optional.empty();
        }
        queue.working(id).ifPresent(run -> table.done(id, run.done()));
        return table.find(id).map(json::brief);
    }
}
