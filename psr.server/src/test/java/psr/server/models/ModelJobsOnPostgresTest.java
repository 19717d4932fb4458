package psr.server.models;

import org.junit.jupiter.api.AfterAll;
import psr.server.store.PostgresServer;
import psr.server.store.Store;

/** The same tests with PostgreSQL, if it is available. */
class ModelJobsOnPostgresTest extends ModelJobsTest {

    @AfterAll
    static void end() throws Exception {
        PostgresServer.end();
    }

    @Override
    Store database() throws Exception {
        return PostgresServer.store(folder);
    }
}
