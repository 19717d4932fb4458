package psr.server.store;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLNonTransientConnectionException;
import java.sql.SQLRecoverableException;
import java.sql.SQLTransientException;
import java.sql.Statement;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.Optional;

import javax.sql.DataSource;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;

import org.h2.jdbcx.JdbcDataSource;
import org.postgresql.ds.PGSimpleDataSource;

import psr.server.DataFolder;

/** The database. Thread-safe. */
public final class Store implements AutoCloseable {

    /** The work of one transaction. */
    @FunctionalInterface
    public interface Transaction<T> {

        /** Does the work; an exception rolls it back. */
        T in(Sql sql) throws SQLException;
    }

    /** The SQL state of a violated unique index. */
    private static final String DUPLICATE = "23505";
    /** The SQL state of a general error of H2: its file cannot be written, for example because the disk is full. */
    private static final String WRITE_FAILED = "HY000";
    private static final System.Logger LOG = System.getLogger(Store.class.getName());
    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss", Locale.ROOT).withZone(ZoneOffset.UTC);
    /**
     * The version to which the database is being migrated: a backup, or nothing for an empty database. H2 cannot roll a migration back, so after
     * a kill the database is emptied and the migration repeated.
     */
    private static final String UNFINISHED = "unfinished.sql.gz";
    private static final int CONNECTIONS = 8;
    /** Milliseconds after which H2 reuses freed space. Every commit is forced to the disk, so it need not wait longer. */
    private static final int RETENTION_MILLISECONDS = 5_000;
    /** The cache of H2; a small one is enough because the operating system caches the file, too. */
    private static final int CACHE_KILOBYTES = 1024;
    private static final long PATIENCE_MILLISECONDS = 3_000;

    private final HikariDataSource pool;
    private final boolean postgresql;
    /** Reserves a PostgreSQL database; empty for H2, whose folder is locked. */
    private final Optional<OwnerLock> owner;
    private final Object writing = new Object();
    private volatile boolean away;
    private volatile boolean closed;

    private Store(HikariDataSource pool, Optional<OwnerLock> owner) {
        this.pool = pool;
        this.owner = owner;
        this.postgresql = owner.isPresent();
    }

    /**
     * Opens the database and migrates it to the version of this server; a backup of an older version is first written into {@code backups}. If the
     * database is empty although the folder was used before, that is an error.
     *
     * @param url of a PostgreSQL database; empty for an H2 database in the data folder
     * @param folder the data folder
     * @throws IOException if it cannot be opened, was lost, is used by another server or was made by a newer one; the message says which in one
     *             line, and what to do
     */
    public static Store open(Optional<String> url, Path folder) throws IOException {
        return open(url, folder, false);
    }

    /** As above; can replace a lost database by an empty one. */
    public static Store open(Optional<String> url, Path folder, boolean mayBeNew) throws IOException {
        return open(url, folder, "file:", Migrations.shipped(), mayBeNew);
    }

    /**
     * As above, with other migration steps and another file system of H2.
     *
     * @param files the scheme of H2 for paths
     */
    static Store open(Optional<String> url, Path folder, String files, Migrations migrations, boolean mayBeNew)
            throws IOException {
        Path database = folder.resolve("store").resolve("lab.mv.db");
        DataSource source = url.map(Store::postgresql).orElseGet(() -> h2(files, folder.resolve("store")));
        HikariConfig config = new HikariConfig();
        config.setDataSource(source);
        config.setMaximumPoolSize(CONNECTIONS);
        config.setConnectionTimeout(PATIENCE_MILLISECONDS);
        // H2 keeps a damaged file locked; a second attempt would only report the lock.
        config.setInitializationFailTimeout(url.isPresent() ? PATIENCE_MILLISECONDS : 1);
        config.setPoolName("psr-store");
        Store store = null;
        try {
            if (url.isEmpty()) {
                DataFolder.owned(Files.createDirectories(database.getParent()), "rwx------");
            }
            store = new Store(new HikariDataSource(config), url.map(given -> new OwnerLock(source)));
            if (store.owner.isPresent()) {
                store.owner.get().take();
            }
            store.migrate(migrations, folder, mayBeNew);
            if (Files.exists(database)) {
                DataFolder.owned(database, "rw-------");
            }
            return store;
        } catch (SQLException | RuntimeException | IOException e) {
            if (store != null) {
                store.close();
            }
            Throwable cause = e instanceof RuntimeException && e.getCause() != null ? e.getCause() : e;
            // The database reported this error itself, so its file may be damaged.
            String advice = url.isEmpty() && cause instanceof SQLException ? "; " + Lost.damaged(database, folder) : "";
            throw new IOException("cannot open the database " + url.map(Store::withoutPassword).orElse(database.toString()) + ": "
                    + cause.getMessage() + advice, e);
        }
    }

    private static DataSource h2(String files, Path folder) {
        JdbcDataSource source = new JdbcDataSource();
        // H2 must not listen on a port.
        source.setURL("jdbc:h2:" + files + folder.resolve("lab").toAbsolutePath() + ";DB_CLOSE_ON_EXIT=FALSE;MODE=PostgreSQL;"
                + "DATABASE_TO_LOWER=TRUE;DEFAULT_NULL_ORDERING=HIGH;CACHE_SIZE=" + CACHE_KILOBYTES
                // H2's errors are thrown and logged; its trace file would report each ordinary stop as a failure.
                + ";TRACE_LEVEL_FILE=0;RETENTION_TIME=" + RETENTION_MILLISECONDS);
        source.setUser("psr");
        source.setPassword("");
        return source;
    }

    private static DataSource postgresql(String url) {
        PGSimpleDataSource source = new PGSimpleDataSource();
        source.setURL(url);
        return source;
    }

    private static String withoutPassword(String url) {
        return url.replaceAll("(?i)password=[^&]*", "password=…").replaceAll("//[^/@]*@", "//…@");
    }

    private void migrate(Migrations migrations, Path folder, boolean mayBeNew) throws SQLException, IOException {
        try (Connection connection = pool.getConnection()) {
            Path copy = folder.resolve(Backup.FILE);
            Path unfinished = folder.resolve(UNFINISHED);
            if (Files.exists(copy)) {
                if (!Files.exists(unfinished) && Migrations.version(connection) > 0) {
                    throw new IOException(
                            "a backup can only be restored into an empty database; this one is not empty: " + copy);
                }
                Files.move(copy, unfinished, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
            }
            if (!mayBeNew && !Files.exists(unfinished) && Migrations.version(connection) == 0 && Lost.wasUsed(folder)) {
                throw new IOException(Lost.message(folder));
            }
            if (Files.exists(unfinished)) {
                finish(unfinished, connection, migrations);
            }
            int version = Migrations.version(connection);
            if (version > migrations.newest()) {
                throw new IOException(
                        "it is of version " + version + ", made by a newer server; this one supports versions up to "
                                + migrations.newest());
            }
            if (version > 0 && version < migrations.newest()) {
                Path before = Files.createDirectories(folder.resolve("backups"))
                        .resolve("before-version-" + migrations.newest() + "-" + TIME.format(Instant.now()) + ".sql.gz");
                backup(before);
                LOG.log(System.Logger.Level.INFO, "migrating the database from version " + version + " to " + migrations.newest()
                        + "; its backup is " + before);
                if (!postgresql) {
                    Path part = Files.copy(before, folder.resolve(UNFINISHED + ".part"), StandardCopyOption.REPLACE_EXISTING);
                    Files.move(part, unfinished, StandardCopyOption.ATOMIC_MOVE);
                }
            } else if (version == 0 && !postgresql) {
                Files.write(unfinished, new byte[0]);
            }
            migrations.apply(connection);
            Files.deleteIfExists(unfinished);
        }
    }

    /** A migration from this file was interrupted by a kill, or is starting in this process. */
    private void finish(Path unfinished, Connection connection, Migrations migrations) throws SQLException, IOException {
        if (!postgresql) {
            try (Statement statement = connection.createStatement()) {
                statement.execute("drop all objects");
            }
        }
        // PostgreSQL migrates in one transaction: if the version is there, everything is.
        if (Migrations.version(connection) == 0 && Files.size(unfinished) > 0) {
            Backup.read(unfinished, connection, migrations);
        }
    }

    /** Writes a backup, a consistent snapshot, while the database is in use. */
    public void backup(Path file) throws IOException {
        Backup.write(this, file);
    }

    /** {@code h2} or {@code postgresql}. */
    public String kind() {
        return postgresql ? "postgresql" : "h2";
    }

    /** Whether the last attempt to reach the database failed. */
    public boolean isAway() {
        return away;
    }

    /**
     * Runs one transaction.
     *
     * @throws StoreAwayException if the database cannot be reached; nothing was changed
     * @throws DuplicateException if a row with the same key exists
     */
    public <T> T now(Transaction<T> work) {
        if (away && owner.isPresent()) {
            reserveAgain(owner.get());
        }
        try (Connection connection = pool.getConnection()) {
            connection.setAutoCommit(false);
            try {
                Sql sql = new Sql(connection);
                T result = work.in(sql);
                commit(connection, sql.changed());
                away = false;
                return result;
            } catch (SQLException | RuntimeException e) {
                rollback(connection);
                throw e;
            }
        } catch (SQLException e) {
            if (closed || connectionLost(e) || !postgresql && WRITE_FAILED.equals(e.getSQLState())) {
                away = true;
                if (!postgresql) {
                    // H2 closes the database at the first failed write, and opens it again when the last of its old connections is closed.
                    pool.getHikariPoolMXBean().softEvictConnections();
                }
                throw new StoreAwayException(e);
            }
            String message = "the database reported an error: " + e.getMessage();
            throw DUPLICATE.equals(e.getSQLState()) ? new DuplicateException(message, e) : new IllegalStateException(message, e);
        }
    }

    /** After a lost connection another server may have reserved the database. */
    private static void reserveAgain(OwnerLock lock) {
        try {
            lock.take();
        } catch (SQLException | IOException e) {
            throw new StoreAwayException(e);
        }
    }

    /** A unique index already has the key of an inserted row; nothing was changed. */
    public static final class DuplicateException extends IllegalStateException {

        private static final long serialVersionUID = 1L;

        DuplicateException(String message, Throwable cause) {
            super(message, cause);
        }
    }

    private static boolean connectionLost(SQLException e) {
        String state = e.getSQLState() == null ? "" : e.getSQLState();
        return e instanceof SQLTransientException || e instanceof SQLNonTransientConnectionException
                || e instanceof SQLRecoverableException
                // 08 connection, 57P shutting down, 53 out of resources, 40 to be retried, 90121 and 90098 H2 is closed
                || state.startsWith("08") || state.startsWith("57P") || state.startsWith("53") || state.startsWith("40")
                || state.equals("90121") || state.equals("90098");
    }

    /** Forces a commit of H2 to the disk before the caller continues, so that a killed process loses nothing. */
    private void commit(Connection connection, boolean changed) throws SQLException {
        if (postgresql || !changed) {
            connection.commit();
            return;
        }
        synchronized (writing) {
            connection.commit();
            try (Statement statement = connection.createStatement()) {
                statement.execute("checkpoint sync");
            }
        }
    }

    private static void rollback(Connection connection) {
        try {
            connection.rollback();
        } catch (SQLException e) {
            // The connection is broken, and with it the transaction.
            LOG.log(System.Logger.Level.DEBUG, "no rollback", e);
        }
    }

    @Override
    public void close() {
        closed = true;
        if (!postgresql) {
            try (Connection connection = pool.getConnection(); Statement statement = connection.createStatement()) {
                statement.execute("shutdown");
            } catch (SQLException e) {
                LOG.log(System.Logger.Level.DEBUG, "the database was already closed", e);
            }
        }
        owner.ifPresent(OwnerLock::close);
        pool.close();
    }
}
