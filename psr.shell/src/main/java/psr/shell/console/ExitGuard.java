package psr.shell.console;

import java.io.PrintStream;
import java.util.Optional;

/**
 * Ends the process with exit code 1 and a message if code of a plugin calls {@code System.exit} before the command is finished: with
 * the plugin's own code, perhaps 0, callers and service managers would take unfinished work for finished. Signals are not affected.
 */
final class ExitGuard {

    private final PrintStream err;
    private final Thread hook = new Thread(this::ending, "psr-exit");
    private volatile boolean finished;

    /** Active until closed. */
    ExitGuard(PrintStream err) {
        this.err = err;
        Runtime.getRuntime().addShutdownHook(hook);
    }

    void close() {
        finished = true;
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            // The process is already ending.
        }
    }

    private void ending() {
        Optional<String> caller = finished ? Optional.empty() : caller();
        if (caller.isPresent()) {
            err.println("psr: " + caller.get() + " ended the process (System.exit) before its work was finished; results of a run"
                    + " are in its folder, and `psr resume FOLDER` continues it");
            err.flush();
            // Only halting changes the exit code. Other hooks may be cut short, as if the process had been killed.
            Runtime.getRuntime().halt(ErrorMessage.FAILED);
        } else if (!finished) {
            new EndWatch(err, Runtime.getRuntime()::halt).begin(ErrorMessage.FAILED, EndWatch.INTERRUPTED);
        }
    }

    /** The method that called System.exit; empty if a signal or the launcher ends the process. */
    private static Optional<String> caller() {
        for (StackTraceElement[] stack : Thread.getAllStackTraces().values()) {
            boolean exits = false;
            for (StackTraceElement frame : stack) {
                boolean platform =
                        frame.getClassName().equals("java.lang.Runtime") || frame.getClassName().equals("java.lang.System");
                if (exits && !platform) {
                    return Optional.of(frame.getClassName() + "." + frame.getMethodName())
                            .filter(name -> !name.startsWith("aQute.launcher."));
                }
                exits |= platform && frame.getMethodName().equals("exit");
            }
        }
        return Optional.empty();
    }
}
