package psr.server.data;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import psr.api.lab.Catalog;
import psr.api.lab.Experiment;
import psr.api.lab.Recipe;
import psr.api.lab.Stage;
import psr.api.settings.Setting;
import psr.api.settings.ValidationError;

/** Checks the files that experiments name: only uploaded files, by plain name. Other paths of the server cannot be used. */
public record FileSettings(Catalog catalogue, UploadedFiles files) {

    /** A stage and its place in a request, as a JSON pointer. */
    public record PlacedStage(Stage stage, String place) {}

    /** A setting that names a file. */
    private record FileSetting(Stage stage, String name, String file, String place) {}

    /** All stages of an experiment, also those within combiners. */
    public static List<PlacedStage> stages(Experiment experiment) {
        List<PlacedStage> stages = new ArrayList<>();
        add(experiment.dataset(), "/dataset", stages);
        for (int i = 0; i < experiment.recipes().size(); i++) {
            add(experiment.recipes().get(i), "/recipes/" + i, stages);
        }
        for (int i = 0; i < experiment.metrics().size(); i++) {
            add(experiment.metrics().get(i), "/metrics/" + i, stages);
        }
        return stages;
    }

    private static List<PlacedStage> stages(Stage dataset) {
        List<PlacedStage> stages = new ArrayList<>();
        add(dataset, "/dataset", stages);
        return stages;
    }

    private static void add(Recipe recipe, String place, List<PlacedStage> stages) {
        recipe.stages().forEach(stage -> add(stage, place, stages));
    }

    private static void add(Stage stage, String place, List<PlacedStage> stages) {
        stage.parts().forEach(part -> add(part, place, stages));
        stages.add(new PlacedStage(stage, place));
    }

    /** The errors of the files that an experiment names; empty if there are none. */
    public List<ValidationError> refusals(Experiment experiment) {
        return refusals(stages(experiment));
    }

    /** The errors of the files that a data set names; empty if there are none. */
    public List<ValidationError> refusals(Stage dataset) {
        return refusals(stages(dataset));
    }

    private List<ValidationError> refusals(List<PlacedStage> stages) {
        List<ValidationError> refusals = new ArrayList<>();
        for (FileSetting each : settings(stages)) {
            if (!UploadedFile.isName(each.file())) {
                refusals.add(refusal(each, "must be the plain name of an uploaded file"));
            } else if (!files.has(each.file())) {
                refusals.add(refusal(each, "must be an uploaded file (PUT /api/v1/data/" + each.file() + ")"));
            }
        }
        return refusals;
    }

    private static ValidationError refusal(FileSetting setting, String rule) {
        return ValidationError.of(setting.stage().name(), setting.name(), rule, setting.file()).at(setting.place());
    }

    /** The names of the files that a data set uses. */
    public List<String> names(Stage dataset) {
        return settings(stages(dataset)).stream().map(FileSetting::file).toList();
    }

    /** The names of the files that an experiment uses. */
    public List<String> names(Experiment experiment) {
        return settings(stages(experiment)).stream().map(FileSetting::file).toList();
    }

    private List<FileSetting> settings(List<PlacedStage> stages) {
        List<FileSetting> found = new ArrayList<>();
        // Each name is looked up once.
        Map<String, List<Setting>> byName = new HashMap<>();
        for (PlacedStage each : stages) {
            Map<String, String> given = each.stage().settings();
            if (!given.isEmpty()) {
                byName.computeIfAbsent(each.stage().name(), this::fileSettings).stream()
                        .filter(setting -> setting.isGiven(given.get(setting.name())))
                        .map(setting -> new FileSetting(each.stage(), setting.name(), given.get(setting.name()), each.place()))
                        .forEach(found::add);
            }
        }
        return found;
    }

    /** The settings of all services of a name that are files. */
    private List<Setting> fileSettings(String name) {
        return catalogue.named(name).stream().flatMap(service -> catalogue.settings(service).stream())
                .filter(setting -> setting.kind() == Setting.Kind.FILE).toList();
    }
}
