package psr.server.store;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Messages for the operator if the database is lost or damaged. */
final class Lost {

    private Lost() {}

    /** Whether a server has used the data folder before: it has a token, and runs, models or data. */
    static boolean wasUsed(Path folder) throws IOException {
        if (!Files.exists(folder.resolve("token"))) {
            return false;
        }
        for (String name : List.of("runs", "models", "data")) {
            if (Files.isDirectory(folder.resolve(name))) {
                try (Stream<Path> files = Files.list(folder.resolve(name))) {
                    if (files.findAny().isPresent()) {
                        return true;
                    }
                }
            }
        }
        return false;
    }

    /** The message about a lost database, with ways to restore it. */
    static String message(Path folder) {
        return "it is empty, although the folder " + folder + " has a token and runs, models or data: the database was lost. "
                + restore(folder) + ", or start with --new-database: runs and models of the folder are then imported again;"
                + " tokens, names, priorities and the trash are lost";
    }

    /** The message about a possibly damaged database file, with ways to restore it. */
    static String damaged(Path file, Path folder) {
        return "if no other program has " + file + " open, it is damaged. " + restore(folder)
                + ", or move the file away and start with --new-database";
    }

    private static String restore(Path folder) {
        return "Restore a backup into a new folder: ./psr serve --data NEW --restore FILE (FILE is written by ./psr backup). "
                + newest(folder).map(backup -> "The newest copy of the database alone is " + backup + "; to use it, move "
                        + folder.resolve("store") + " away and copy it to " + folder.resolve(Backup.FILE))
                        .orElse("There is no copy of the database in " + folder.resolve("backups"));
    }

    /** The newest copy of the database that a migration made. */
    private static Optional<Path> newest(Path folder) {
        try (Stream<Path> files = Files.list(folder.resolve("backups"))) {
            return files.filter(file -> file.toString().endsWith(".sql.gz"))
                    .max(Comparator.comparing(file -> file.toFile().lastModified()));
        } catch (IOException e) {
            return Optional.empty();
        }
    }
}
