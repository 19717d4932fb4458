package psr.shell.console;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class ExitGuardTest {

    /** A process whose command is left by a call of System.exit. */
    static final class Leaving {

        private Leaving() {}

        static void leave(int code) {
            System.exit(code);
        }

        /** Runs in a process of its own: how the command ends, and the exit code. */
        public static void main(String[] arguments) throws InterruptedException {
            ExitGuard guard = new ExitGuard(System.err);
            if (arguments[0].equals("finished")) {
                guard.close();
            }
            System.err.println("started");
            if (!arguments[0].equals("waits")) {
                new Thread(() -> leave(Integer.parseInt(arguments[1]))).start();
            }
            new CountDownLatch(1).await();
        }
    }

    private static Process start(String... arguments) throws Exception {
        String[] command = {Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-cp",
                System.getProperty("java.class.path"), Leaving.class.getName(), arguments[0], arguments[1]};
        return new ProcessBuilder(command).start();
    }

    private static String said(Process process) throws Exception {
        String said = new String(process.getErrorStream().readAllBytes(), StandardCharsets.UTF_8);
        assertTrue(process.waitFor(30, TimeUnit.SECONDS));
        return said;
    }

    @Test
    void unfinishedWorkIsAFailureWhateverThePluginSays() throws Exception {
        for (String code : new String[] {"0", "3"}) {
            Process process = start("runs", code);
            String said = said(process);
            assertTrue(said.contains("psr: psr.shell.console.ExitGuardTest$Leaving.leave ended the process (System.exit) before"),
                    said);
            assertEquals(1, process.exitValue(), said);
        }
    }

    @Test
    void whatIsFinishedEndsAsItSays() throws Exception {
        Process process = start("finished", "0");
        assertEquals("started\n", said(process));
        assertEquals(0, process.exitValue());
    }

    @Test
    void aSignalEndsItAsEver() throws Exception {
        Process process = start("waits", "0");
        assertEquals('s', process.getErrorStream().read());
        process.destroy();
        assertTrue(process.waitFor(30, TimeUnit.SECONDS));
        assertEquals(128 + 15, process.exitValue());
    }
}
