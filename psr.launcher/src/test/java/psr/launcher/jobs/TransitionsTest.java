package psr.launcher.jobs;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import psr.api.lab.Submission.State;
import psr.launcher.spi.JobAction;

/** The state table: the next state for each state, in the order of {@link State}; = for the same state, - if not possible. */
class TransitionsTest {

    private static void check(String expected, Function<State, Optional<State>> after) {
        List<String> words = Arrays.stream(State.values()).map(now -> after.apply(now)
                .map(next -> next == now ? "=" : next.toString()).orElse("-")).toList();
        assertEquals(expected.replaceAll(" +", " "), String.join(" ", words));
    }

    @Test
    void theColumnsAreTheStates() {
        assertEquals("[QUEUED, RUNNING, PAUSED, WAITING, DONE, FAILED, CANCELLED]", Arrays.toString(State.values()));
    }

    @ParameterizedTest
    @CsvSource({
            "PREPARED,        RUNNING = = RUNNING = = =",
            "LACKS,           WAITING WAITING = = = = =",
            "FINISHED,        DONE DONE DONE DONE = = =",
            "FAILED,          FAILED FAILED FAILED FAILED = = =",
            "PROCESS_STARTED, = QUEUED = = = = ="})
    void eventsChangeStates(Transitions.Event event, String expected) {
        check(expected, now -> Optional.of(Transitions.after(now, event)));
    }

    @ParameterizedTest
    @CsvSource({
            "PAUSE,   false, PAUSED PAUSED = PAUSED - - -",
            "PAUSE,   true,  PAUSED PAUSED = PAUSED - - -",
            "RESUME,  false, = QUEUED QUEUED QUEUED - QUEUED QUEUED",
            "RESUME,  true,  RUNNING = RUNNING RUNNING - RUNNING RUNNING",
            "CANCEL,  false, CANCELLED CANCELLED CANCELLED CANCELLED - - =",
            "CANCEL,  true,  CANCELLED CANCELLED CANCELLED CANCELLED - - =",
            "MORE,    false, = - = QUEUED QUEUED QUEUED QUEUED",
            "MORE,    true,  - - - - - - -",
            "RESTART, false, - - - QUEUED - QUEUED QUEUED",
            "RESTART, true,  - - - - - - -",
            "REMOVE,  false, = - = = = = =",
            "REMOVE,  true,  - - - - - - -"})
    void actionsChangeStates(JobAction action, boolean loaded, String expected) {
        check(expected, now -> Transitions.after(now, action, loaded));
    }
}
