package psr.launcher.plugins;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Stream;

import psr.api.lab.BundleVersion;

/**
 * Keeps a copy of every plugin that a run may need again, each under the hash of its content: {@code <sha256>.jar}, and beside
 * it {@code <sha256>.runs}, the folders of the runs that began with it. A jar is there whole or not at all. The folder is its
 * owner's alone, and no link in it is followed. Thread-safe; several processes may share the folder.
 */
public final class PluginStore {

    /** How many jars stay that nothing refers to: the latest ones, for a run that is still to be written down. */
    static final int SPARE = 20;

    /** How long a jar stays at least: another process may have begun a run with it and not yet written that down. */
    static final Duration SETTLED = Duration.ofDays(1);

    /**
     * A copy of a jar.
     *
     * @param bundle what it is
     * @param file the copy
     * @param lasting whether the copy stays; false where the store cannot be written
     */
    record Kept(BundleVersion bundle, Path file, boolean lasting) {}

    private final Path folder;

    /** In a folder, which is made when it is needed. */
    public PluginStore(Path folder) {
        this.folder = folder;
    }

    /**
     * Copies a jar, unless it is there already. What is read is the copy: the file itself may change meanwhile.
     *
     * @throws JarContent.NoBundleException if it is no bundle, or not yet a whole one
     * @throws IOException if it cannot be read
     */
    Kept add(Path jar) throws IOException {
        Path draft;
        boolean lasting = true;
        try {
            draft = draft();
        } catch (IOException e) {
            // A lab may be installed where its users cannot write: plugins work, but are not kept.
            draft = Files.createTempFile("psr-plugin", ".jar");
            lasting = false;
        }
        try {
            try (InputStream in = Files.newInputStream(jar);
                    FileChannel channel = FileChannel.open(draft, Set.of(StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS));
                    OutputStream out = Channels.newOutputStream(channel)) {
                in.transferTo(out);
                channel.force(true);
            }
            BundleVersion bundle = JarContent.of(draft);
            if (!lasting) {
                draft.toFile().deleteOnExit();
                return new Kept(bundle, draft, false);
            }
            Path file = file(bundle.sha256());
            if (find(bundle.sha256()).isPresent()) {
                Files.delete(draft);
            } else {
                move(draft, file);
            }
            return new Kept(bundle, file, true);
        } catch (IOException | RuntimeException | Error e) {
            Files.deleteIfExists(draft);
            throw e;
        }
    }

    /**
     * The jar of a content, if it is there and is what its name says.
     *
     * @param sha256 as in {@link BundleVersion#sha256}
     */
    Optional<Path> find(String sha256) {
        if (!sha256.matches("[0-9a-f]{64}")) {
            return Optional.empty();
        }
        Path file = file(sha256);
        try {
            return Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS) && JarContent.of(file).sha256().equals(sha256)
                    ? Optional.of(file) : Optional.empty();
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    /** Notes that a run needs a jar for as long as the folder of the run is there. */
    void refer(String sha256, Path run) throws IOException {
        Path notes = file(sha256).resolveSibling(sha256 + ".runs");
        String line = run.toAbsolutePath().normalize() + "\n";
        if (!lines(notes).contains(line.strip())) {
            try (FileChannel channel = FileChannel.open(notes, options(StandardOpenOption.CREATE,
                    StandardOpenOption.APPEND), owner("rw-------"))) {
                channel.write(java.nio.ByteBuffer.wrap(line.getBytes(StandardCharsets.UTF_8)));
            }
        }
    }

    /**
     * Deletes what nothing refers to: no run folder, and none of these. The latest of them stay, and so does what is younger
     * than {@link #SETTLED}.
     *
     * @param used hashes that are in use
     */
    void sweep(Set<String> used) throws IOException {
        record Spare(Path file, Instant time) {}
        List<Spare> spares = new ArrayList<>();
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.toList()) {
                String name = file.getFileName().toString();
                Instant time = Files.getLastModifiedTime(file, LinkOption.NOFOLLOW_LINKS).toInstant();
                boolean settled = time.isBefore(Instant.now().minus(SETTLED));
                if (name.endsWith(".part") && settled) {
                    Files.deleteIfExists(file);
                } else if (name.endsWith(".jar") && settled) {
                    String sha256 = name.substring(0, name.length() - ".jar".length());
                    if (!used.contains(sha256) && !referred(file.resolveSibling(sha256 + ".runs"))) {
                        spares.add(new Spare(file, time));
                    }
                }
            }
        } catch (NoSuchFileException e) {
            return; // nothing was ever kept
        }
        spares.sort(Comparator.comparing(Spare::time).reversed());
        for (Spare spare : spares.subList(Math.min(SPARE, spares.size()), spares.size())) {
            Files.deleteIfExists(spare.file());
            Files.deleteIfExists(Path.of(spare.file().toString().replaceFirst("jar$", "runs")));
        }
    }

    private static boolean referred(Path notes) {
        for (String line : lines(notes)) {
            try {
                if (Files.isDirectory(Path.of(line))) {
                    return true;
                }
            } catch (InvalidPathException e) {
                // not a line of ours
            }
        }
        return false;
    }

    private static List<String> lines(Path notes) {
        try (InputStream in = Files.newInputStream(notes, LinkOption.NOFOLLOW_LINKS)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().toList();
        } catch (IOException e) {
            return List.of();
        }
    }

    private Path file(String sha256) {
        return folder.resolve(sha256 + ".jar");
    }

    /** A new, empty file that only its owner reads. */
    private Path draft() throws IOException {
        if (!Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)) {
            Files.createDirectories(folder.toAbsolutePath().getParent());
            try {
                Files.createDirectory(folder, owner("rwx------"));
            } catch (FileAlreadyExistsException e) {
                // another process was faster; or it is no folder, and the next line says so
            }
        }
        if (Files.isSymbolicLink(folder)) {
            throw new IOException(folder + " must be a folder; it is a link");
        }
        Path draft = folder.resolve("." + UUID.randomUUID() + ".part");
        FileChannel.open(draft, options(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE), owner("rw-------")).close();
        return draft;
    }

    private static Set<OpenOption> options(OpenOption first, OpenOption second) {
        return Set.of(first, second, LinkOption.NOFOLLOW_LINKS);
    }

    private FileAttribute<?>[] owner(String permissions) {
        boolean posix = folder.getFileSystem().supportedFileAttributeViews().contains("posix");
        return posix ? new FileAttribute<?>[] {
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(permissions))} : new FileAttribute<?>[0];
    }

    private static void move(Path draft, Path file) throws IOException {
        try {
            Files.move(draft, file, StandardCopyOption.ATOMIC_MOVE);
        } catch (AtomicMoveNotSupportedException e) {
            Files.move(draft, file, StandardCopyOption.REPLACE_EXISTING);
        }
    }
}
