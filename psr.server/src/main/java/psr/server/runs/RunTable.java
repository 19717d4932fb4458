package psr.server.runs;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import psr.api.lab.Submission.State;
import psr.server.http.Json;
import psr.server.http.RepeatKey;
import psr.server.store.Sql;
import psr.server.store.Store;

/** Runs in the database. Each method is one transaction. Thread-safe. */
record RunTable(Store store) {

    private static final int LONGEST_TEXT = 2000;
    private static final int LONGEST_REMARKS = 10_000;

    /** Selects the runs of a list; the newest first. */
    record Wanted(Set<State> states, Optional<String> text, Optional<String> tag, boolean removed, long before, int limit) {}

    /** The run that was requested with this key, and the hash of the request. */
    record Known(String id, String hash) {}

    void add(String id, NewRun run, RepeatKey requestKey) {
        Instant now = Instant.now();
        store.now(sql -> sql.update(
                "insert into runs (id, name, experiment, state, priority, stage_limit, submitted, ended, done, total,"
                        + " submitter, remarks, idempotency_key, body_hash) values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                id, run.name(), run.experiment(), Json.word(run.state()), run.priority(), run.limit().orElse(null), now,
                run.state().isOver() ? now : null, run.done(), run.total(), requestKey.by(), text(run.remarks()),
                requestKey.key().orElse(null), requestKey.hash()));
    }

    /**
     * Sets the counter above the highest number: a copied database has rows without the counter, and H2 may lose the counter, but not the rows,
     * when the process is killed.
     */
    void continueNumbers() {
        store.now(sql -> {
            long next = sql.first(row -> row.getLong(1), "select coalesce(max(number), 0) + 1 from runs").orElseThrow();
            return sql.update("alter table runs alter column number restart with " + next);
        });
    }

    Optional<Known> known(String by, String key) {
        return store.now(sql -> sql.first(row -> new Known(row.getString("id"), row.getString("body_hash")),
                "select id, body_hash from runs where submitter = ? and idempotency_key = ?", by, key));
    }

    Optional<QueuedRun> find(String id) {
        return store.now(sql -> sql.first(RunTable::read, "select * from runs where id = ?", id));
    }

    List<QueuedRun> list(Wanted wanted) {
        List<Object> values = new ArrayList<>();
        StringBuilder query =
                new StringBuilder("select * from runs where removed is ").append(wanted.removed() ? "not null" : "null");
        query.append(" and number < ?");
        values.add(wanted.before());
        if (!wanted.states().isEmpty()) {
            query.append(" and state in (?").append(", ?".repeat(wanted.states().size() - 1)).append(')');
            wanted.states().forEach(state -> values.add(Json.word(state)));
        }
        wanted.text().ifPresent(text -> {
            query.append(
                    " and (lower(name) like ? escape '!' or lower(experiment) like ? escape '!' or lower(tags) like ? escape '!'"
                            + " or lower(notes) like ? escape '!')");
            String like = like(text.toLowerCase(Locale.ROOT));
            values.addAll(List.of(like, like, like, like));
        });
        wanted.tag().ifPresent(tag -> {
            query.append(" and tags like ? escape '!'");
            values.add(like("\"" + tag + "\""));
        });
        query.append(" order by number desc limit ?");
        values.add(wanted.limit());
        return store.now(sql -> sql.all(RunTable::read, query.toString(), values.toArray()));
    }

    private static String like(String text) {
        return "%" + text.replaceAll("[!%_]", "!$0") + "%";
    }

    /** The newest runs that are over and whose best recipe is not known. */
    List<QueuedRun> unrated(int limit) {
        return store.now(sql -> sql.all(RunTable::read, "select * from runs where best is null and removed is null"
                + " and state in ('done', 'failed', 'cancelled') order by number desc limit ?", limit));
    }

    /** Writes the best recipe of a run, unless it has changed meanwhile. */
    void best(QueuedRun run, String best) {
        store.now(
                sql -> sql.update("update runs set best = ? where id = ? and done = ? and state = ?", best, run.id(), run.done(),
                        Json.word(run.state())));
    }

    void tags(String id, List<String> tags) {
        store.now(sql -> sql.update("update runs set tags = ? where id = ?", Json.tree(tags).toString(), id));
    }

    void notes(String id, String notes) {
        store.now(sql -> sql.update("update runs set notes = ? where id = ?", notes, id));
    }

    /** The runs in these states that are not in the trash, the oldest first. */
    List<QueuedRun> in(State... states) {
        List<Object> arguments = new ArrayList<>();
        for (State state : states) {
            arguments.add(Json.word(state));
        }
        return store.now(sql -> sql.all(RunTable::read, "select * from runs where removed is null and state in (?"
                + ", ?".repeat(states.length - 1) + ") order by number", arguments.toArray()));
    }

    /** The number of runs in each state. */
    Map<String, Integer> counts() {
        Map<String, Integer> counts = new TreeMap<>();
        for (State state : State.values()) {
            counts.put(Json.word(state), 0);
        }
        store.now(sql -> sql.all(row -> counts.put(row.getString(1), row.getInt(2)),
                "select state, count(*) from runs where removed is null group by state"));
        return counts;
    }

    /** Number of runs that are not over. */
    int open() {
        return store.now(sql -> sql.first(row -> row.getInt(1),
                "select count(*) from runs where removed is null and state in ('queued', 'running', 'paused', 'waiting')")
                .orElse(0));
    }

    /** The next run of the queue: the highest priority, then the oldest. */
    Optional<QueuedRun> next(Collection<String> but) {
        return store.now(sql -> sql.all(RunTable::read, "select * from runs where state = 'queued' and removed is null"
                + " order by priority desc, number limit ?", but.size() + 1)).stream().filter(run -> !but.contains(run.id()))
                .findFirst();
    }

    /** The runs in the trash, in the order of their removal. */
    List<QueuedRun> removed() {
        return store.now(sql -> sql.all(RunTable::read, "select * from runs where removed is not null order by removed"));
    }

    /**
     * Changes the state.
     *
     * @param why the reason of a waiting or failed run; ignored for other states
     */
    void state(String id, State state, String why) {
        Instant now = Instant.now();
        store.now(sql -> sql.update("update runs set state = ?, best = null, waiting_for = ?, failure = ?, ended = ?,"
                + " started = coalesce(started, cast(? as timestamp with time zone)) where id = ?", Json.word(state),
                state == State.WAITING ? cut(why) : null, state == State.FAILED ? cut(why) : null, state.isOver() ? now : null,
                state == State.RUNNING ? now : null, id));
    }

    void done(String id, int done) {
        store.now(sql -> sql.update("update runs set done = ? where id = ?", done, id));
    }

    /** Raises the number of finished trials; a smaller number has no effect, since it is older than that of the queue. */
    void doneAtLeast(String id, int done) {
        store.now(sql -> sql.update("update runs set done = ? where id = ? and done < ?", done, id, done));
    }

    void remarks(String id, List<String> remarks) {
        store.now(sql -> sql.update("update runs set remarks = ? where id = ?", text(remarks), id));
    }

    void priority(String id, int priority) {
        store.now(sql -> sql.update("update runs set priority = ? where id = ?", priority, id));
    }

    void name(String id, String name) {
        store.now(sql -> sql.update("update runs set name = ? where id = ?", name, id));
    }

    /** Increases the number of trials. */
    void more(String id, String experiment, int total) {
        store.now(sql -> sql.update("update runs set experiment = ?, total = ? where id = ?", experiment, total, id));
    }

    /** Resets a run that starts again from the beginning. */
    void anew(String id) {
        store.now(sql -> sql.update("update runs set started = null, done = 0, remarks = '[]' where id = ?", id));
    }

    void removed(String id, boolean yes) {
        store.now(sql -> sql.update("update runs set removed = cast(? as timestamp with time zone) where id = ?",
                yes ? Instant.now() : null, id));
    }

    void delete(String id) {
        store.now(sql -> sql.update("delete from runs where id = ?", id));
    }

    private static QueuedRun read(ResultSet row) throws SQLException {
        double limit = row.getDouble("stage_limit");
        Optional<Double> seconds = row.wasNull() ? Optional.empty() : Optional.of(limit);
        List<String> remarks = texts(row.getString("remarks"));
        return new QueuedRun(row.getString("id"), row.getLong("number"), row.getString("name"), row.getString("experiment"),
                State.valueOf(row.getString("state").toUpperCase(Locale.ROOT)), Optional.ofNullable(row.getString("waiting_for")),
                Optional.ofNullable(row.getString("failure")), row.getInt("priority"), seconds,
                Sql.time(row, "submitted").orElseThrow(),
                Sql.time(row, "started"), Sql.time(row, "ended"), row.getInt("done"), row.getInt("total"),
                row.getString("submitter"),
                remarks, Sql.time(row, "removed"), new QueuedRun.Labels(texts(row.getString("tags")),
                        row.getString("notes"), Optional.ofNullable(row.getString("best"))));
    }

    private static List<String> texts(String array) {
        List<String> texts = new ArrayList<>();
        for (JsonNode text : Json.read(array)) {
            texts.add(text.asText());
        }
        return List.copyOf(texts);
    }

    private static String text(List<String> remarks) {
        ArrayNode array = Json.array();
        int left = LONGEST_REMARKS / 2;
        for (String remark : remarks) {
            left -= remark.length() + 10;
            if (left > 0) {
                array.add(remark);
            }
        }
        return array.toString();
    }

    private static String cut(String text) {
        return text.length() <= LONGEST_TEXT ? text : text.substring(0, LONGEST_TEXT - 1) + "…";
    }
}
