package psr.launcher;

import java.lang.reflect.InvocationTargetException;

import psr.launcher.shell.StoppedException;

/**
 * How a failed command is told to people: one line and an exit code. {@link IllegalArgumentException} is the caller's
 * mistake, anything else the world's or ours; that goes to the log with its stack trace.
 *
 * @param line what is printed
 * @param exitCode 1 failed, 2 wrong usage, 130 stopped by the user
 */
record Failure(String line, int exitCode) {

    static final int FAILED = 1;
    static final int USAGE = 2;
    /** What shells say of a process that Ctrl-C ended. */
    static final int STOPPED = 130;

    /** What to tell of a throwable that a command let out; logs it when it is not the caller's mistake. */
    static Failure of(Throwable thrown) {
        Throwable cause = thrown;
        while (cause instanceof InvocationTargetException && cause.getCause() != null) {
            cause = cause.getCause();
        }
        if (cause instanceof IllegalArgumentException) {
            String message = oneLine(cause);
            // Gogo's way to say that no method takes these arguments: Cannot coerce name(types) to any of …
            return new Failure("psr: " + (message.startsWith("Cannot coerce ")
                    ? "wrong arguments for " + message.substring("Cannot coerce ".length()).replaceFirst("\\(.*", "")
                            + "; see `help`" : message), USAGE);
        }
        if (cause instanceof InterruptedException) {
            return new Failure("psr: interrupted", STOPPED);
        }
        if (cause instanceof StoppedException) {
            return new Failure("psr: " + oneLine(cause), STOPPED);
        }
        System.getLogger(Failure.class.getName()).log(System.Logger.Level.ERROR, "a command failed", cause);
        return new Failure("psr: " + (cause instanceof OutOfMemoryError ? "not enough memory ("
                + Runtime.getRuntime().maxMemory() / (1 << 20) + " MB); give more, for example with"
                + " PSR_JAVA_OPTS=-Xmx8g, or ask for less" : oneLine(cause)), FAILED);
    }

    private static String oneLine(Throwable thrown) {
        String message = thrown.getMessage();
        String name = thrown.getClass().getSimpleName();
        if (message == null || message.isBlank()) {
            return name;
        }
        String line = message.strip().replaceAll("\\s*\\R\\s*", "; ");
        // A file's name alone, as in NoSuchFileException, says little; neither do an error's or a null pointer's words.
        boolean telling = thrown.getClass() == java.io.IOException.class || thrown instanceof IllegalArgumentException
                || thrown.getClass().getName().startsWith("psr.");
        return telling ? line : name + ": " + line;
    }
}
