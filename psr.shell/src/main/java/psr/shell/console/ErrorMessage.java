package psr.shell.console;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.InvocationTargetException;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.FileSystemLoopException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.util.Map;

import org.apache.felix.gogo.runtime.Reflective;

import psr.shell.command.ReaderGoneException;
import psr.shell.command.StoppedException;
import psr.shell.text.VisibleText;

/**
 * The message and exit code of a failed command. {@link IllegalArgumentException} is the user's mistake; any other
 * exception is logged with its stack trace.
 *
 * @param line what is printed; empty if the output has no reader
 * @param exitCode 1 failed, 2 wrong usage, from 129 on the shell's codes of a process that a signal ended
 */
record ErrorMessage(String line, int exitCode) {

    static final int FAILED = 1;
    static final int USAGE = 2;
    /** The exit code of a process that Ctrl-C ended. */
    static final int STOPPED = 130;
    /** The exit code of a process whose output was closed. */
    static final int UNREAD = 141;
    /** The exit code of a process that SIGTERM ended. */
    static final int TERMINATED = 143;
    /** What happened to a file, by exception. */
    private static final Map<Class<?>, String> SENTENCES = Map.of(
            NoSuchFileException.class, "there is no file or folder FILE",
            AccessDeniedException.class, "access to FILE is denied",
            FileAlreadyExistsException.class, "FILE already exists",
            DirectoryNotEmptyException.class, "the folder FILE is not empty",
            NotDirectoryException.class, "FILE is not a folder",
            FileSystemLoopException.class, "FILE is a circular link");
    /** Maximum length of a message; the log has the full text. */
    private static final int LONGEST = 2000;

    /** The message for an exception of a command; logs it unless it is the user's mistake. */
    static ErrorMessage of(Throwable thrown) {
        Throwable cause = thrown;
        while (cause.getCause() != null && (cause instanceof InvocationTargetException || cause instanceof UncheckedIOException
                && cause.getCause().toString().equals(cause.getMessage()))) {
            cause = cause.getCause(); // whose message is sufficient
        }
        if (cause instanceof IllegalArgumentException) {
            return new ErrorMessage("psr: " + (isCoercion(cause) ? "wrong arguments; see `help`" : oneLine(cause)), USAGE);
        }
        if (cause instanceof InterruptedException) {
            return new ErrorMessage("psr: interrupted", STOPPED);
        }
        if (cause instanceof StoppedException stopped) {
            return new ErrorMessage("psr: " + oneLine(cause), stopped.terminated() ? TERMINATED : STOPPED);
        }
        if (cause instanceof ReaderGoneException) {
            return new ErrorMessage("", UNREAD);
        }
        System.getLogger(ErrorMessage.class.getName()).log(System.Logger.Level.ERROR, "a command failed", cause);
        return new ErrorMessage("psr: " + (cause instanceof OutOfMemoryError ? "not enough memory ("
                + Runtime.getRuntime().maxMemory() / (1 << 20) + " MB); give more, for example with"
                + " PSR_JAVA_OPTS=-Xmx8g, or ask for less" : oneLine(cause)), FAILED);
    }

    /** Whether Gogo found no method that accepts the arguments: it throws this class itself, with a message for programmers. */
    private static boolean isCoercion(Throwable thrown) {
        StackTraceElement[] trace = thrown.getStackTrace();
        return trace.length > 0 && trace[0].getClassName().equals(Reflective.class.getName());
    }

    private static String oneLine(Throwable thrown) {
        if (thrown instanceof FileSystemException file && file.getFile() != null) {
            return VisibleText.of(sentence(file), LONGEST);
        }
        String message = thrown.getMessage();
        String name = thrown.getClass().getSimpleName();
        if (message == null || message.isBlank()) {
            return name;
        }
        String line = VisibleText.of(message.strip().replaceAll("\\s*\\R\\s*", "; "), LONGEST);
        // The message of an error or a null pointer is not sufficient without its class.
        boolean complete = thrown.getClass() == IOException.class || thrown instanceof UncheckedIOException
                || thrown instanceof IllegalArgumentException
                || thrown.getClass().getName().startsWith("psr.");
        return complete ? line : name + ": " + line;
    }

    /** Adds the reason to a message that is only a file name. */
    private static String sentence(FileSystemException failure) {
        String file = failure.getFile();
        String sentence = SENTENCES.get(failure.getClass());
        if (sentence != null) {
            return sentence.replace("FILE", file);
        }
        return failure.getReason() == null ? "the file " + file + " cannot be used"
                : "the file " + file + " cannot be used: " + failure.getReason();
    }
}
