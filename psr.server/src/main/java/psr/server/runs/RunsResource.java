package psr.server.runs;

import java.io.IOException;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

import com.fasterxml.jackson.databind.node.ObjectNode;
import psr.api.lab.Submission.State;
import psr.launcher.spi.ExperimentLimits;
import psr.server.TimedIds;
import psr.server.events.Events;
import psr.server.http.Answer;
import psr.server.http.ApiServlet;
import psr.server.http.Json;
import psr.server.http.Listing;
import psr.server.http.ProblemException;
import psr.server.http.RepeatKey;
import psr.server.http.Request;
import psr.server.http.Resource;
import psr.server.http.Role;
import psr.server.http.Routes;

/** {@code /api/v1/runs}: submits runs, lists them, and does with them what {@link RunActions} can. */
record RunsResource(RunTable table, RunActions orders, RunRequest asked, RunViews json, Events events) implements Resource {

    static final String PATH = "/api/v1/runs";

    static final int LONGEST_SEARCH = 200;

    @Override
    public void addTo(Routes routes) {
        routes.post(PATH, this::submit);
        routes.get(PATH, this::list, "state", "text", "tag", "removed", "limit", "after");
        routes.get(PATH + "/{id}", request -> Answer.json(json.whole(orders.find(request.name("id")))));
        routes.add("PATCH", PATH + "/{id}", Role.FULL, this::change);
        routes.add("DELETE", PATH + "/{id}", Role.FULL, this::remove);
        routes.post(PATH + "/{id}/pause", request -> answer(orders.pause(request.name("id"))));
        routes.post(PATH + "/{id}/resume", request -> answer(orders.resume(request.name("id"))));
        // The former name, for older clients.
        routes.post(PATH + "/{id}/proceed", request -> answer(orders.resume(request.name("id"))));
        routes.post(PATH + "/{id}/cancel", request -> answer(orders.cancel(request.name("id"))));
        routes.post(PATH + "/{id}/restart", request -> answer(orders.restart(request.name("id"))));
        routes.post(PATH + "/{id}/restore", request -> answer(orders.restore(request.name("id"))));
        routes.post(PATH + "/{id}/again", this::again);
        routes.post(PATH + "/{id}/more", this::more);
        routes.get(PATH + "/{id}/events", this::watch, Events.LAST);
    }

    private Answer answer(QueuedRun run) throws IOException {
        return Answer.json(json.whole(run));
    }

    private Answer created(QueuedRun run) throws IOException {
        return Answer.created(PATH + "/" + run.id(), json.whole(run));
    }

    private Answer submit(Request request) throws IOException {
        ObjectNode body =
                request.object(ExperimentLimits.JSON, "experiment", "preset", "name", "priority", "limit", "paused", "overrides",
                        "tags", "notes");
        RepeatKey who = RepeatKey.of(request, PATH + "\0" + body);
        var before = orders.before(who);
        if (before.isPresent()) {
            return created(before.get());
        }
        Optional<List<String>> tags = Optional.ofNullable(body.get("tags")).map(RunRequest::tags);
        Optional<String> notes = Optional.ofNullable(body.get("notes")).map(RunRequest::notes);
        RunRequest.Checked checked = asked.read(body);
        QueuedRun run = orders.submit(TimedIds.next(), checked, who);
        if (tags.isPresent() || notes.isPresent()) {
            tags.ifPresent(list -> orders.tags(run.id(), list));
            notes.ifPresent(text -> orders.notes(run.id(), text));
            return created(orders.find(run.id()));
        }
        return Answer.created(PATH + "/" + run.id(), json.whole(run, checked.binding().measures()));
    }

    private Answer again(Request request) throws IOException {
        RepeatKey who = RepeatKey.of(request, PATH + "/" + request.name("id") + "/again\0");
        return created(orders.again(request.name("id"), who));
    }

    private Answer more(Request request) throws IOException {
        ObjectNode body = request.object("trials");
        if (!body.has("trials")) {
            throw ProblemException.malformed("trials must be there: how many there are to be in the end");
        }
        return answer(
                orders.more(request.name("id"),
                        (int) RunRequest.whole(body.get("trials"), "trials", 0, 1, RunActions.MOST_TRIALS)));
    }

    private Answer list(Request request) {
        Listing page = new Listing(request.query("limit", Listing.STANDARD, 1, Listing.MOST), "");
        long before = request.query("after").map(RunsResource::cursor).orElse(Long.MAX_VALUE);
        Set<State> states = EnumSet.noneOf(State.class);
        request.query("state").filter(text -> !text.isBlank()).ifPresent(text -> {
            for (String word : text.split(",")) {
                states.add(state(word.strip()));
            }
        });
        boolean removed = request.flag("removed");
        var text = request.query("text").filter(words -> !words.isBlank());
        if (text.isPresent() && text.get().length() > LONGEST_SEARCH) {
            throw ProblemException
                    .malformed("text must have at most " + LONGEST_SEARCH + " characters; it has " + text.get().length());
        }
        return page.answer(
                table.list(new RunTable.Wanted(states, text, request.query("tag").filter(tag -> !tag.isBlank()), removed, before,
                        page.rows())),
                json::brief,
                run -> Long.toString(run.number()));
    }

    private static State state(String word) {
        try {
            return State.valueOf(word.toUpperCase(Locale.ROOT));
        } catch (IllegalArgumentException e) {
            throw ProblemException
                    .malformed("a state must be one of queued, running, paused, waiting, done, failed, cancelled; found "
                            + word);
        }
    }

    private static long cursor(String text) {
        try {
            return Long.parseLong(text);
        } catch (NumberFormatException e) {
            throw ProblemException.malformed("after must be the 'next' of an answer before; found " + text);
        }
    }

    /** Rejects the request if its If-Match does not name the current state of the run. */
    private void match(Request request) throws IOException {
        String wanted = request.header("If-Match").orElse(null);
        if (wanted != null) {
            String tag = ApiServlet.tag(Json.bytes(json.whole(orders.find(request.name("id")))));
            if (!ApiServlet.matches(wanted, tag)) {
                throw ProblemException.of(412, "changed",
                        "the run must be as it was (If-Match: " + wanted + "); it was changed since, and is " + tag);
            }
        }
    }

    private Answer change(Request request) throws IOException {
        ObjectNode body = request.object("priority", "name", "tags", "notes");
        if (body.isEmpty()) {
            throw ProblemException.malformed("there must be a name, a priority, tags or notes");
        }
        match(request);
        // All fields are parsed before the first change.
        Optional<String> name = Optional.ofNullable(body.get("name")).map(RunRequest::name);
        Optional<Integer> priority = Optional.ofNullable(body.get("priority")).map(RunRequest::priority);
        Optional<List<String>> tags = Optional.ofNullable(body.get("tags")).map(RunRequest::tags);
        Optional<String> notes = Optional.ofNullable(body.get("notes")).map(RunRequest::notes);
        String id = request.name("id");
        name.ifPresent(text -> orders.rename(id, text));
        priority.ifPresent(number -> orders.priority(id, number));
        tags.ifPresent(list -> orders.tags(id, list));
        notes.ifPresent(text -> orders.notes(id, text));
        return answer(orders.find(id));
    }

    private Answer remove(Request request) throws IOException {
        match(request);
        orders.remove(request.name("id"));
        return Answer.done();
    }

    private Answer watch(Request request) {
        String id = orders.find(request.name("id")).id();
        return events.stream(Events.last(request), event -> event.run().equals(id));
    }
}
