package psr.launcher;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Locale;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LogFileTest {

    @TempDir
    Path folder;

    private void log(LogFile log, String message) {
        log.write(Instant.EPOCH, "INFO", "test", message, null);
    }

    private String text(String file) throws Exception {
        return Files.readString(folder.resolve(file));
    }

    @Test
    void rotatesTheFileAndKeepsThree() throws Exception {
        LogFile log = new LogFile(folder, 200);
        for (int i = 0; i < 40; i++) {
            log(log, "line " + i + ".");
            assertTrue(Files.size(folder.resolve("psr.log")) <= 200);
        }
        assertTrue(text("psr.log").contains("line 39."));
        assertTrue(text("psr.log.1").compareTo("") > 0);
        assertTrue(Files.exists(folder.resolve("psr.log.3")));
        assertFalse(Files.exists(folder.resolve("psr.log.4")));
        String all = text("psr.log.3") + text("psr.log.2") + text("psr.log.1") + text("psr.log");
        int first = Integer.parseInt(all.replaceFirst("(?s).*?line (\\d+)\\..*", "$1"));
        assertEquals(40 - first, all.lines().count(), "no line in between may be lost");
        assertTrue(first > 0, "the oldest must go");
    }

    @Test
    void writesALineLongerThanTheLimit() throws Exception {
        LogFile log = new LogFile(folder, 100);
        log(log, "x".repeat(500));
        log(log, "next");
        assertTrue(text("psr.log.1").contains("xxx"));
        assertTrue(text("psr.log").contains("next"));
    }

    @Test
    void writesAsciiDigitsInAnyLocale() throws Exception {
        Locale before = Locale.getDefault();
        try {
            Locale.setDefault(Locale.forLanguageTag("ar-EG-u-nu-arab"));
            log(new LogFile(folder, 1000), "hello");
        } finally {
            Locale.setDefault(before);
        }
        assertTrue(text("psr.log").matches("\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d\\.\\d{3} "
                + ProcessHandle.current().pid() + " INFO test: hello\\R"), text("psr.log"));
    }
}
