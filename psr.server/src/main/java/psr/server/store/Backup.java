package psr.server.store;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;

import psr.server.DataFolder;

/**
 * A backup of a database as SQL that both H2 and PostgreSQL read: one line per row, tables in alphabetical order, a consistent
 * snapshot.
 */
final class Backup {

    /** A backup in the data folder that the next start restores. */
    static final String FILE = "database.sql.gz";

    private static final Pattern VERSION = Pattern.compile("insert into schema_version values \\((\\d+)\\);");

    private Backup() {}

    /**
     * Restores a backup into an empty database, in one transaction if the database supports that.
     *
     * @throws SQLException if the backup was made by a newer server
     */
    static void read(Path file, Connection connection, Migrations migrations) throws SQLException, IOException {
        List<String> rows = new ArrayList<>();
        int version = 0;
        try (BufferedReader in = new BufferedReader(new InputStreamReader(new GZIPInputStream(Files.newInputStream(file)),
                StandardCharsets.UTF_8))) {
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                Matcher matcher = VERSION.matcher(line);
                if (matcher.matches()) {
                    version = Math.max(version, Integer.parseInt(matcher.group(1)));
                } else {
                    rows.add(line.substring(0, line.length() - 1));
                }
            }
        }
        if (version == 0 || version > migrations.newest()) {
            throw new SQLException(
                    "the backup is of version " + version + "; this server supports versions 1 to " + migrations.newest());
        }
        migrations.apply(connection, 0, version, rows);
    }

    static void write(Store store, Path file) throws IOException {
        Path part = file.resolveSibling(file.getFileName() + ".part");
        Files.write(part, new byte[0]);
        // It has hashes of tokens.
        DataFolder.owned(part, "rw-------");
        try (BufferedWriter out = new BufferedWriter(new OutputStreamWriter(new GZIPOutputStream(Files.newOutputStream(part)),
                StandardCharsets.UTF_8))) {
            store.now(sql -> {
                try {
                    Connection connection = sql.connection();
                    try (Statement statement = connection.createStatement()) {
                        statement.execute("set transaction isolation level repeatable read");
                    }
                    for (String table : tables(connection)) {
                        write(connection, table, out);
                    }
                    return null;
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            });
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
        Files.move(part, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }

    static List<String> tables(Connection connection) throws SQLException {
        List<String> tables = new ArrayList<>();
        try (ResultSet rows = connection.getMetaData().getTables(null, "public", "%", new String[] {"TABLE", "BASE TABLE"})) {
            while (rows.next()) {
                tables.add(rows.getString("TABLE_NAME").toLowerCase(Locale.ROOT));
            }
        }
        tables.sort(null);
        return tables;
    }

    private static void write(Connection connection, String table, BufferedWriter out) throws SQLException, IOException {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("select * from " + table)) {
            int columns = rows.getMetaData().getColumnCount();
            while (rows.next()) {
                out.write("insert into " + table + " values (");
                for (int i = 1; i <= columns; i++) {
                    out.write(i > 1 ? ", " : "");
                    boolean time = rows.getMetaData().getColumnTypeName(i).toLowerCase(Locale.ROOT).startsWith("timestamp");
                    out.write(literal(time ? rows.getObject(i, OffsetDateTime.class) : rows.getObject(i)));
                }
                out.write(");\n");
            }
        }
    }

    private static String literal(Object value) {
        if (value == null) {
            return "null";
        }
        if (value instanceof Number || value instanceof Boolean) {
            return value.toString();
        }
        // A line break within a text would end the command.
        return "'" + value.toString().replace("'", "''").replace("\n", "' || chr(10) || '") + "'";
    }
}
