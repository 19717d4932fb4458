package psr.server.data;

import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.security.DigestOutputStream;
import java.security.MessageDigest;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;

import psr.math.hashes.Hashes;
import psr.server.DataFolder;
import psr.server.TimedIds;
import psr.server.events.Events;
import psr.server.http.ApiServlet;
import psr.server.http.Listing;
import psr.server.http.ProblemException;
import psr.server.store.Sql;
import psr.server.store.Store;

/**
 * The uploaded files: their bytes in the folder {@code data}, their metadata in the database. A removed or replaced file is stored in
 * {@code trash} under its id. After a crash, {@link #recover} makes folder and database consistent again.
 * Thread-safe.
 */
public final class UploadedFiles {

    private static final System.Logger LOG = System.getLogger(UploadedFiles.class.getName());
    private static final String COLUMNS = "id, name, bytes, sha256, uploaded, by_name, removed";
    private static final String PART = ".part";

    /**
     * Limits of uploads.
     *
     * @param file bytes of one file
     * @param all bytes of all files together, including the trash
     * @param trash how long a removed file can be restored
     */
    public record Limits(long file, long all, Duration trash) {}

    private final Path folder;
    private final Path trash;
    private final Store store;
    private final Events events;
    private final Limits limits;
    /** Functions that return which job uses a file; called before one is removed or replaced. */
    private final List<Function<String, Optional<String>>> users = new CopyOnWriteArrayList<>();
    private final List<Runnable> listeners = new CopyOnWriteArrayList<>();

    /** The files of a server; {@link #recover} must be called first. */
    public UploadedFiles(DataFolder data, Store store, Events events, Limits limits) throws IOException {
        this.folder = data.folder("data");
        this.trash = data.folder("trash");
        this.store = store;
        this.events = events;
        this.limits = limits;
    }

    /** The folder of the files: the base of relative paths in experiments. */
    public Path folder() {
        return folder;
    }

    public Limits limits() {
        return limits;
    }

    /** Adds a function that returns which job currently uses a file name, if any. */
    public void addUser(Function<String, Optional<String>> user) {
        users.add(user);
    }

    /** Adds a listener for uploaded files. */
    public void listen(Runnable listener) {
        listeners.add(listener);
    }

    /**
     * Makes folder and database consistent after a crash.
     *
     * @return the changes, line by line
     */
    public synchronized List<String> recover() throws IOException {
        List<String> changed = new ArrayList<>();
        for (Path part : DataFolder.list(trash, each -> each.toString().endsWith(PART))) {
            Files.delete(part);
        }
        for (UploadedFile file : store.now(sql -> sql.all(UploadedFiles::read, "select * from data_files"))) {
            boolean inTrash = Files.exists(trashed(file));
            boolean there = Files.exists(folder.resolve(file.name()));
            if (file.removed().isEmpty() && (inTrash || !there)) {
                // It was being removed when the process ended, or was deleted by hand.
                store.now(sql -> sql.update("update data_files set removed = ? where id = ?", Instant.now(), file.id()));
                changed.add(inTrash ? "moved to the trash: the file data/" + file.name() + ", whose removal was interrupted"
                        : "missing: the file data/" + file.name());
            } else if (file.removed().isPresent() && !inTrash && there && found(file.name()).isEmpty()
                    && Hashes.of(folder.resolve(file.name())).equals(file.sha256())) {
                store.now(sql -> sql.update("update data_files set removed = null where id = ?", file.id()));
                changed.add("restored from the trash: the file data/" + file.name());
            }
        }
        for (Path each : DataFolder.list(folder, Files::isRegularFile)) {
            String name = each.getFileName().toString();
            if (UploadedFile.isName(name) && found(name).isEmpty()) {
                UploadedFile file = new UploadedFile(TimedIds.next(), name, Files.size(each), Hashes.of(each), Instant.now(),
                        "found in the folder", Optional.empty());
                store.now(sql -> insert(sql, file));
                changed.add("added: the file data/" + name);
            }
        }
        changed.forEach(line -> LOG.log(System.Logger.Level.WARNING, line));
        return changed;
    }

    /** A page of the present files, or of those in the trash, newest first. */
    public List<UploadedFile> list(Listing page, boolean removed) {
        String which = removed ? "removed is not null" : "removed is null";
        return store.now(sql -> sql.all(UploadedFiles::read, "select * from data_files where " + which
                + " and (? = '' or id < ?) order by id desc limit " + page.rows(), page.after(), page.after()));
    }

    /** The file of a name; empty if there is none. */
    public Optional<UploadedFile> found(String name) {
        return store.now(
                sql -> sql.first(UploadedFiles::read, "select * from data_files where name = ? and removed is null",
                        name));
    }

    /** The file of a name; a problem if there is none. */
    UploadedFile file(String name) {
        checkName(name);
        return found(name).orElseThrow(() -> ProblemException.missing("there is no file '" + name + "'"));
    }

    public boolean has(String name) {
        return UploadedFile.isName(name) && found(name).isPresent();
    }

    record StoredUpload(UploadedFile file, boolean isNew) {}

    /**
     * Stores a file atomically.
     *
     * @param match the tags of {@code If-Match}
     * @throws ProblemException if the name is not allowed, it is too large, or a different file of that name exists and {@code match} does not name it
     */
    StoredUpload put(String name, InputStream body, Optional<String> match, String by) throws IOException {
        checkName(name);
        checkSpace(0);
        Path part = trash.resolve(TimedIds.next() + PART);
        try {
            String sha256 = write(body, part);
            return keep(name, part, sha256, match, by);
        } finally {
            Files.deleteIfExists(part);
        }
    }

    /** The file is forced to the disk before the caller continues. */
    private static String write(InputStream body, Path part) throws IOException {
        MessageDigest digest = Hashes.sha256();
        try (FileChannel channel = FileChannel.open(part, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
                DigestOutputStream out = new DigestOutputStream(Channels.newOutputStream(channel), digest)) {
            body.transferTo(out);
            channel.force(true);
        }
        return Hashes.hex(digest);
    }

    private synchronized StoredUpload keep(String name, Path part, String sha256, Optional<String> match, String by)
            throws IOException {
        Optional<UploadedFile> present = found(name);
        if (match.isPresent() && present.filter(file -> ApiServlet.matches(match.get(), file.tag())).isEmpty()) {
            throw ProblemException.of(412, "changed",
                    present.isPresent() ? "If-Match must name the content of '" + name + "', which is " + present.get().tag()
                            : "If-Match needs a file '" + name + "'; there is none");
        }
        if (present.isPresent() && present.get().sha256().equals(sha256)) {
            return new StoredUpload(present.get(), false);
        }
        if (present.isPresent() && match.isEmpty()) {
            throw ProblemException
                    .conflict("a different file '" + name + "' exists; choose another name, or send If-Match to"
                            + " replace it");
        }
        long bytes = Files.size(part);
        checkSpace(bytes);
        UploadedFile file = new UploadedFile(TimedIds.next(), name, bytes, sha256, Instant.now(), by, Optional.empty());
        if (present.isPresent()) {
            checkUnused(name);
            Files.move(folder.resolve(name), trashed(present.get()), StandardCopyOption.ATOMIC_MOVE);
        }
        Files.move(part, folder.resolve(name), StandardCopyOption.ATOMIC_MOVE);
        try {
            store.now(sql -> {
                if (present.isPresent()) {
                    sql.update("update data_files set removed = ? where id = ?", Instant.now(), present.get().id());
                }
                return insert(sql, file);
            });
        } catch (RuntimeException e) {
            Files.delete(folder.resolve(name));
            if (present.isPresent()) {
                Files.move(trashed(present.get()), folder.resolve(name), StandardCopyOption.ATOMIC_MOVE);
            }
            throw e;
        }
        tell(present.isPresent() ? "replaced" : "uploaded", file);
        listeners.forEach(Runnable::run);
        return new StoredUpload(file, present.isEmpty());
    }

    /** Moves a file to the trash. */
    synchronized void remove(String name, Optional<String> match) throws IOException {
        UploadedFile file = file(name);
        if (match.isPresent() && !ApiServlet.matches(match.get(), file.tag())) {
            throw ProblemException.of(412, "changed", "If-Match must name the content of '" + name + "', which is " + file.tag());
        }
        checkUnused(name);
        move(folder.resolve(name), trashed(file),
                sql -> sql.update("update data_files set removed = ? where id = ?", Instant.now(), file.id()));
        tell("removed", file);
    }

    /** Restores the file of a name that was removed last. */
    synchronized UploadedFile restore(String name) throws IOException {
        checkName(name);
        if (found(name).isPresent()) {
            throw ProblemException.conflict("there is a file '" + name + "'; remove it before you restore the earlier one");
        }
        UploadedFile file = store
                .now(sql -> sql.first(UploadedFiles::read, "select * from data_files where name = ?"
                        + " order by removed desc", name))
                .filter(each -> Files.exists(trashed(each)))
                .orElseThrow(() -> ProblemException.missing("there is no file '" + name + "' in the trash"));
        move(trashed(file), folder.resolve(name),
                sql -> sql.update("update data_files set removed = null where id = ?", file.id()));
        tell("restored", file);
        listeners.forEach(Runnable::run);
        return file(name);
    }

    /** Deletes files that have been in the trash long enough; returns their number. */
    public synchronized int sweep(Instant now) throws IOException {
        List<UploadedFile> old = store.now(
                sql -> sql.all(UploadedFiles::read, "select * from data_files where removed < ?", now.minus(limits.trash())));
        for (UploadedFile file : old) {
            // The file first: a file without a row would never be deleted.
            Files.deleteIfExists(trashed(file));
            store.now(sql -> sql.update("delete from data_files where id = ?", file.id()));
        }
        return old.size();
    }

    /** Moves a file and updates the database, or does neither. */
    private void move(Path from, Path to, Store.Transaction<Integer> saying) throws IOException {
        Files.move(from, to, StandardCopyOption.ATOMIC_MOVE);
        try {
            store.now(saying);
        } catch (RuntimeException e) {
            Files.move(to, from, StandardCopyOption.ATOMIC_MOVE);
            throw e;
        }
    }

    private Path trashed(UploadedFile file) {
        return trash.resolve("data-" + file.id());
    }

    private static int insert(Sql sql, UploadedFile file) throws SQLException {
        return sql.update("insert into data_files (" + COLUMNS + ") values (?, ?, ?, ?, ?, ?, null)", file.id(), file.name(),
                file.bytes(),
                file.sha256(), file.uploaded(), file.by());
    }

    private static UploadedFile read(ResultSet row) throws SQLException {
        return new UploadedFile(row.getString("id"), row.getString("name"), row.getLong("bytes"), row.getString("sha256"),
                Sql.time(row, "uploaded").orElseThrow(), row.getString("by_name"), Sql.time(row, "removed"));
    }

    private void checkSpace(long more) {
        long all =
                store.now(sql -> sql.first(row -> row.getLong(1), "select coalesce(sum(bytes), 0) from data_files").orElse(0L));
        if (all + more > limits.all()) {
            throw ProblemException.of(413, "too large", "all files together, including the trash, must have at most "
                    + limits.all() + " bytes; they have " + all + ": remove some, or wait until the trash is emptied");
        }
    }

    private void checkUnused(String name) {
        for (Function<String, Optional<String>> user : users) {
            user.apply(name).ifPresent(who -> {
                throw ProblemException.conflict("the file '" + name + "' is used by " + who + ", which has not ended");
            });
        }
    }

    private static void checkName(String name) {
        if (!UploadedFile.isName(name)) {
            throw ProblemException.malformed("the name of a file " + UploadedFile.RULE + "; found '" + name + "'");
        }
    }

    private void tell(String what, UploadedFile file) {
        events.tell("data", "", file.json().put("what", what));
    }
}
