package psr.server.runs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

import com.fasterxml.jackson.databind.JsonNode;
import psr.api.lab.Experiment;
import psr.api.lab.Recipe;
import psr.api.lab.ServiceInfo;
import psr.api.lab.Stage;
import psr.api.settings.Refusal;
import psr.api.settings.RefusedException;
import psr.api.settings.Setting;
import psr.server.LabServices;
import psr.server.http.Json;

/** The files that experiments may name: those that were uploaded, and no path to others. Thread-safe. */
final class UploadedFiles {

    private final LabServices lab;
    private final Path folder;

    UploadedFiles(LabServices lab, Path folder) {
        this.lab = lab;
        this.folder = folder.toAbsolutePath().normalize();
    }

    /** Where they are. */
    Path folder() {
        return folder;
    }

    /** Which settings of an experiment name a file that they must not. */
    List<Refusal> refusals(Experiment experiment) {
        List<Refusal> refusals = new ArrayList<>();
        stages(experiment).forEach((place, stages) -> stages.forEach(stage -> fileSettings(stage).forEach(setting -> {
            String value = stage.settings().get(setting);
            if (!plain(value)) {
                refusals.add(Refusal.of(stage.name(), setting, "must be the plain name of a file that was uploaded", value).at(place));
            } else if (!Files.isRegularFile(folder.resolve(value))) {
                refusals.add(Refusal.of(stage.name(), setting, "must be a file that was uploaded (PUT /api/v1/data/NAME)", value).at(place));
            }
        })));
        return refusals;
    }

    /** Every stage, those within others too, by its place in an experiment. */
    private static Map<String, List<Stage>> stages(Experiment experiment) {
        Map<String, List<Stage>> stages = new LinkedHashMap<>();
        stages.put("/dataset", List.of(experiment.dataset()));
        for (int i = 0; i < experiment.recipes().size(); i++) {
            List<Stage> all = new ArrayList<>();
            add(experiment.recipes().get(i), all);
            stages.put("/recipes/" + i, all);
        }
        for (int i = 0; i < experiment.metrics().size(); i++) {
            stages.put("/metrics/" + i, List.of(experiment.metrics().get(i)));
        }
        return stages;
    }

    private static void add(Recipe recipe, List<Stage> into) {
        for (Stage stage : recipe.stages()) {
            into.add(stage);
            stage.parts().forEach(part -> add(part, into));
        }
    }

    /** The settings of a stage that name a file; all of them where nobody knows what they are. */
    private Set<String> fileSettings(Stage stage) {
        List<ServiceInfo> services = lab.catalogue().named(stage.name());
        if (services.isEmpty()) {
            return stage.settings().keySet();
        }
        Set<String> files = new TreeSet<>();
        for (ServiceInfo service : services) {
            for (Setting setting : lab.catalogue().settings(service)) {
                String value = stage.settings().get(setting.name());
                if (setting.kind() == Setting.Kind.FILE && value != null && setting.absent().filter(value::equals).isEmpty()) {
                    files.add(setting.name());
                }
            }
        }
        return files;
    }

    private static boolean plain(String name) {
        return name.matches("[^/\\\\\\p{Cntrl}]{1,200}") && !name.startsWith(".")
                && !name.toLowerCase(Locale.ROOT).matches("[a-z]:.*");
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
        boolean named = stages(experiment).values().stream().flatMap(List::stream).anyMatch(stage -> !fileSettings(stage).isEmpty());
        boolean plain = stages(experiment).values().stream().flatMap(List::stream)
                .allMatch(stage -> fileSettings(stage).stream().allMatch(setting -> plain(stage.settings().get(setting))));
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
