package psr.launcher.files;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WholeFileTest {

    @TempDir
    private Path folder;

    @Test
    void writesANewFileAndReplacesAnOldOne() throws IOException {
        Path file = folder.resolve("a.txt");
        WholeFile.write(file, "one");
        WholeFile.write(file, "zwölf");
        assertEquals("zwölf", Files.readString(file));
        assertEquals(List.of(file), left());
    }

    @Test
    void theOldFileStaysUntilTheNewOneIsComplete() throws IOException {
        Path file = Files.writeString(folder.resolve("a.txt"), "old");
        WholeFile.write(file, out -> {
            out.write("new".getBytes(StandardCharsets.UTF_8));
            out.flush();
            assertEquals("old", Files.readString(file));
            Path part = left().stream().filter(path -> !path.equals(file)).findFirst().orElseThrow();
            assertTrue(Pattern.matches("\\.a\\.txt\\.[0-9a-f-]{36}\\.part", part.getFileName().toString()), part.toString());
            assertEquals("new", Files.readString(part));
        });
        assertEquals("new", Files.readString(file));
    }

    @Test
    void aWriterMayCloseTheStream() throws IOException {
        Path file = folder.resolve("a.txt");
        WholeFile.write(file, out -> {
            try (Writer writer = new OutputStreamWriter(out, StandardCharsets.UTF_8)) {
                writer.write("closed");
            }
        });
        assertEquals("closed", Files.readString(file));
    }

    @Test
    void aFailureLeavesOnlyTheOldFile() throws IOException {
        Path file = Files.writeString(folder.resolve("a.txt"), "old");
        IOException full = assertThrows(IOException.class, () -> WholeFile.write(file, out -> {
            out.write(1);
            throw new FileSystemException("x", null, "No space left on device");
        }));
        assertEquals(file + ": it cannot be written: No space left on device", full.getMessage());
        assertThrows(IllegalStateException.class, () -> WholeFile.write(file, out -> {
            throw new IllegalStateException("broken");
        }));
        assertEquals("old", Files.readString(file));
        assertEquals(List.of(file), left());
    }

    @Test
    void aLinkToAFileStaysALink() throws IOException {
        Path file = Files.writeString(folder.resolve("a.txt"), "old");
        Path link = linked("latest", file);
        WholeFile.write(link, "new");
        assertTrue(Files.isSymbolicLink(link));
        assertEquals("new", Files.readString(file));
    }

    @Test
    void rejectsADanglingLinkAndAFolder() throws IOException {
        Path link = linked("latest", folder.resolve("nothing"));
        assertRejected(link, "it is a link to a file that does not exist");
        assertRejected(folder, "it is a folder");
        assertRejected(Path.of("/"), "it is a folder");
        assertRejected(folder.resolve("no/a.txt"), "its folder does not exist");
        assertFalse(Files.exists(folder.resolve("nothing")));
        assertEquals(List.of(link), left());
    }

    @Test
    void reportsAReadOnlyFolderBeforeWriting() throws IOException {
        Path locked = Files.createDirectory(folder.resolve("locked"));
        assumeTrue(locked.toFile().setWritable(false) && !Files.isWritable(locked), "this user may write everywhere");
        assertRejected(locked.resolve("a.txt"), "permission denied");
    }

    @Test
    void checkChangesNothing() throws IOException {
        WholeFile.check(folder.resolve("a.txt"));
        assertEquals(List.of(), left());
    }

    @Test
    void theLongestNameOfAFileCanBeWritten() throws IOException {
        Path file = folder.resolve("x".repeat(250));
        WholeFile.write(file, "long");
        assertEquals("long", Files.readString(file));
    }

    @Test
    void describesExceptions() {
        assertEquals("permission denied", FileProblem.describe(new AccessDeniedException("/x")));
        assertEquals("Is a directory", FileProblem.describe(new FileSystemException("/x", null, "Is a directory")));
        assertEquals("java.nio.file.FileSystemException: /x", FileProblem.describe(new FileSystemException("/x")));
        assertEquals("a b", FileProblem.describe(new IOException("a\nb")));
    }

    private Path linked(String name, Path target) throws IOException {
        try {
            return Files.createSymbolicLink(folder.resolve(name), target);
        } catch (FileSystemException | UnsupportedOperationException e) {
            assumeTrue(false, "no symbolic links here");
            throw e;
        }
    }

    private void assertRejected(Path file, String reason) {
        for (Exception failure : List.of(assertThrows(IOException.class, () -> WholeFile.write(file, "x")),
                assertThrows(IOException.class, () -> WholeFile.check(file)))) {
            assertEquals(file + ": it cannot be written: " + reason, failure.getMessage());
        }
    }

    private List<Path> left() throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.toList();
        }
    }
}
