package psr.server.runs;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import psr.api.lab.Experiment;
import psr.api.lab.Laboratory;
import psr.api.lab.SavedRun;
import psr.api.settings.ValidationError;
import psr.api.settings.ValidationException;
import psr.server.data.FileSettings;
import psr.server.data.UploadedFile;

/** Checks that a run reads only files that were uploaded to this server before it continues: its record may be from another machine. */
record FileConfinement(Laboratory laboratory, FileSettings settings) {

    /** The folder of the files that runs may name. */
    Path folder() {
        return settings.files().folder();
    }

    /** The settings of services that are not present: their plugin may be restored for the run, and any setting may name a file. */
    private List<String> unknown(Experiment experiment) {
        return FileSettings.stages(experiment).stream().map(FileSettings.PlacedStage::stage)
                .filter(stage -> settings.catalogue().named(stage.name()).isEmpty())
                .flatMap(stage -> stage.settings().values().stream()).toList();
    }

    /**
     * Checks a run.
     *
     * @throws ValidationException if it would read other files
     * @throws IOException if its record cannot be read
     */
    void check(Path run) throws IOException {
        SavedRun saved = laboratory.open(run);
        Experiment experiment = saved.results().experiment();
        List<String> names = new ArrayList<>(settings.names(experiment));
        names.addAll(unknown(experiment));
        boolean here = saved.base().equals(folder());
        for (String file : saved.files().keySet()) {
            Path path = Path.of(file);
            here &= path.equals(path.normalize()) && folder().equals(path.getParent());
        }
        if (!(saved.files().isEmpty() && names.isEmpty()) && !(here && names.stream().allMatch(UploadedFile::isName))) {
            throw new ValidationException(
                    ValidationError.of("a run must continue with the files that were uploaded here; this one had its data in "
                            + saved.base() + ": upload them, and submit its experiment anew"));
        }
    }
}
