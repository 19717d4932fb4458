package psr.server.runs;

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
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;

import psr.api.lab.Experiment;
import psr.api.lab.SavedRun;
import psr.api.lab.Submission.State;
import psr.api.settings.ValidationError;
import psr.api.settings.ValidationException;
import psr.server.LabServices;
import psr.server.http.ProblemException;

/** Run folders as zip files, out and in. Thread-safe. */
final class RunArchive {

    /** How large a zip file may be. */
    static final long LARGEST = 200_000_000;

    static final long LARGEST_UNPACKED = 1_000_000_000;
    static final int MOST_FILES = 1_000;
    private static final int DEPTH = 3;
    private static final int BUFFER = 1 << 16;

    private final RunFolders kept;
    private final LabServices lab;
    private final RunRequest asked;

    RunArchive(RunFolders kept, RunRequest asked, LabServices lab) {
        this.kept = kept;
        this.asked = asked;
        this.lab = lab;
    }

    /** Writes the folder of a run, as far as it is; its name, which is not in the folder, is the comment of the zip file. */
    void write(QueuedRun run, OutputStream out) throws IOException {
        String id = run.id();
        try (ZipOutputStream zip = new ZipOutputStream(out)) {
            zip.setComment(run.name());
            for (Path file : kept.files(id)) {
                zip.putNextEntry(new ZipEntry(id + "/" + file.toString().replace('\\', '/')));
                // A file that grows meanwhile: so much as it had.
                long left = Files.size(kept.of(id).resolve(file));
                try (InputStream in = Files.newInputStream(kept.of(id).resolve(file))) {
                    byte[] buffer = new byte[BUFFER];
                    for (int n = 1; left > 0 && n > 0; left -= n) {
                        n = in.read(buffer, 0, (int) Math.min(BUFFER, left));
                        if (n > 0) {
                            zip.write(buffer, 0, n);
                        }
                    }
                }
                zip.closeEntry();
            }
        }
    }

    /**
     * Unpacks a run folder and checks it; nothing of it counts before it is in the database.
     *
     * @param file a zip file
     * @param id what it will be
     * @param name what it is to be called; by default as the archive calls it, or else its experiment
     * @throws ValidationException if it holds no run, or something that must not be
     */
    NewRun read(Path file, String id, Optional<String> name) throws IOException {
        Path part = kept.folder().resolve(RunFolders.IMPORT + id);
        try {
            Files.createDirectories(part);
            Optional<String> called = name;
            try (ZipFile zip = new ZipFile(file.toFile())) {
                unpack(zip, part);
                called = name.or(() -> Optional.ofNullable(zip.getComment()).filter(words -> !words.isBlank()));
            } catch (ZipException | IllegalArgumentException e) {
                throw e instanceof ValidationException refused ? refused
                        : ProblemException.malformed("the body must be a zip file; it cannot be read: " + e.getMessage());
            }
            SavedRun run = open(part);
            Experiment experiment = run.results().experiment();
            int done = run.results().finishedTrials();
            // Everything is read once: a damaged line is found now.
            run.results().summary();
            NewRun made = new NewRun(RunRequest.shortened(called.orElse(experiment.name())), asked.text(experiment),
                    experiment.trials(), 0,
                    Optional.empty(), done == experiment.trials() ? State.DONE : State.PAUSED, done,
                    List.of("imported; begun " + run.started()));
            Files.move(part, kept.of(id), StandardCopyOption.ATOMIC_MOVE);
            return made;
        } finally {
            RunFolders.delete(part);
        }
    }

    private SavedRun open(Path folder) throws IOException {
        try {
            return lab.laboratory().open(folder);
        } catch (IllegalArgumentException | IOException e) {
            String words = Optional.ofNullable(e.getMessage()).orElse(e.toString()).replace(folder + "/", "")
                    .replace(folder.toString(), "the folder");
            throw new ValidationException(ValidationError.of("the zip file must hold a run folder: " + words), e);
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
            if (inside.startsWith(".")) {
                // The lock of whoever wrote it.
                continue;
            }
            Path file = into.resolve(checked(inside));
            Files.createDirectories(file.getParent());
            try (InputStream in = zip.getInputStream(entry);
                    OutputStream out = Files.newOutputStream(file, StandardOpenOption.CREATE_NEW)) {
                left -= copy(in, out, left);
            } catch (FileAlreadyExistsException e) {
                throw refused("must have each file once; '" + name + "' stands twice");
            }
        }
    }

    /** What an entry says of its size may be wrong: what comes out of it is counted. */
    private static long copy(InputStream in, OutputStream out, long most) throws IOException {
        byte[] buffer = new byte[BUFFER];
        long done = 0;
        for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
            done += n;
            if (done > most) {
                throw refused("must unpack to at most " + LARGEST_UNPACKED + " bytes");
            }
            out.write(buffer, 0, n);
        }
        return done;
    }

    /** Where the record of the run is, as high up as there is one. */
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
