package psr.server.runs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

import com.fasterxml.jackson.databind.JsonNode;
import psr.api.lab.Experiment;
import psr.api.settings.Refusal;
import psr.api.settings.RefusedException;
import psr.server.LabServices;
import psr.server.data.FileSettings;
import psr.server.data.UploadedFiles;
import psr.server.http.Json;

/** The files that experiments may name: those that were uploaded, and no path to others. Thread-safe. */
final class ConfinedFiles {

    private final LabServices lab;
    private final FileSettings settings;
    private final Path folder;

    ConfinedFiles(LabServices lab, UploadedFiles files) {
        this.lab = lab;
        this.settings = new FileSettings(lab.catalogue(), files);
        this.folder = files.folder().toAbsolutePath().normalize();
    }

    /** Where they are. */
    Path folder() {
        return folder;
    }

    /** Which settings of an experiment name a file that they must not. */
    List<Refusal> refusals(Experiment experiment) {
        return settings.refusals(experiment);
    }

    /**
     * Looks whether a run that is to go on reads no other files. Its record may have come from elsewhere.
     *
     * @throws RefusedException if it would
     * @throws IOException if its record cannot be read
     */
    void confine(Path run) throws IOException {
        JsonNode record = Json.read(Files.readString(run.resolve(KeptRuns.RECORD)));
        Experiment experiment = lab.laboratory().open(run).results().experiment();
        List<String> names = settings.names(experiment);
        boolean named = !names.isEmpty();
        boolean plain = names.stream().allMatch(UploadedFiles::isName);
        boolean here = Path.of(record.path("sessions").path(0).path("directory").asText()).equals(folder);
        for (Map.Entry<String, JsonNode> file : record.path("files").properties()) {
            Path path = Path.of(file.getKey());
            here &= path.equals(path.normalize()) && folder.equals(path.getParent());
            named = true;
        }
        if (named && !(here && plain)) {
            throw new RefusedException(Refusal.of("a run must go on with the files that were uploaded here; this one had its data in "
                    + record.path("sessions").path(0).path("directory").asText() + ": upload them, and submit its experiment anew"));
        }
    }
}
