package psr.launcher.plugins;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
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
import java.util.function.Predicate;
import java.util.stream.Stream;

import psr.api.lab.BundleVersion;
import psr.launcher.files.WholeFile;

/**
 * Stores a copy of every plugin that a run may need again, named by the hash of its content: {@code <sha256>.jar}, and next
 * to it {@code <sha256>.runs}, the folders of the runs that started with it. Jars appear atomically. Only the owner can
 * access the folder, and links in it are not followed. Thread-safe; several processes may share the folder.
 */
public final class PluginStore {

    /** How long a jar stays at least: another process may have started a run with it and not yet recorded that. */
    static final Duration SETTLED = Duration.ofDays(1);

    /** A copy of a jar; it is not {@code lasting} if the store cannot be written. */
    record Copy(BundleVersion bundle, Path file, boolean lasting) {}

    private final Path folder;

    /** Stores copies in a folder, which is created when it is needed. */
    public PluginStore(Path folder) {
        this.folder = folder;
    }

    /**
     * Copies a jar, unless it is there already. The version is that of the copy: the file itself may change meanwhile.
     *
     * @throws JarContent.NoBundleException if it is not a bundle, or not yet a complete one
     * @throws IOException if it cannot be read
     */
    Copy add(Path jar) throws IOException {
        Path draft;
        boolean lasting = true;
        try {
            draft = draft();
        } catch (IOException e) {
            // The lab may be installed in a folder that its users cannot write: plugins work, but are not stored.
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
                return new Copy(bundle, draft, false);
            }
            Path file = file(bundle.sha256());
            if (find(bundle.sha256()).isPresent()) {
                Files.delete(draft);
            } else {
                WholeFile.move(draft, file);
            }
            return new Copy(bundle, file, true);
        } catch (IOException | RuntimeException | Error e) {
            Files.deleteIfExists(draft);
            throw e;
        }
    }

    /** Finds a jar by the hash of its content, which is verified. */
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

    /** Records that a run needs a jar for as long as the folder of the run exists. */
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
     * Deletes jars that are neither in use nor referenced by an existing run folder, except those younger than {@link #SETTLED}.
     *
     * @param used hashes of the jars in use
     */
    void sweep(Set<String> used) throws IOException {
        for (Path file : files(each -> true)) {
            String name = file.getFileName().toString();
            boolean unused = name.endsWith(".part")
                    || name.endsWith(".jar") && !used.contains(sha256(file)) && runs(file).isEmpty();
            if (unused && settled(file)) {
                Files.deleteIfExists(file);
                Files.deleteIfExists(notes(file));
            }
        }
    }

    /**
     * A stored jar that is not in use.
     *
     * @param reason why it is not deleted
     */
    record Retained(BundleVersion bundle, String reason) {}

    /** The stored jars that are not in use, by name. */
    List<Retained> retained(Set<String> used) throws IOException {
        List<Retained> retained = new ArrayList<>();
        for (Path file : files(each -> each.toString().endsWith(".jar") && !used.contains(sha256(each)))) {
            List<String> runs = runs(file);
            String reason = runs.isEmpty() ? "no run needs it; it is removed a day after it was stored, at the next start"
                    : "needed to resume " + runs.get(0) + (runs.size() == 1 ? "" : " and " + (runs.size() - 1) + " more");
            try {
                retained.add(new Retained(JarContent.of(file), reason));
            } catch (JarContent.NoBundleException e) {
                // It is damaged, so no run can use it.
            }
        }
        retained.sort(Comparator.comparing(each -> each.bundle().toString()));
        return retained;
    }

    private List<Path> files(Predicate<Path> wanted) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(wanted).toList();
        } catch (NoSuchFileException e) {
            return List.of(); // nothing was ever stored
        }
    }

    private static boolean settled(Path file) throws IOException {
        return Files.getLastModifiedTime(file, LinkOption.NOFOLLOW_LINKS).toInstant().isBefore(Instant.now().minus(SETTLED));
    }

    private static String sha256(Path jar) {
        return jar.getFileName().toString().replaceFirst("\\.jar$", "");
    }

    private static Path notes(Path jar) {
        return jar.resolveSibling(sha256(jar) + ".runs");
    }

    /** The existing folders of the runs that need a jar. */
    private static List<String> runs(Path jar) {
        return lines(notes(jar)).stream().filter(line -> {
            try {
                return Files.isDirectory(Path.of(line));
            } catch (InvalidPathException e) {
                return false; // not a valid path, so this class did not write it
            }
        }).toList();
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

    /** Creates an empty file that only its owner can read. */
    private Path draft() throws IOException {
        if (!Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)) {
            Files.createDirectories(folder.toAbsolutePath().getParent());
            try {
                Files.createDirectory(folder, owner("rwx------"));
            } catch (FileAlreadyExistsException e) {
                // another process was faster, or it is not a folder, which the next lines detect
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
}
