package psr.cluster;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

import psr.api.lab.BundleVersion;
import psr.api.lab.DataFile;
import psr.api.lab.Plugins;
import psr.api.lab.TrialTask;
import psr.launcher.spi.RemoteJob;

/**
 * What a run hands out to those who compute it: files that its settings name and plugins that it is bound to, and nothing else.
 * Thread-safe.
 */
final class SharedFiles {

    /** How many bytes one answer holds at most. */
    static final int CHUNK = 1 << 20;

    private final RemoteJob job;
    private final Plugins plugins;
    private final TrialTask task;
    /** What may be read, by its hash. */
    private final Map<String, Path> files = new ConcurrentHashMap<>();

    /** @param task any of the run */
    SharedFiles(RemoteJob job, Plugins plugins, TrialTask task) {
        this.job = job;
        this.plugins = plugins;
        this.task = task;
    }

    /** Says what a file is: its hash, its size, its name. */
    Message file(String named) throws IOException {
        DataFile file = job.file(Path.of(named));
        if (!Files.isRegularFile(file.path())) {
            throw new IllegalArgumentException("a file must be a regular one to be read on other machines; " + file.path()
                    + " is not");
        }
        files.put(file.sha256(), file.path());
        return Message.of("file").with("sha256", file.sha256()).with("size", Files.size(file.path()))
                .with("name", file.path().getFileName().toString());
    }

    /** Says how large the jar of a plugin is. */
    Message jar(BundleVersion bundle) throws IOException {
        Optional<Path> jar = task.bundles().contains(bundle) ? plugins.jar(bundle) : Optional.empty();
        if (jar.isEmpty()) {
            throw new IllegalArgumentException("only plugins of the run are handed out; " + bundle + " is none");
        }
        files.put(bundle.sha256(), jar.get());
        return Message.of("file").with("sha256", bundle.sha256()).with("size", Files.size(jar.get()))
                .with("name", bundle.name() + ".jar");
    }

    /** Bytes of something that was handed out. */
    byte[] read(String sha256, long from) throws IOException {
        Path file = files.get(sha256);
        if (file == null) {
            throw new IllegalArgumentException("only what was asked for by name can be read; " + sha256 + " was not");
        }
        try (RandomAccessFile access = new RandomAccessFile(file.toFile(), "r")) {
            byte[] chunk = new byte[(int) Math.max(0, Math.min(CHUNK, access.length() - from))];
            access.seek(from);
            access.readFully(chunk);
            return chunk;
        }
    }
}
