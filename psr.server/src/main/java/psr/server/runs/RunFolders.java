package psr.server.runs;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

import psr.api.lab.Laboratory;
import psr.api.lab.SavedRun;

/** The folders of runs, each named by the id of its run; the same as the command line makes. Thread-safe. */
final class RunFolders {

    /** What makes a folder that of a run. */
    static final String RECORD = "experiment.json";
    /** What is finished. */
    static final String TRIALS = "trials.jsonl";

    /** How a folder or file begins that is being taken in. */
    static final String IMPORT = ".import-";
    /** How a folder begins that is being deleted. */
    private static final String GONE = ".gone-";

    /** So many that were read last are kept in memory. */
    private static final int OPEN = 4;
    /** So many runs can be read at once. */
    private static final int READERS = 16;
    private static final int DEPTH = 3;

    /** A run as it was read, and by what it is seen that it is still so. */
    private record Read(SavedRun run, String signs) {}

    private final Laboratory laboratory;
    private final Path folder;
    private final Map<String, Read> read = new LinkedHashMap<>(OPEN, 0.75f, true);
    /** One of them is held, by the id of a run, while the run is read: a page asks for many things at once, and each would read it anew. */
    private final List<Object> reading = Stream.generate(Object::new).limit(READERS).toList();

    RunFolders(Laboratory laboratory, Path folder) {
        this.laboratory = laboratory;
        this.folder = folder;
    }

    /** Where all of them are. */
    Path folder() {
        return folder;
    }

    /** Where one is, or would be. */
    Path of(String id) {
        return folder.resolve(id);
    }

    /** Whether there is one. */
    boolean has(String id) {
        return Files.isRegularFile(of(id).resolve(RECORD));
    }

    /**
     * One that nobody writes; empty if there is none.
     *
     * @throws IOException if it cannot be read, or was damaged
     */
    Optional<SavedRun> open(String id) throws IOException {
        if (!has(id)) {
            return Optional.empty();
        }
        String signs = signs(of(id).resolve(RECORD)) + " " + signs(of(id).resolve(TRIALS));
        synchronized (reading.get(Math.floorMod(id.hashCode(), READERS))) {
            Optional<SavedRun> known = known(id, signs);
            if (known.isPresent()) {
                return known;
            }
            SavedRun run = laboratory.open(of(id));
            keep(id, new Read(run, signs));
            return Optional.of(run);
        }
    }

    private Optional<SavedRun> known(String id, String signs) {
        synchronized (read) {
            return Optional.ofNullable(read.get(id)).filter(each -> each.signs().equals(signs)).map(Read::run);
        }
    }

    private void keep(String id, Read run) {
        synchronized (read) {
            read.put(id, run);
            while (read.size() > OPEN) {
                read.remove(read.keySet().iterator().next());
            }
        }
    }

    private static String signs(Path file) throws IOException {
        try {
            BasicFileAttributes about = Files.readAttributes(file, BasicFileAttributes.class);
            return about.size() + " " + about.lastModifiedTime().toMillis() + " " + about.fileKey();
        } catch (NoSuchFileException e) {
            return "none";
        }
    }

    /** What is in the folder of a run, by name; nothing that begins with a dot. */
    List<Path> files(String id) throws IOException {
        if (!Files.isDirectory(of(id))) {
            return List.of();
        }
        try (Stream<Path> all = Files.walk(of(id), DEPTH)) {
            return all.filter(Files::isRegularFile).map(of(id)::relativize)
                    .filter(file -> !("/" + file.toString().replace('\\', '/')).contains("/.")).sorted().toList();
        }
    }

    /** Takes a folder away. */
    void delete(String id) throws IOException {
        discard(id);
        delete(gone(id));
    }

    /** Takes a folder out of the way, at once and for good; {@link #delete} or the next start deletes it. */
    void discard(String id) throws IOException {
        synchronized (read) {
            read.remove(id);
        }
        if (Files.isDirectory(of(id))) {
            delete(gone(id));
            Files.move(of(id), gone(id), StandardCopyOption.ATOMIC_MOVE);
        }
    }

    private Path gone(String id) {
        return folder.resolve(GONE + id);
    }

    /** Deletes what a server left that was killed while it deleted a folder or took one in. */
    void deleteLeftovers() throws IOException {
        List<Path> left;
        try (Stream<Path> all = Files.list(folder)) {
            left = all.filter(
                    each -> each.getFileName().toString().startsWith(GONE) || each.getFileName().toString().startsWith(IMPORT))
                    .toList();
        }
        for (Path each : left) {
            if (Files.isDirectory(each)) {
                delete(each);
            } else {
                Files.delete(each);
            }
        }
    }

    static void delete(Path folder) throws IOException {
        if (!Files.isDirectory(folder)) {
            return;
        }
        Files.walkFileTree(folder, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                Files.deleteIfExists(file);
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult postVisitDirectory(Path visited, IOException failure) throws IOException {
                if (failure != null) {
                    throw failure;
                }
                Files.deleteIfExists(visited);
                return FileVisitResult.CONTINUE;
            }
        });
    }

    /** How many bytes a run takes. */
    long bytes(String id) throws IOException {
        long bytes = 0;
        for (Path file : files(id)) {
            bytes += Files.size(of(id).resolve(file));
        }
        return bytes;
    }
}
