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

/** The files that the data of a run are read from: they must stay as they are until it has ended. */
final class DataFiles {

    /** What was hashed before: a file that looks the same is not read again. */
    private record Seen(long size, FileTime time, Object key, String sha256) {}

    private static final Map<Path, Seen> SEEN = new ConcurrentHashMap<>();
    /** Enough for any experiment; more would only be a leak. */
    private static final int MOST = 1000;

    private DataFiles() {}

    /**
     * Notes the hashes of files in the record of a run, and compares with what is noted there.
     *
     * @throws IllegalArgumentException if a file was changed since the run began
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

    /**
     * Checks that all files of a run are as they were.
     *
     * @throws IllegalArgumentException if one is not
     */
    static void check(RunRecord record) {
        record.files().forEach((name, before) -> {
            try {
                String now = sha256(Path.of(name));
                if (!before.equals(now)) {
                    throw changed(name, before, now);
                }
            } catch (IOException e) {
                throw new IllegalArgumentException("a run must go on with the data it began with; " + name
                        + " cannot be read: " + FileProblem.describe(e), e);
            }
        });
    }

    private static IllegalArgumentException changed(String name, String before, String now) {
        return new IllegalArgumentException("a run must go on with the data it began with; " + name + " was "
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
