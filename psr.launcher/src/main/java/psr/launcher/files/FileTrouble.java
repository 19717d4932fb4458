package psr.launcher.files;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.FileSystemLoopException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;

/** What went wrong with a file, in words: the exceptions of the JDK often say no more than its name. */
public final class FileTrouble {

    private FileTrouble() {}

    /** The reason without the name of the file, in one line, for a message that begins with that name. */
    public static String inWords(IOException trouble) {
        if (trouble instanceof NoSuchFileException) {
            return "there is no such file or folder";
        }
        if (trouble instanceof AccessDeniedException) {
            return "this user may not do that there";
        }
        if (trouble instanceof FileAlreadyExistsException) {
            return "it is there already";
        }
        if (trouble instanceof NotDirectoryException) {
            return "it is no folder";
        }
        if (trouble instanceof DirectoryNotEmptyException) {
            return "it is a folder that is not empty";
        }
        if (trouble instanceof FileSystemLoopException) {
            return "its links lead back to themselves";
        }
        String reason = trouble instanceof FileSystemException system ? system.getReason() : trouble.getMessage();
        return (reason == null ? trouble.getClass().getSimpleName() : reason).replaceAll("[\\p{Cntrl}\\u2028\\u2029]+", " ");
    }
}
