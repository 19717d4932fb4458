package psr.server.admin;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Enumeration;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;

import psr.server.store.Store;

/**
 * A copy of everything a server keeps, as a ZIP: the database first, then data, models and runs. Made while it runs: what was finished when the
 * database was copied is in it; a trial that ends meanwhile is computed again after a restoration.
 */
public final class BackupFile {

    /** The database, in the copy and in a data folder that was restored and not yet started. */
    public static final String DATABASE = "database.sql.gz";

    private static final List<String> FOLDERS = List.of("data", "models", "runs", "trash");

    private BackupFile() {}

    /** Writes it. */
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
                                // It was removed meanwhile.
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
        // Opened before its entry is begun: one that is gone leaves no empty entry behind.
        try (var in = Files.newInputStream(file)) {
            zip.putNextEntry(new ZipEntry(name));
            in.transferTo(zip);
            zip.closeEntry();
        }
    }

    /**
     * Makes a data folder of a copy; the database is read by the next start.
     *
     * @param folder not there yet, or empty
     * @throws IOException if the folder holds something, or the file is no such copy; nothing was changed
     */
    public static void restore(Path file, Path folder) throws IOException {
        if (Files.isDirectory(folder)) {
            try (var there = Files.newDirectoryStream(folder)) {
                if (there.iterator().hasNext()) {
                    throw new IOException("a copy must be restored into an empty folder; " + folder + " holds something");
                }
            }
        }
        try (ZipFile zip = new ZipFile(file.toFile())) {
            if (zip.getEntry(DATABASE) == null) {
                throw new IOException("it must be a copy that a server wrote; " + file + " has no " + DATABASE);
            }
            Path root = folder.toAbsolutePath().normalize();
            for (Enumeration<? extends ZipEntry> entries = zip.entries(); entries.hasMoreElements();) {
                ZipEntry entry = entries.nextElement();
                Path target = root.resolve(entry.getName()).normalize();
                if (!target.startsWith(root) || target.equals(root)) {
                    throw new IOException("no entry may lie outside of the folder; '" + entry.getName() + "' does");
                }
            }
            for (Enumeration<? extends ZipEntry> entries = zip.entries(); entries.hasMoreElements();) {
                ZipEntry entry = entries.nextElement();
                Path target = root.resolve(entry.getName()).normalize();
                Files.createDirectories(target.getParent());
                try (var in = zip.getInputStream(entry)) {
                    Files.copy(in, target);
                }
            }
        }
    }
}
