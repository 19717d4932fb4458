package psr.server.admin;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Enumeration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;

import psr.server.DataFolder;
import psr.server.store.Store;

/**
 * A backup of a whole server as a ZIP: the database first, then data, models and runs. Written while the server works: it contains what was
 * finished when the database was copied; a trial that ends later is computed again after a restore.
 */
public final class BackupFile {

    /** The name of the database's backup, in the ZIP and in a restored data folder that was not yet started. */
    public static final String DATABASE = "database.sql.gz";

    private static final List<String> FOLDERS = List.of("data", "models", "runs", "trash");

    /** The folder into which a backup is unpacked; its content may be incomplete. */
    private static final String HALF = "restoring";

    private BackupFile() {}

    static void write(Path folder, Store store, OutputStream out) throws IOException {
        ZipOutputStream zip = new ZipOutputStream(out);
        Path database = Files.createTempFile(folder, "backup", ".part");
        try {
            store.backup(database);
            add(zip, DATABASE, database);
        } finally {
            Files.deleteIfExists(database);
        }
        for (String name : FOLDERS) {
            Path each = folder.resolve(name);
            if (Files.isDirectory(each)) {
                Files.walkFileTree(each, new SimpleFileVisitor<>() {

                    @Override
                    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                        String entry = folder.relativize(file).toString().replace('\\', '/');
                        if (attributes.isRegularFile() && !entry.endsWith(".part") && !entry.endsWith("/.lock")) {
                            try {
                                add(zip, entry, file);
                            } catch (NoSuchFileException e) {
                                // It was removed in the meantime.
                                return FileVisitResult.CONTINUE;
                            }
                        }
                        return FileVisitResult.CONTINUE;
                    }

                    @Override
                    public FileVisitResult visitFileFailed(Path file, IOException e) throws IOException {
                        if (e instanceof NoSuchFileException) {
                            return FileVisitResult.CONTINUE;
                        }
                        throw e;
                    }
                });
            }
        }
        zip.finish();
    }

    private static void add(ZipOutputStream zip, String name, Path file) throws IOException {
        // Opened before its entry begins, so that a missing file leaves no empty entry.
        try (var in = Files.newInputStream(file)) {
            zip.putNextEntry(new ZipEntry(name));
            in.transferTo(zip);
            zip.closeEntry();
        }
    }

    /**
     * Restores a backup into a data folder; the next start reads the database. Leftovers of an interrupted restore are replaced.
     *
     * @param folder does not exist yet or is empty
     * @throws IOException if the folder is not empty or the file is not a backup; then nothing was changed
     */
    public static void restore(Path file, Path folder) throws IOException {
        Path root = folder.toAbsolutePath().normalize();
        Path half = root.resolve(HALF);
        // The database is moved last: while it is missing, the other folders belong to an interrupted restore.
        boolean broken = Files.exists(half.resolve(DATABASE));
        if (Files.isDirectory(root)) {
            try (Stream<Path> there = Files.list(root)) {
                if (there.anyMatch(each -> !each.equals(half) && !(broken && FOLDERS.contains(each.getFileName().toString())))) {
                    throw new IOException("a backup can only be restored into an empty folder; " + folder + " is not empty");
                }
            }
        }
        if (!Files.isRegularFile(file)) {
            throw new IOException("the backup must be a file; there is no " + file);
        }
        try (ZipFile zip = new ZipFile(file.toFile())) {
            Map<Path, ZipEntry> files = files(zip, file, half);
            for (String name : FOLDERS) {
                DataFolder.delete(root.resolve(name));
            }
            DataFolder.delete(half);
            unpack(zip, files, half);
        } catch (ZipException | EOFException e) {
            throw new IOException("not a backup that a server wrote: " + file + ": " + e.getMessage(), e);
        }
        // The database last: its presence marks a complete restore.
        for (String name : Stream.concat(FOLDERS.stream(), Stream.of(DATABASE)).toList()) {
            if (Files.exists(half.resolve(name))) {
                Files.move(half.resolve(name), root.resolve(name));
            }
        }
        Files.delete(half);
    }

    /** Unpacks all entries or none. */
    private static void unpack(ZipFile zip, Map<Path, ZipEntry> files, Path into) throws IOException {
        try {
            for (Map.Entry<Path, ZipEntry> each : files.entrySet()) {
                Files.createDirectories(each.getKey().getParent());
                try (InputStream in = zip.getInputStream(each.getValue())) {
                    Files.copy(in, each.getKey());
                }
            }
        } catch (IOException | RuntimeException e) {
            DataFolder.delete(into);
            throw e;
        }
    }

    /**
     * Checks a folder for an interrupted restore before a server uses it.
     *
     * @throws IOException if a restore was not completed
     */
    public static void checkWhole(Path folder) throws IOException {
        Path half = folder.resolve(HALF);
        if (Files.exists(half.resolve(DATABASE)) || Files.exists(half) && !Files.exists(folder.resolve(DATABASE))) {
            throw new IOException("the restore of " + folder
                    + " was interrupted; repeat it with --restore FILE");
        }
        DataFolder.delete(half);
    }

    /** Where each entry is unpacked, below a folder. */
    private static Map<Path, ZipEntry> files(ZipFile zip, Path file, Path into) throws IOException {
        if (zip.getEntry(DATABASE) == null) {
            throw new IOException("not a backup that a server wrote: " + file + " has no " + DATABASE);
        }
        Map<Path, ZipEntry> files = new LinkedHashMap<>();
        for (Enumeration<? extends ZipEntry> entries = zip.entries(); entries.hasMoreElements();) {
            ZipEntry entry = entries.nextElement();
            Path target = into.resolve(entry.getName()).normalize();
            if (!isKept(into, target)) {
                throw new IOException(
                        "a backup must contain " + DATABASE + " and the folders " + String.join(", ", FOLDERS)
                                + ", and nothing else; "
                                + file + " contains '" + entry.getName() + "'");
            }
            if (!entry.isDirectory() && files.put(target, entry) != null) {
                throw new IOException(
                        "a backup must contain each file once; " + file + " contains '" + entry.getName() + "' twice");
            }
        }
        return files;
    }

    /** Whether a backup may contain this path: no tokens, no keys, nothing outside of the folder. */
    private static boolean isKept(Path root, Path target) {
        if (!target.startsWith(root) || target.equals(root)) {
            return false;
        }
        Path within = root.relativize(target);
        return within.equals(Path.of(DATABASE)) || FOLDERS.contains(within.getName(0).toString());
    }
}
