package psr.launcher.files;

import java.io.BufferedOutputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Set;
import java.util.UUID;

/**
 * Writes files atomically: even if the process is killed or the disk is full, readers see either the old or the new content.
 *
 * <p>The content is first written to a hidden file in the same folder with a random name, {@code .NAME.….part}. It must not
 * exist before, so links that other users planted are not followed; it is removed if anything fails. A link to a file stays
 * a link; its target is replaced. A dangling link, a folder, a pipe or a device is rejected.
 */
public final class WholeFile {

    private static final int BUFFER = 1 << 16;

    /** How many characters of the file's name are in the name of its part. */
    private static final int SHOWN = 40;

    @FunctionalInterface
    public interface FileContent {

        /** Writes all content; may close the stream. */
        void writeTo(OutputStream out) throws IOException;
    }

    private WholeFile() {}

    /**
     * Creates or replaces a file.
     *
     * @throws IOException if it cannot be written; the message is one line with the name and the reason
     */
    public static void write(Path file, FileContent content) throws IOException {
        Path target = target(file);
        Path part = part(target);
        try {
            try {
                try (FileChannel channel = createPart(part);
                        OutputStream out = new BufferedOutputStream(Channels.newOutputStream(channel), BUFFER)) {
                    content.writeTo(new UnclosedStream(out));
                    out.flush();
                    // Otherwise the name could reach the disk before the content.
                    channel.force(true);
                }
                move(part, target);
            } finally {
                Files.deleteIfExists(part);
            }
        } catch (IOException e) {
            throw failure(file, e);
        }
    }

    /**
     * Creates or replaces a file with text in UTF-8.
     *
     * @throws IOException if it cannot be written; the message is one line with the name and the reason
     */
    public static void write(Path file, String text) throws IOException {
        write(file, out -> out.write(text.getBytes(StandardCharsets.UTF_8)));
    }

    /**
     * Checks whether {@link #write} can write a file. Changes nothing.
     *
     * @throws IOException if it cannot; the message is one line with the name and the reason
     */
    public static void check(Path file) throws IOException {
        Path target = target(file);
        Path part = part(target);
        try {
            createPart(part).close();
            Files.delete(part);
            checkName(target);
        } catch (IOException e) {
            throw failure(file, e);
        }
    }

    /** The file itself, or the target of a link. */
    private static Path target(Path file) throws IOException {
        if (file.getFileName() == null) {
            throw new IOException(file + ": it cannot be written: it is a folder");
        }
        if (!Files.exists(file)) {
            if (Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
                throw new IOException(file + ": it cannot be written: it is a link to a file that does not exist");
            }
            return file.toAbsolutePath();
        }
        if (!Files.isRegularFile(file)) {
            throw new IOException(file + ": it cannot be written: it is "
                    + (Files.isDirectory(file) ? "a folder" : "not a regular file"));
        }
        return file.toRealPath();
    }

    private static Path part(Path target) {
        String name = target.getFileName().toString();
        // Shortens a name that is already as long as the file system allows.
        return target.resolveSibling("." + name.substring(0, Math.min(name.length(), SHOWN)) + "." + UUID.randomUUID() + ".part");
    }

    private static FileChannel createPart(Path part) throws IOException {
        return FileChannel.open(part,
                Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS));
    }

    /** Checks that the file system accepts the name: that of the part is shorter. */
    private static void checkName(Path target) throws IOException {
        try {
            Files.readAttributes(target, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
        } catch (NoSuchFileException e) {
            return; // it does not exist yet
        }
    }

    /** Moves a file, atomically if possible: Windows and some network file systems cannot always replace a file atomically. */
    public static void move(Path part, Path target) throws IOException {
        try {
            Files.move(part, target, StandardCopyOption.ATOMIC_MOVE);
        } catch (AtomicMoveNotSupportedException e) {
            Files.move(part, target, StandardCopyOption.REPLACE_EXISTING);
        }
    }

    private static IOException failure(Path file, IOException e) {
        String reason = e instanceof NoSuchFileException ? "its folder does not exist" : FileProblem.describe(e);
        return new IOException(file + ": it cannot be written: " + reason, e);
    }

    /** Ignores {@code close}: the file must still be forced to the disk. */
    private static final class UnclosedStream extends FilterOutputStream {

        UnclosedStream(OutputStream out) {
            super(out);
        }

        @Override
        public void write(byte[] bytes, int from, int count) throws IOException {
            out.write(bytes, from, count);
        }

        @Override
        public void close() throws IOException {
            flush();
        }
    }
}
