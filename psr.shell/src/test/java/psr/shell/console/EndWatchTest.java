package psr.shell.console;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class EndWatchTest {

    @Test
    void endsTheProcessWithTheCodeOfTheCommand() throws Exception {
        CompletableFuture<Integer> code = new CompletableFuture<>();
        ByteArrayOutputStream said = new ByteArrayOutputStream();
        new EndWatch(new PrintStream(said, true, StandardCharsets.UTF_8), code::complete).begin(3, Duration.ZERO);
        assertEquals(3, code.get());
        assertEquals("psr: the process is ended although not all plugins have stopped within 0 s",
                said.toString(StandardCharsets.UTF_8).strip());
    }

    @Test
    void waitsBeforeThat() {
        CompletableFuture<Integer> code = new CompletableFuture<>();
        new EndWatch(System.err, code::complete).begin(3, Duration.ofDays(1));
        assertFalse(code.isDone());
    }
}
