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
 * What lies in the plugins folder. Each look compares with the last one: by time, size and identity of each file where nothing
 * is said, by content where that is asked for. A folder that is not there is an empty one; it is watched when it comes back.
 * {@link #look} is called by one thread; what it found may be read by any.
 */
final class FolderScan {

    /** Milliseconds in which a file may be half written. */
    private static final long GRACE = 2000;

    /** Tells whether a file was changed, without reading it. */
    private record Stamp(long size, long time, Object key, Object changed) {}

    /**
     * A file.
     *
     * @param name without the folder
     * @param state waiting, rejected or ignored; empty if it is a bundle, whose state others know
     * @param kept its copy, if it is a bundle
     * @param remark why it is waiting, rejected or ignored
     * @param time when it was last written, in milliseconds
     */
    record Found(String name, Optional<PluginFile.State> state, Optional<PluginStore.Kept> kept, String remark, long time) {

        static Found not(String name, PluginFile.State state, String remark, long time) {
            return new Found(name, Optional.of(state), Optional.empty(), remark, time);
        }
    }

    private final Path folder;
    private final PluginStore store;
    private final Map<String, Stamp> stamps = new TreeMap<>();
    /** What the framework does not take, by hash, with the reason. */
    private final Map<String, String> refused = new TreeMap<>();
    private volatile Map<String, Found> found = Map.of();
    private boolean unix = true;
    private boolean content;
    private int looks;

    FolderScan(Path folder, PluginStore store) {
        this.folder = folder;
        this.store = store;
    }

    Path folder() {
        return folder;
    }

    /** Every file, by name, as last seen. */
    Map<String, Found> found() {
        return found;
    }

    /** Reads every file at the next look, whatever its time and size. */
    void byContent() {
        content = true;
    }

    /** The framework does not take a jar. */
    void refuse(PluginStore.Kept kept, String remark) {
        refused.put(kept.bundle().sha256(), remark);
        Map<String, Found> changed = new TreeMap<>(found);
        changed.replaceAll((name, file) -> file.kept().filter(kept::equals).isEmpty() ? file
                : Found.not(name, PluginFile.State.REJECTED, remark, file.time()));
        found = changed;
    }

    /** Looks again, and says whether anything has changed. */
    boolean look() {
        // Where a file does not tell that it was changed in place under its old time, it is read now and then.
        boolean all = content || !unix && looks++ % 20 == 0;
        content = false;
        Map<String, Found> now = new TreeMap<>();
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.filter(each -> !each.getFileName().toString().startsWith(".")).sorted().toList()) {
                String name = file.getFileName().toString();
                look(name, file, all).ifPresent(each -> now.put(name, each));
            }
        } catch (IOException | java.io.UncheckedIOException e) {
            // No folder, or not for us to read: then there are no plugins in it.
        }
        stamps.keySet().retainAll(now.keySet());
        boolean changed = !now.equals(found);
        found = now;
        return changed;
    }

    private Optional<Found> look(String name, Path file, boolean all) {
        if (!name.endsWith(".jar")) {
            return Optional.of(Found.not(name, PluginFile.State.IGNORED, "only files that end in .jar are taken", 0));
        }
        BasicFileAttributes attributes;
        Stamp stamp;
        try {
            attributes = Files.readAttributes(file, BasicFileAttributes.class);
            stamp = new Stamp(attributes.size(), attributes.lastModifiedTime().toMillis(), attributes.fileKey(),
                    changed(file, attributes));
        } catch (IOException e) {
            return Files.isSymbolicLink(file) ? Optional.of(Found.not(name, PluginFile.State.REJECTED,
                    "it is a link to a file that is not there", 0)) : Optional.empty();
        }
        if (attributes.isDirectory()) {
            return Optional.of(Found.not(name, PluginFile.State.IGNORED, "only files that end in .jar are taken", 0));
        }
        if (!attributes.isRegularFile()) {
            // Reading a pipe would wait for whoever writes into it, for ever.
            return Optional.of(Found.not(name, PluginFile.State.REJECTED, "it must be a regular file; this is a pipe or a device",
                    0));
        }
        Found before = found.get(name);
        boolean waiting = before != null && before.state().equals(Optional.of(PluginFile.State.WAITING));
        if (!all && !waiting && before != null && stamp.equals(stamps.get(name))) {
            return Optional.of(before);
        }
        stamps.put(name, stamp);
        try {
            PluginStore.Kept kept = store.add(file);
            String refusal = refused.get(kept.bundle().sha256());
            if (refusal != null) {
                return Optional.of(Found.not(name, PluginFile.State.REJECTED, refusal, stamp.time()));
            }
            boolean same = before != null && before.kept().map(PluginStore.Kept::bundle).equals(Optional.of(kept.bundle()));
            if (same && !kept.lasting()) {
                Files.deleteIfExists(kept.file());
                return Optional.of(before);
            }
            return Optional.of(new Found(name, Optional.empty(), Optional.of(kept), "", stamp.time()));
        } catch (IOException | Error e) {
            boolean fresh = e instanceof JarContent.CorruptJarException
                    && Math.abs(System.currentTimeMillis() - stamp.time()) < GRACE;
            return Optional.of(fresh ? Found.not(name, PluginFile.State.WAITING, "just found", stamp.time())
                    : Found.not(name, PluginFile.State.REJECTED, e instanceof JarContent.NoBundleException ? e.getMessage()
                            : "it cannot be read: " + words(e), stamp.time()));
        }
    }

    /** When a file, its name or its rights were last changed: unlike its time, nobody can set that. */
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

    private static String words(Throwable e) {
        return e instanceof java.nio.file.AccessDeniedException ? "access is denied"
                : Objects.requireNonNullElse(e.getMessage(), e.toString());
    }
}
