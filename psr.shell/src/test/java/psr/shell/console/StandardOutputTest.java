package psr.shell.console;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;

import org.junit.jupiter.api.Test;

class StandardOutputTest {

    private static StandardOutput failing(String message) {
        StandardOutput output = new StandardOutput(new OutputStream() {
            @Override
            public void write(int b) throws IOException {
                throw new IOException(message);
            }
        });
        PrintStream printer = output.printer();
        printer.println("text");
        assertTrue(printer.checkError());
        return output;
    }

    @Test
    void aReaderThatHasGoneIsNoFailureAndAFullDiskIs() {
        assertTrue(failing("Broken pipe").readerGone());
        assertTrue(failing("Broken pipe").failure().isEmpty());
        assertFalse(failing("No space left on device").readerGone());
        assertEquals("No space left on device", failing("No space left on device").failure().orElseThrow().getMessage());
    }
}
