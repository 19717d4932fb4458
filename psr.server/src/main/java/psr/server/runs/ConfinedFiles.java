package psr.server.runs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

import com.fasterxml.jackson.databind.JsonNode;
import psr.api.lab.Laboratory;
import psr.api.settings.Refusal;
import psr.api.settings.RefusedException;
import psr.server.data.FileSettings;
import psr.server.data.UploadedFile;
import psr.server.http.Json;

/** Whether a run that is to go on reads files that were uploaded here, and no others: its record may have come from elsewhere. */
final class ConfinedFiles {

    private final Laboratory laboratory;
    private final FileSettings settings;
    private final Path folder;

    /**
     * Of a server.
     *
     * @param folder where uploaded files are
     */
    ConfinedFiles(Laboratory laboratory, FileSettings settings, Path folder) {
        this.laboratory = laboratory;
        this.settings = settings;
        this.folder = folder.toAbsolutePath().normalize();
    }

    /** Where files are that runs may name. */
    Path folder() {
        return folder;
    }

    /**
     * Looks at a run.
     *
     * @throws RefusedException if it would read others
     * @throws IOException if its record cannot be read
     */
    void check(Path run) throws IOException {
        JsonNode record = Json.read(Files.readString(run.resolve(KeptRuns.RECORD)));
        List<String> names = settings.names(laboratory.open(run).results().experiment());
        String directory = record.path("sessions").path(0).path("directory").asText();
        boolean here = Path.of(directory).equals(folder);
        boolean read = false;
        for (Map.Entry<String, JsonNode> file : record.path("files").properties()) {
            Path path = Path.of(file.getKey());
            here &= path.equals(path.normalize()) && folder.equals(path.getParent());
            read = true;
        }
        if ((read || !names.isEmpty()) && !(here && names.stream().allMatch(UploadedFile::isName))) {
            throw new RefusedException(Refusal.of("a run must go on with the files that were uploaded here; this one had its data in "
                    + directory + ": upload them, and submit its experiment anew"));
        }
    }
}
