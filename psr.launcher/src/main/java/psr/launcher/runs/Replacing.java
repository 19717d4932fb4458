package psr.launcher.runs;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;

/** Writes a file whole: whoever reads it, at whatever moment the process dies, sees the old one or the new one. */
final class Replacing {

    /** Writes a draft. */
    interface Draft {
        void write(Path draft) throws IOException;
    }

    private Replacing() {}

    static void write(Path file, Draft content) throws IOException {
        Path draft = file.resolveSibling(file.getFileName() + ".part");
        // A draft that somebody left, or laid there as a link to another file, is not written into.
        Files.deleteIfExists(draft);
        Files.createFile(draft);
        content.write(draft);
        try (FileChannel channel = FileChannel.open(draft, StandardOpenOption.WRITE)) {
            channel.force(true);
        }
        try {
            Files.move(draft, file, StandardCopyOption.ATOMIC_MOVE);
        } catch (AtomicMoveNotSupportedException e) {
            Files.move(draft, file, StandardCopyOption.REPLACE_EXISTING);
        }
    }
}
