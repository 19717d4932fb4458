package psr.cluster;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

import psr.api.lab.BundleVersion;
import psr.launcher.spi.DataFile;
import psr.launcher.spi.PluginJars;
import psr.launcher.spi.RemoteJob;
import psr.launcher.spi.TrialTask;

/**
 * The files that a run shares with its workers: files that its settings name and plugins that it is bound to, no others.
 * Thread-safe.
 */
final class SharedFiles {

    /** Maximum number of bytes of an answer. */
    static final int CHUNK = 1 << 20;

    private final RemoteJob job;
    private final PluginJars plugins;
    private final TrialTask task;
    /** The shared files, by hash. */
    private final Map<String, Path> files = new ConcurrentHashMap<>();

    /** @param task any task of the run */
    SharedFiles(RemoteJob job, PluginJars plugins, TrialTask task) {
        this.job = job;
        this.plugins = plugins;
        this.task = task;
    }

    /** Describes a file: its hash, its size, its name. */
    Message file(String named) throws IOException {
        DataFile file = job.file(Path.of(named));
        if (!Files.isRegularFile(file.path())) {
            throw new IllegalArgumentException("a file must be a regular file to be read on other machines; " + file.path()
                    + " is not");
        }
        return shared(file.sha256(), file.path(), file.path().getFileName().toString());
    }

    /** The size of a plugin's jar. */
    Message jar(BundleVersion bundle) throws IOException {
        Optional<Path> jar = task.bundles().contains(bundle) ? plugins.jar(bundle) : Optional.empty();
        if (jar.isEmpty()) {
            throw new IllegalArgumentException("only plugins of the run are shared; " + bundle + " is not one");
        }
        return shared(bundle.sha256(), jar.get(), bundle.name() + ".jar");
    }

    private Message shared(String sha256, Path file, String name) throws IOException {
        files.put(sha256, file);
        return Message.of("file").with("sha256", sha256).with("size", Files.size(file)).with("name", name);
    }

    /** Bytes of a shared file. */
    byte[] read(String sha256, long from) throws IOException {
        Path file = files.get(sha256);
        if (file == null) {
            throw new IllegalArgumentException("only files that were requested by name can be read; " + sha256 + " was not");
        }
        try (RandomAccessFile access = new RandomAccessFile(file.toFile(), "r")) {
            byte[] chunk = new byte[(int) Math.max(0, Math.min(CHUNK, access.length() - from))];
            access.seek(from);
            access.readFully(chunk);
            return chunk;
        }
    }
}
