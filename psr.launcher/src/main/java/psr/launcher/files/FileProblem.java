package psr.launcher.files;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.FileSystemLoopException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;

/** What went wrong with a file, for people: the exceptions of the JDK often say no more than its name. */
public final class FileProblem {

    private FileProblem() {}

    /** Words that follow the name of the file, in one line. */
    public static String inWords(IOException e) {
        if (e instanceof AccessDeniedException) {
            return "permission denied";
        }
        if (e instanceof NoSuchFileException) {
            return "it does not exist";
        }
        if (e instanceof FileAlreadyExistsException) {
            return "it exists already";
        }
        if (e instanceof NotDirectoryException) {
            return "it is no folder";
        }
        if (e instanceof DirectoryNotEmptyException) {
            return "it is a folder that is not empty";
        }
        if (e instanceof FileSystemLoopException) {
            return "its links go round in a circle";
        }
        String words = e instanceof FileSystemException system && system.getReason() != null ? system.getReason()
                : e.getClass() == IOException.class && e.getMessage() != null ? e.getMessage() : e.toString();
        return words.replaceAll("[\\p{Cntrl}\\u2028\\u2029]+", " ");
    }
}
