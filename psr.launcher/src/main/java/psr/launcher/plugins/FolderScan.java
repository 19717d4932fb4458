package psr.launcher.plugins;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

import psr.api.lab.PluginFile;

/**
 * Scans the plugins folder. Each scan compares the files with the previous scan, by time, size and identity of each file, or
 * by content if requested. A missing folder counts as empty; it is scanned again once it exists. {@link #scan}
 * must be called by one thread; the files found may be read by any thread.
 */
final class FolderScan {

    /** How long after its last change an unreadable file may still be being written, in milliseconds. */
    private static final long GRACE = 2000;

    /** Shows whether a file was changed, without reading it. */
    private record Stamp(long size, long time, Object key, Object changed) {}

    /**
     * A file.
     *
     * @param name without the folder
     * @param state waiting, rejected or ignored; empty if it is a bundle: its state depends on the framework
     * @param copy its copy in the store, if it is a bundle
     * @param remark why it is waiting, rejected or ignored
     * @param time when it was last written, in milliseconds
     */
    record ScannedFile(String name, Optional<PluginFile.State> state, Optional<PluginStore.Copy> copy, String remark, long time) {

        static ScannedFile unusable(String name, PluginFile.State state, String remark, long time) {
            return new ScannedFile(name, Optional.of(state), Optional.empty(), remark, time);
        }
    }

    private final Path folder;
    private final PluginStore store;
    private final Map<String, Stamp> stamps = new TreeMap<>();
    /** Jars that the framework rejected: hash to reason. */
    private final Map<String, String> rejected = new TreeMap<>();
    private volatile Map<String, ScannedFile> files = Map.of();
    private boolean unix = true;
    private int scans;

    FolderScan(Path folder, PluginStore store) {
        this.folder = folder;
        this.store = store;
    }

    Path folder() {
        return folder;
    }

    Map<String, ScannedFile> files() {
        return files;
    }

    void reject(PluginStore.Copy copy, String remark) {
        rejected.put(copy.bundle().sha256(), remark);
        Map<String, ScannedFile> changed = new TreeMap<>(files);
        changed.replaceAll((name, file) -> file.copy().filter(copy::equals).isEmpty() ? file
                : ScannedFile.unusable(name, PluginFile.State.REJECTED, remark, file.time()));
        files = changed;
    }

    /**
     * Scans the folder; returns whether anything has changed.
     *
     * @param byContent whether every file is read, even if its time and size are unchanged
     */
    boolean scan(boolean byContent) {
        // Without ctime, a change in place that preserves the file's time is noticed only by reading the file now and then.
        boolean all = byContent || !unix && scans++ % 20 == 0;
        Map<String, ScannedFile> now = new TreeMap<>();
        try (Stream<Path> present = Files.list(folder)) {
            for (Path file : present.filter(each -> !each.getFileName().toString().startsWith(".")).sorted().toList()) {
                String name = file.getFileName().toString();
                scan(name, file, all).ifPresent(each -> now.put(name, each));
            }
        } catch (IOException | java.io.UncheckedIOException e) {
            // The folder is missing or unreadable: there are no plugins then.
        }
        stamps.keySet().retainAll(now.keySet());
        boolean changed = !now.equals(files);
        files = now;
        return changed;
    }

    private Optional<ScannedFile> scan(String name, Path file, boolean all) {
        if (!name.endsWith(".jar") || Files.isDirectory(file)) {
            return Optional.of(ScannedFile.unusable(name, PluginFile.State.IGNORED, "only files that end in .jar are loaded", 0));
        }
        BasicFileAttributes attributes;
        Stamp stamp;
        try {
            attributes = Files.readAttributes(file, BasicFileAttributes.class);
            stamp = new Stamp(attributes.size(), attributes.lastModifiedTime().toMillis(), attributes.fileKey(),
                    changed(file, attributes));
        } catch (IOException e) {
            return Files.isSymbolicLink(file) ? Optional.of(ScannedFile.unusable(name, PluginFile.State.REJECTED,
                    "it is a link to a file that does not exist", 0)) : Optional.empty();
        }
        if (!attributes.isRegularFile()) {
            // Reading a pipe would block until another process writes into it.
            return Optional.of(
                    ScannedFile.unusable(name, PluginFile.State.REJECTED, "it must be a regular file; this is a pipe or a device",
                            0));
        }
        ScannedFile before = files.get(name);
        boolean waiting = before != null && before.state().equals(Optional.of(PluginFile.State.WAITING));
        if (!all && !waiting && before != null && stamp.equals(stamps.get(name))) {
            return Optional.of(before);
        }
        stamps.put(name, stamp);
        try {
            PluginStore.Copy copy = store.add(file);
            String rejection = rejected.get(copy.bundle().sha256());
            if (rejection != null) {
                return Optional.of(ScannedFile.unusable(name, PluginFile.State.REJECTED, rejection, stamp.time()));
            }
            boolean same = before != null && before.copy().map(PluginStore.Copy::bundle).equals(Optional.of(copy.bundle()));
            if (same && !copy.lasting()) {
                Files.deleteIfExists(copy.file());
                return Optional.of(before);
            }
            return Optional.of(new ScannedFile(name, Optional.empty(), Optional.of(copy), "", stamp.time()));
        } catch (IOException | Error e) {
            boolean fresh = e instanceof JarContent.CorruptJarException
                    && Math.abs(System.currentTimeMillis() - stamp.time()) < GRACE;
            return Optional.of(fresh
                    ? ScannedFile.unusable(name, PluginFile.State.WAITING, "just found; it may still be being copied",
                            stamp.time())
                    : ScannedFile.unusable(name, PluginFile.State.REJECTED,
                            e instanceof JarContent.NoBundleException ? e.getMessage()
                                    : "it cannot be read: " + message(e),
                            stamp.time()));
        }
    }

    /** When a file, its name or its permissions were last changed; unlike its modification time, users cannot set that. */
    private Object changed(Path file, BasicFileAttributes attributes) throws IOException {
        if (unix) {
            try {
                return Files.getAttribute(file, "unix:ctime");
            } catch (UnsupportedOperationException | IllegalArgumentException e) {
                unix = false;
            }
        }
        return attributes.creationTime();
    }

    private static String message(Throwable e) {
        return e instanceof java.nio.file.AccessDeniedException ? "access is denied"
                : Objects.requireNonNullElse(e.getMessage(), e.toString());
    }
}
