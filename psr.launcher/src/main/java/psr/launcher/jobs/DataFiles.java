package psr.launcher.jobs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;

import psr.launcher.files.FileProblem;
import psr.launcher.runs.RunFolder;
import psr.launcher.runs.RunRecord;
import psr.math.hashes.Hashes;

/** The files from which a run reads its data. They must not change until the run has ended. */
final class DataFiles {

    /** The hash of a file with this size and time; it is not computed again until one of them changes. */
    private record Seen(long size, FileTime time, Object key, String sha256) {}

    private static final Map<Path, Seen> SEEN = new ConcurrentHashMap<>();
    /** Maximum number of remembered hashes: enough for any experiment, and bounds the memory. */
    private static final int MOST = 1000;

    private DataFiles() {}

    /**
     * Adds the hashes of files to the record of a run and compares them with the hashes that the record has.
     *
     * @throws IllegalArgumentException if a file has changed since the run started
     */
    static void check(RunFolder folder, List<Path> files) throws IOException {
        Map<String, String> found = new TreeMap<>();
        for (Path file : files) {
            found.put(file.toString(), sha256(file));
        }
        synchronized (folder) {
            RunRecord record = folder.record();
            Map<String, String> known = new TreeMap<>(record.files());
            found.forEach((file, now) -> {
                String before = known.putIfAbsent(file, now);
                if (before != null && !before.equals(now)) {
                    throw changed(file, before, now);
                }
            });
            if (!known.equals(record.files())) {
                folder.write(record.with(known));
            }
        }
    }

    /** @throws IllegalArgumentException if a file of the run has changed */
    static void check(RunRecord record) {
        record.files().forEach((name, before) -> {
            try {
                String now = sha256(Path.of(name));
                if (!before.equals(now)) {
                    throw changed(name, before, now);
                }
            } catch (IOException e) {
                throw new IllegalArgumentException("a run must continue with the data it began with; " + name
                        + " cannot be read: " + FileProblem.describe(e), e);
            }
        });
    }

    private static IllegalArgumentException changed(String name, String before, String now) {
        return new IllegalArgumentException("a run must continue with the data it began with; " + name + " was "
                + before.substring(0, 8) + "… and is " + now.substring(0, 8)
                + "… (sha256): put the file back as it was, or run the experiment anew");
    }

    private static String sha256(Path file) throws IOException {
        BasicFileAttributes about = Files.readAttributes(file, BasicFileAttributes.class);
        Seen seen = SEEN.get(file);
        if (seen != null && seen.size == about.size() && seen.time.equals(about.lastModifiedTime())
                && Objects.equals(seen.key, about.fileKey())) {
            return seen.sha256;
        }
        String sha256 = Hashes.of(file);
        if (SEEN.size() >= MOST) {
            SEEN.clear();
        }
        SEEN.put(file, new Seen(about.size(), about.lastModifiedTime(), about.fileKey(), sha256));
        return sha256;
    }
}
