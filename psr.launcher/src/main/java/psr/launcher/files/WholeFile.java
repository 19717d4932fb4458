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
 * Writes a file whole: whoever reads it, at whatever moment the process dies or the disk is full, sees the old one or the
 * new one.
 *
 * <p>What is written goes to a hidden file beside it whose name nobody can guess, {@code .NAME.….part}; that file is always
 * a new one, so no link that somebody put there is followed, and it is removed if anything fails. A link to a file stays a
 * link; the file it leads to is replaced. A link to nothing, a folder, a pipe or a device is refused.
 */
public final class WholeFile {

    private static final int BUFFER = 1 << 16;

    /** So much of a file's name stands in that of its part. */
    private static final int SHOWN = 40;

    /** What a file is to hold. */
    @FunctionalInterface
    public interface FileContent {

        /** Writes all of it; may close the stream or not. */
        void writeTo(OutputStream out) throws IOException;
    }

    private WholeFile() {}

    /**
     * Replaces a file, or makes it.
     *
     * @throws IOException if it cannot be written; begins with its name and says why in one line
     */
    public static void write(Path file, FileContent content) throws IOException {
        Path target = target(file);
        Path part = part(target);
        try {
            try {
                try (FileChannel channel = begun(part);
                        OutputStream out = new BufferedOutputStream(Channels.newOutputStream(channel), BUFFER)) {
                    content.writeTo(new Open(out));
                    out.flush();
                    // Or the name could reach the disk before what it names.
                    channel.force(true);
                }
                move(part, target);
            } finally {
                Files.deleteIfExists(part);
            }
        } catch (IOException e) {
            throw refusal(file, e);
        }
    }

    /**
     * Replaces a file by text in UTF-8.
     *
     * @throws IOException if it cannot be written; begins with its name and says why in one line
     */
    public static void write(Path file, String text) throws IOException {
        write(file, out -> out.write(text.getBytes(StandardCharsets.UTF_8)));
    }

    /**
     * Whether {@link #write} would find its place now. Nothing is changed.
     *
     * @throws IOException if not; begins with the name of the file and says why in one line
     */
    public static void check(Path file) throws IOException {
        Path target = target(file);
        Path part = part(target);
        try {
            begun(part).close();
            Files.delete(part);
            named(target);
        } catch (IOException e) {
            throw refusal(file, e);
        }
    }

    /** Where the links lead. */
    private static Path target(Path file) throws IOException {
        if (file.getFileName() == null) {
            throw new IOException(file + ": it cannot be written: it is a folder");
        }
        if (!Files.exists(file)) {
            if (Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
                throw new IOException(file + ": it cannot be written: it is a link that leads to no file");
            }
            return file.toAbsolutePath();
        }
        if (!Files.isRegularFile(file)) {
            throw new IOException(file + ": it cannot be written: it is "
                    + (Files.isDirectory(file) ? "a folder" : "no regular file"));
        }
        return file.toRealPath();
    }

    private static Path part(Path target) {
        String name = target.getFileName().toString();
        // The name of a file may be as long as the file system allows; this one is longer.
        return target.resolveSibling("." + name.substring(0, Math.min(name.length(), SHOWN)) + "." + UUID.randomUUID() + ".part");
    }

    private static FileChannel begun(Path part) throws IOException {
        return FileChannel.open(part,
                Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS));
    }

    /** The part has a shorter name: whether the file system takes the whole one. */
    private static void named(Path target) throws IOException {
        try {
            Files.readAttributes(target, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
        } catch (NoSuchFileException e) {
            return; // it is not there yet
        }
    }

    /** Windows, and some file systems of a network, cannot always replace a file in one step. */
    private static void move(Path part, Path target) throws IOException {
        try {
            Files.move(part, target, StandardCopyOption.ATOMIC_MOVE);
        } catch (AtomicMoveNotSupportedException e) {
            Files.move(part, target, StandardCopyOption.REPLACE_EXISTING);
        }
    }

    private static IOException refusal(Path file, IOException e) {
        String reason = e instanceof NoSuchFileException ? "its folder must be there, and is not" : FileProblem.inWords(e);
        return new IOException(file + ": it cannot be written: " + reason, e);
    }

    /** Stays open when it is closed: the file must still reach the disk. */
    private static final class Open extends FilterOutputStream {

        Open(OutputStream out) {
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
