package psr.shell.console;

import java.io.PrintStream;
import java.time.Duration;
import java.util.function.IntConsumer;

/** Ends a process whose framework does not stop, for example because the activator of a plugin blocks. */
final class EndWatch {

    /** How long the framework may take to stop after the command is finished. */
    static final Duration FINISHED = Duration.ofSeconds(9);
    /** How long the framework may take to stop while a command still runs. */
    static final Duration INTERRUPTED = Duration.ofSeconds(9);

    private final PrintStream err;
    private final IntConsumer halt;

    /** @param halt ends the process with an exit code, without waiting for anything */
    EndWatch(PrintStream err, IntConsumer halt) {
        this.err = err;
        this.halt = halt;
    }

    /** Ends the process with this code after this time, unless it has ended before. Returns at once. */
    void begin(int code, Duration patience) {
        Thread thread = new Thread(() -> {
            try {
                Thread.sleep(patience.toMillis());
            } catch (InterruptedException e) {
                // The process ends now.
            }
            err.println("psr: the process is ended although not all plugins have stopped within " + patience.toSeconds() + " s");
            err.flush();
            halt.accept(code);
        }, "psr-end");
        // A daemon neither keeps the process alive nor delays its end.
        thread.setDaemon(true);
        thread.start();
    }
}
