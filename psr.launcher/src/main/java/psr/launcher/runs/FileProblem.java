package psr.launcher.runs;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.FileSystemLoopException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;

/** What went wrong with a file, for people. */
public final class FileProblem {

    private FileProblem() {}

    /** Words that follow the name of the file. */
    public static String inWords(IOException e) {
        if (e instanceof AccessDeniedException) {
            return "permission denied";
        }
        if (e instanceof NoSuchFileException) {
            return "it does not exist";
        }
        if (e instanceof NotDirectoryException) {
            return "it is no folder";
        }
        if (e instanceof FileSystemLoopException) {
            return "its links go round in a circle";
        }
        return e instanceof FileSystemException system && system.getReason() != null ? system.getReason()
                : e.getClass() == IOException.class ? e.getMessage() : e.toString();
    }
}
