package psr.server.store;

import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;

import javax.sql.DataSource;

/** Reserves a PostgreSQL database for one server, by an advisory lock of a connection that stays open. Thread-safe. */
final class OwnerLock implements AutoCloseable {

    private static final System.Logger LOG = System.getLogger(OwnerLock.class.getName());
    /** The number of the lock: "psr-lab" in ASCII. */
    private static final long NUMBER = 0x70_73_72_2d_6c_61_62L;
    /** The SQL state of a lock that another session has. */
    private static final String LOCKED = "55P03";
    private static final int PATIENCE_MILLISECONDS = 3_000;
    private static final int PATIENCE_SECONDS = 2;

    private final DataSource source;
    private Connection connection;

    OwnerLock(DataSource source) {
        this.source = source;
    }

    /**
     * Acquires the lock, or verifies that it is still held.
     *
     * @throws IOException if another server has it
     * @throws SQLException if the database cannot be reached
     */
    synchronized void take() throws SQLException, IOException {
        if (connection != null && connection.isValid(PATIENCE_SECONDS)) {
            return;
        }
        close();
        connection = source.getConnection();
        try (Statement statement = connection.createStatement()) {
            // The database may detect only now that the killed server has disconnected.
            statement.execute("set lock_timeout = " + PATIENCE_MILLISECONDS);
            statement.execute("select pg_advisory_lock(" + NUMBER + ")");
        } catch (SQLException e) {
            close();
            if (!LOCKED.equals(e.getSQLState())) {
                throw e;
            }
            throw new IOException("only one server at a time can use a database; another one uses it: stop that server, or create"
                    + " a database of its own for this one", e);
        }
    }

    @Override
    public synchronized void close() {
        if (connection != null) {
            try {
                connection.close();
            } catch (SQLException e) {
                LOG.log(System.Logger.Level.DEBUG, "the connection was already lost", e);
            }
            connection = null;
        }
    }
}
