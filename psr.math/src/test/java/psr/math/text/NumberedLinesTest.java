package psr.math.text;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NumberedLinesTest {

    @TempDir
    private Path folder;

    private static NumberedLines of(String text) {
        return NumberedLines.of("a.txt", new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)));
    }

    @Test
    void linesHaveNumbersAndNoEndings() throws IOException {
        NumberedLines lines = of("\uFEFFä\r\n\nb");
        assertEquals("ä", lines.next());
        assertEquals("", lines.next());
        assertEquals("b", lines.next());
        assertEquals("line 3 of a.txt: wrong", lines.wrong("wrong").getMessage());
        assertNull(lines.next());
        assertFalse(lines.ended(), "the last line has no end");
    }

    @Test
    void refusesBytesThatAreNoText() {
        NumberedLines lines = NumberedLines.of("a.txt", new ByteArrayInputStream(new byte[] {'a', (byte) 0xC3, 0x28}));
        assertEquals("at or after line 1 of a.txt: the text must be in UTF-8",
                assertThrows(IOException.class, lines::next).getMessage());
    }

    @Test
    void saysWhyAFileCannotBeRead() {
        Path missing = folder.resolve("missing");
        assertEquals("cannot read " + missing + ": there is no such file",
                assertThrows(IOException.class, () -> NumberedLines.open(missing)).getMessage());
        assertEquals("cannot read " + folder + ": it is a folder, not a file",
                assertThrows(IOException.class, () -> NumberedLines.open(folder)).getMessage());
    }

    @Test
    void closesWhatItReads() throws IOException {
        boolean[] closed = new boolean[1];
        InputStream in = new ByteArrayInputStream(new byte[] {'a'}) {
            @Override
            public void close() {
                closed[0] = true;
            }
        };
        try (NumberedLines lines = NumberedLines.of("a.txt", in)) {
            assertEquals("a", lines.next());
            assertFalse(closed[0]);
        }
        assertTrue(closed[0]);
        try (NumberedLines lines = NumberedLines.open(Files.writeString(folder.resolve("a.txt"), "x\n"))) {
            assertEquals("x", lines.next());
            assertNull(lines.next());
            assertTrue(lines.ended());
        }
    }
}
