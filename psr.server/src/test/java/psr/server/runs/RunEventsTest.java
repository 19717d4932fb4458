package psr.server.runs;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;

import org.junit.jupiter.api.Test;
import psr.api.lab.Submission.State;
import psr.server.http.Json;

class RunEventsTest {

    private final List<String> sent = new ArrayList<>();
    private final RunEvents events = new RunEvents((kind, run, data) -> sent.add(kind + " " + data));
    private final AtomicBoolean loaded = new AtomicBoolean(true);

    private List<String> flush() {
        sent.clear();
        events.flush();
        return List.copyOf(sent);
    }

    private ActiveRun begun() {
        events.views(id -> Optional.of(Json.object().put("id", id).put("active", events.active(id).isPresent())));
        ActiveRun run = events.follow("r");
        run.trialFinished(0, 1, 9);
        run.changed(State.RUNNING);
        return run;
    }

    @Test
    void sendsOnlyTheLatestChanges() {
        ActiveRun run = begun();
        assertEquals(List.of("run {\"id\":\"r\",\"active\":true}"), flush(), "the first trial had finished before");
        run.iterated(1, "em", 3);
        run.progressed(1, "em", .5, "pass 4");
        assertEquals(List.of("progress {\"run\":\"r\",\"trial\":1,\"recipe\":\"em\",\"iteration\":null,\"share\":0.5,"
                + "\"doing\":\"pass 4\"}"), flush());
        run.trialFinished(1, 2, 9);
        run.trialFinished(2, 3, 9);
        assertEquals(List.of("trial {\"run\":\"r\",\"trial\":2,\"done\":3,\"total\":9}", "run {\"id\":\"r\",\"active\":true}"),
                flush());
        assertEquals(List.of(), flush());
    }

    /** Events of a run are delivered later than the queue unloads it. */
    @Test
    void sendsTheLastTrialOfARunThatIsNoLongerLoaded() {
        ActiveRun run = begun();
        flush();
        run.trialFinished(1, 2, 2);
        loaded.set(false);
        events.changed("r", loaded::get);
        assertEquals(List.of("trial {\"run\":\"r\",\"trial\":1,\"done\":2,\"total\":2}", "run {\"id\":\"r\",\"active\":false}"),
                flush());
        run.trialFinished(2, 3, 3);
        assertEquals(List.of("trial {\"run\":\"r\",\"trial\":2,\"done\":3,\"total\":3}", "run {\"id\":\"r\",\"active\":false}"),
                flush());
    }

    @Test
    void aRunThatIsLoadedAgainStaysActive() {
        begun();
        events.changed("r", loaded::get);
        assertEquals(List.of("run {\"id\":\"r\",\"active\":true}"), flush());
    }
}
