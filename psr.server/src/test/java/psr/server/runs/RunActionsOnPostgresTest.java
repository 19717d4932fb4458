package psr.server.runs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Path;
import java.util.Optional;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import psr.api.lab.Submission.State;
import psr.server.store.PostgresServer;
import psr.server.store.Store;
import psr.server.store.StoreAwayException;

/** The same tests with PostgreSQL, if it is available. */
class RunActionsOnPostgresTest extends RunActionsTest {

    private static Optional<PostgresServer> server = Optional.empty();
    private static int databases;

    @BeforeAll
    static void startServer() throws Exception {
        server = PostgresServer.open();
        assumeTrue(server.isPresent(), PostgresServer.ABSENT);
    }

    @AfterAll
    static void stopServer() throws Exception {
        if (server.isPresent()) {
            server.get().close();
        }
    }

    @Test
    void theQueueWaitsForADatabaseThatIsAway() throws Exception {
        String id = submit(3, 0);
        awaitComputing(id);
        server.orElseThrow().stop();
        try {
            assertThrows(StoreAwayException.class, () -> submit(1, 0));
            lab().permits.release(100);
            await("all trials, which need no database", () -> lab().computed.size() == 3);
        } finally {
            server.orElseThrow().start();
        }
        await(id, State.DONE);
        String other = submit(1, 0);
        await(other, State.DONE);
        assertEquals(4, lab().computed.size());
    }

    @Override
    Store database(Path into) throws Exception {
        return Store.open(Optional.of(server.orElseThrow().database("lab" + databases++)), into);
    }
}
