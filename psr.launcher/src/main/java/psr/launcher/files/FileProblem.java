package psr.launcher.files;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.FileSystemLoopException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.util.Map;

/** Describes problems with files: the messages of the JDK's exceptions are often only the name of the file. */
public final class FileProblem {

    private static final Map<Class<?>, String> KNOWN = Map.of(
            AccessDeniedException.class, "permission denied",
            NoSuchFileException.class, "it does not exist",
            FileAlreadyExistsException.class, "it exists already",
            NotDirectoryException.class, "it is not a folder",
            DirectoryNotEmptyException.class, "it is a folder that is not empty",
            FileSystemLoopException.class, "it is a link that leads to itself");

    private FileProblem() {}

    /** A message of one line, to follow the name of the file. */
    public static String describe(IOException e) {
        String known = KNOWN.get(e.getClass());
        if (known != null) {
            return known;
        }
        String message = e instanceof FileSystemException system && system.getReason() != null ? system.getReason()
                : e.getClass() == IOException.class && e.getMessage() != null ? e.getMessage() : e.toString();
        return message.replaceAll("[\\p{Cntrl}\\u2028\\u2029]+", " ");
    }
}
