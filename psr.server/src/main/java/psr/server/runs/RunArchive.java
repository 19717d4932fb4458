package psr.server.runs;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.Enumeration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;

import psr.api.lab.SavedRun;
import psr.api.lab.Submission.State;
import psr.api.settings.ValidationError;
import psr.api.settings.ValidationException;
import psr.server.DataFolder;
import psr.server.LabServices;
import psr.server.http.ProblemException;

/**
 * Exports and imports run folders as zip files. Of an imported folder only the record and the trials are used, after validation; tables and
 * report are regenerated from them. Thread-safe.
 */
record RunArchive(RunFolders folders, RunRequest requests, LabServices lab) {

    /** Maximum size of a zip file. */
    static final long LARGEST = 200_000_000;

    static final long LARGEST_UNPACKED = 1_000_000_000;
    static final int MOST_FILES = 1_000;
    /** The files of an imported folder that are used. */
    private static final Set<String> CHECKED = Set.of(RunFolders.RECORD, RunFolders.TRIALS);
    private static final int DEPTH = 3;
    private static final int BUFFER = 1 << 16;

    /** Writes the folder of a run in its current state; the name of the run, which is not in the folder, is the comment of the zip file. */
    void write(QueuedRun run, OutputStream out) throws IOException {
        String id = run.id();
        try (ZipOutputStream zip = new ZipOutputStream(out)) {
            zip.setComment(run.name());
            for (Path file : folders.files(id)) {
                zip.putNextEntry(new ZipEntry(id + "/" + file.toString().replace('\\', '/')));
                // A file may grow meanwhile: only the listed size is written.
                long listed = Files.size(folders.of(id).resolve(file));
                try (InputStream in = Files.newInputStream(folders.of(id).resolve(file))) {
                    copy(in, zip, listed);
                }
                zip.closeEntry();
            }
        }
    }

    /**
     * Unpacks a run folder and checks it; the run does not exist before it is in the database.
     *
     * @param file the zip file
     * @param id the id of the new run
     * @param name the name of the run; by default the name in the archive, or the name of the experiment
     * @throws ValidationException if it contains no run, or a file that is not allowed
     */
    NewRun read(Path file, String id, Optional<String> name) throws IOException {
        Path part = folders.folder().resolve(RunFolders.IMPORT + id);
        try {
            Files.createDirectories(part);
            Optional<String> called = name;
            try (ZipFile zip = new ZipFile(file.toFile())) {
                unpack(zip, part);
                called = name.or(() -> Optional.ofNullable(zip.getComment()).filter(comment -> !comment.isBlank()));
            } catch (ZipException | EOFException | IllegalArgumentException e) {
                throw e instanceof ValidationException refused ? refused
                        : ProblemException.malformed("the body must be a zip file; it cannot be read: "
                                + Optional.ofNullable(e.getMessage()).orElse("it ends too early"));
            }
            SavedRun run = open(part);
            lab.laboratory().report(run.results(), part);
            int total = run.results().experiment().trials();
            NewRun made = requests.saved(run, called.orElse(run.results().experiment().name()),
                    done -> done == total ? State.DONE : State.PAUSED, "imported");
            Files.move(part, folders.of(id), StandardCopyOption.ATOMIC_MOVE);
            return made;
        } finally {
            DataFolder.delete(part);
        }
    }

    private SavedRun open(Path folder) throws IOException {
        try {
            return lab.laboratory().open(folder);
        } catch (IllegalArgumentException | IOException e) {
            String reason = Optional.ofNullable(e.getMessage()).orElse(e.toString()).replace(folder + "/", "")
                    .replace(folder.toString(), "the folder");
            throw new ValidationException(ValidationError.of("the zip file must hold a run folder: " + reason), e);
        }
    }

    private static void unpack(ZipFile zip, Path into) throws IOException {
        if (zip.size() > MOST_FILES) {
            throw refused("must have at most " + MOST_FILES + " entries; it has " + zip.size());
        }
        List<ZipEntry> entries = new ArrayList<>();
        Enumeration<? extends ZipEntry> all = zip.entries();
        Collections.list(all).stream().filter(entry -> !entry.isDirectory()).forEach(entries::add);
        String prefix = prefix(entries);
        long left = LARGEST_UNPACKED;
        for (ZipEntry entry : entries) {
            String name = entry.getName();
            if (!name.startsWith(prefix)) {
                throw refused("must hold one run folder; '" + name + "' lies beside it");
            }
            String inside = name.substring(prefix.length());
            // The lock file of the process that wrote the run begins with a dot.
            if (inside.startsWith(".") || !CHECKED.contains(checked(inside))) {
                continue;
            }
            Path file = into.resolve(inside);
            try (InputStream in = zip.getInputStream(entry);
                    OutputStream out = Files.newOutputStream(file, StandardOpenOption.CREATE_NEW)) {
                // The size that an entry declares may be wrong.
                left -= copy(in, out, left + 1);
            } catch (FileAlreadyExistsException e) {
                throw refused("must have each file once; '" + name + "' appears twice");
            }
            if (left < 0) {
                throw refused("must unpack to at most " + LARGEST_UNPACKED + " bytes");
            }
        }
    }

    /** Copies at most a number of bytes and returns the number of copied bytes. */
    private static long copy(InputStream in, OutputStream out, long most) throws IOException {
        byte[] buffer = new byte[BUFFER];
        long done = 0;
        for (int n = 1; n > 0; done += Math.max(0, n)) {
            n = in.read(buffer, 0, (int) Math.min(BUFFER, most - done));
            out.write(buffer, 0, Math.max(0, n));
        }
        return done;
    }

    /** The topmost folder that contains the record of a run. */
    private static String prefix(List<ZipEntry> entries) {
        return entries.stream().map(ZipEntry::getName)
                .filter(name -> name.equals(RunFolders.RECORD) || name.endsWith("/" + RunFolders.RECORD))
                .map(name -> name.substring(0, name.length() - RunFolders.RECORD.length()))
                .min(Comparator.comparingInt(String::length))
                .orElseThrow(() -> refused("must hold a run folder; there is no " + RunFolders.RECORD + " in it"));
    }

    private static String checked(String name) {
        String[] parts = name.split("/", -1);
        for (String part : parts) {
            if (!part.matches("[A-Za-z0-9_][A-Za-z0-9_.+ -]{0,199}") || parts.length > DEPTH) {
                throw refused("must have plain names of letters, digits, dots, dashes, in at most " + DEPTH + " folders; found '"
                        + name + "'");
            }
        }
        return name;
    }

    private static ValidationException refused(String what) {
        return new ValidationException(ValidationError.of("the zip file " + what));
    }
}
