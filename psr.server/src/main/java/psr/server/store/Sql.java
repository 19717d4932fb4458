package psr.server.store;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The SQL commands of one transaction. Not thread-safe. */
public final class Sql {

    @FunctionalInterface
    public interface Row<T> {

        T of(ResultSet row) throws SQLException;
    }

    private final Connection connection;
    private boolean changed;

    Sql(Connection connection) {
        this.connection = connection;
    }

    /** Whether this transaction changed anything or tried to. */
    boolean changed() {
        return changed;
    }

    /** The connection, for operations that have no method here. */
    Connection connection() {
        return connection;
    }

    /** Executes an update and returns the number of changed rows. */
    public int update(String command, Object... values) throws SQLException {
        changed = true;
        try (PreparedStatement statement = prepare(command, values)) {
            return statement.executeUpdate();
        }
    }

    public <T> List<T> all(Row<T> reader, String query, Object... values) throws SQLException {
        try (PreparedStatement statement = prepare(query, values); ResultSet rows = statement.executeQuery()) {
            List<T> all = new ArrayList<>();
            while (rows.next()) {
                all.add(reader.of(rows));
            }
            return all;
        }
    }

    public <T> Optional<T> first(Row<T> reader, String query, Object... values) throws SQLException {
        List<T> all = all(reader, query, values);
        return all.isEmpty() ? Optional.empty() : Optional.of(all.get(0));
    }

    private PreparedStatement prepare(String command, Object... values) throws SQLException {
        PreparedStatement statement = connection.prepareStatement(command);
        try {
            for (int i = 0; i < values.length; i++) {
                Object value = values[i] instanceof Instant time ? OffsetDateTime.ofInstant(time, ZoneOffset.UTC) : values[i];
                statement.setObject(i + 1, value);
            }
            return statement;
        } catch (SQLException e) {
            statement.close();
            throw e;
        }
    }

    /** A time that may be absent. */
    public static Optional<Instant> time(ResultSet row, String column) throws SQLException {
        OffsetDateTime time = row.getObject(column, OffsetDateTime.class);
        return Optional.ofNullable(time).map(OffsetDateTime::toInstant);
    }
}
