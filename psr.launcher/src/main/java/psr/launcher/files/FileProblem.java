package psr.launcher.files;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.FileSystemLoopException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;

/** Describes problems with files: the messages of the JDK's exceptions are often only the name of the file. */
public final class FileProblem {

    private FileProblem() {}

    /** A message of one line, to follow the name of the file. */
    public static String describe(IOException e) {
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
            return "it is not a folder";
        }
        if (e instanceof DirectoryNotEmptyException) {
            return "it is a folder that is not empty";
        }
        if (e instanceof FileSystemLoopException) {
            return "it is a link that leads to itself";
        }
        String message = e instanceof FileSystemException system && system.getReason() != null ? system.getReason()
                : e.getClass() == IOException.class && e.getMessage() != null ? e.getMessage() : e.toString();
        return message.replaceAll("[\\p{Cntrl}\\u2028\\u2029]+", " ");
    }
}
