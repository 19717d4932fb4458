package psr.server.runs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

import psr.api.lab.Laboratory;
import psr.api.lab.SavedRun;
import psr.server.DataFolder;

/** The folders of runs, each named by the id of its run. They have the same format as folders of the command line. Thread-safe. */
final class RunFolders {

    /** The file that every run folder contains. */
    static final String RECORD = "experiment.json";
    /** The file of finished trials. */
    static final String TRIALS = "trials.jsonl";

    /** Prefix of folders and files that are being imported. */
    static final String IMPORT = ".import-";
    /** Prefix of folders that are being deleted. */
    private static final String GONE = ".gone-";

    /** Maximum number of runs in memory, the most recently used. */
    private static final int OPEN = 4;
    /** Maximum number of runs that are read at the same time. */
    private static final int READERS = 16;
    private static final int DEPTH = 3;

    /** A run that was read, with the properties of its files that show whether it has changed. */
    private record Read(SavedRun run, String signs) {}

    private final Laboratory laboratory;
    private final Path folder;
    private final Map<String, Read> read = Collections.synchronizedMap(new LinkedHashMap<>(OPEN, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Read> eldest) {
            return size() > OPEN;
        }
    });
    /** Locks by run id, held while a run is read: the concurrent requests of a page then read it only once. */
    private final List<Object> reading = Stream.generate(Object::new).limit(READERS).toList();

    RunFolders(Laboratory laboratory, Path folder) {
        this.laboratory = laboratory;
        this.folder = folder;
    }

    /** The folder of all run folders. */
    Path folder() {
        return folder;
    }

    /** The folder of a run; it may not exist. */
    Path of(String id) {
        return folder.resolve(id);
    }

    boolean has(String id) {
        return Files.isRegularFile(of(id).resolve(RECORD));
    }

    /**
     * The results of a run that no process is writing; empty if it does not exist.
     *
     * @throws IOException if it cannot be read or is damaged
     */
    Optional<SavedRun> open(String id) throws IOException {
        if (!has(id)) {
            return Optional.empty();
        }
        String signs = signs(of(id).resolve(RECORD)) + " " + signs(of(id).resolve(TRIALS));
        synchronized (reading.get(Math.floorMod(id.hashCode(), READERS))) {
            Read known = read.get(id);
            if (known == null || !known.signs().equals(signs)) {
                known = new Read(laboratory.open(of(id)), signs);
                read.put(id, known);
            }
            return Optional.of(known.run());
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

    /** The files in the folder of a run by name, without names that begin with a dot. */
    List<Path> files(String id) throws IOException {
        if (!Files.isDirectory(of(id))) {
            return List.of();
        }
        try (Stream<Path> all = Files.walk(of(id), DEPTH)) {
            return all.filter(Files::isRegularFile).map(of(id)::relativize)
                    .filter(file -> !("/" + file.toString().replace('\\', '/')).contains("/.")).sorted().toList();
        }
    }

    void delete(String id) throws IOException {
        discard(id);
        DataFolder.delete(gone(id));
    }

    /** Renames a folder, so that it no longer belongs to a run; {@link #delete} or the next start deletes it. */
    void discard(String id) throws IOException {
        read.remove(id);
        if (Files.isDirectory(of(id))) {
            DataFolder.delete(gone(id));
            Files.move(of(id), gone(id), StandardCopyOption.ATOMIC_MOVE);
        }
    }

    private Path gone(String id) {
        return folder.resolve(GONE + id);
    }

    /** Deletes the remains of deletions and imports that a killed server has left. */
    void deleteLeftovers() throws IOException {
        for (Path each : DataFolder.list(folder, path -> path.getFileName().toString().startsWith(GONE)
                || path.getFileName().toString().startsWith(IMPORT))) {
            DataFolder.delete(each);
        }
    }

    /** Size of the folder of a run, in bytes. */
    long bytes(String id) throws IOException {
        long bytes = 0;
        for (Path file : files(id)) {
            bytes += Files.size(of(id).resolve(file));
        }
        return bytes;
    }
}
