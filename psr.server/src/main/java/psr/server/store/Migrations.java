package psr.server.store;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/**
 * Migrates a database to the version of this server, step by step: {@code schema-1.sql} makes version 1 of an empty database,
 * {@code schema-2.sql} version 2 of version 1.
 */
record Migrations(List<String> steps) {

    Migrations {
        steps = List.copyOf(steps);
    }

    /** The steps of this release. */
    static Migrations shipped() {
        List<String> steps = new ArrayList<>();
        try {
            for (int version = 1;; version++) {
                try (InputStream in = Migrations.class.getResourceAsStream("schema-" + version + ".sql")) {
                    if (in == null) {
                        return new Migrations(steps);
                    }
                    steps.add(new String(in.readAllBytes(), StandardCharsets.UTF_8));
                }
            }
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    /** The version after all steps. */
    int newest() {
        return steps.size();
    }

    /** The version of a database; 0 if it is empty. */
    static int version(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute("create table if not exists schema_version (version integer not null)");
            try (ResultSet row = statement.executeQuery("select max(version) from schema_version")) {
                return row.next() ? row.getInt(1) : 0;
            }
        }
    }

    /** Runs the missing steps, each in one transaction if the database supports that; H2 commits each command that creates a table. */
    void apply(Connection connection) throws SQLException {
        for (int step = version(connection); step < steps.size(); step++) {
            apply(connection, step, step + 1, List.of());
        }
    }

    /** Migrates from one version to another and executes more commands, in one transaction. */
    void apply(Connection connection, int from, int to, List<String> more) throws SQLException {
        connection.setAutoCommit(false);
        try (Statement statement = connection.createStatement()) {
            for (int step = from; step < to; step++) {
                for (String command : steps.get(step).split(";\\s*\\n")) {
                    String sql = command.replaceAll("(?m)^\\s*--.*$", "").strip();
                    if (!sql.isEmpty()) {
                        statement.execute(sql);
                    }
                }
                statement.execute("insert into schema_version values (" + (step + 1) + ")");
            }
            for (String command : more) {
                statement.execute(command);
            }
            connection.commit();
        } catch (SQLException e) {
            connection.rollback();
            throw e;
        } finally {
            connection.setAutoCommit(true);
        }
    }
}
