package psr.server.data;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

import psr.api.lab.Catalog;
import psr.api.lab.Experiment;
import psr.api.lab.Recipe;
import psr.api.lab.Stage;
import psr.api.settings.Setting;
import psr.api.settings.ValidationError;

/** Checks the files that experiments name: only uploaded files, by plain name. Other paths of the server cannot be used. */
public record FileSettings(Catalog catalogue, UploadedFiles files) {

    /** The errors of the files that an experiment names; empty if there are none. */
    public List<ValidationError> refusals(Experiment experiment) {
        List<ValidationError> refusals = new ArrayList<>();
        visit(experiment, (stage, setting, place) -> check(stage, setting, place, refusals::add));
        return refusals;
    }

    /** The errors of the files that a data set names; empty if there are none. */
    public List<ValidationError> refusals(Stage dataset) {
        List<ValidationError> refusals = new ArrayList<>();
        new Visit((stage, setting, place) -> check(stage, setting, place, refusals::add)).stage(dataset, "/dataset");
        return refusals;
    }

    /** The names of the files that a data set uses. */
    public List<String> names(Stage dataset) {
        List<String> names = new ArrayList<>();
        new Visit((stage, setting, place) -> names.add(stage.settings().get(setting.name()))).stage(dataset, "/dataset");
        return names;
    }

    /** The names of the files that an experiment uses. */
    public List<String> names(Experiment experiment) {
        List<String> names = new ArrayList<>();
        visit(experiment, (stage, setting, place) -> names.add(stage.settings().get(setting.name())));
        return names;
    }

    /** Receives every setting that names a file. */
    @FunctionalInterface
    private interface FileSettingVisitor {

        void visit(Stage stage, Setting setting, String place);
    }

    private void visit(Experiment experiment, FileSettingVisitor visitor) {
        Visit visit = new Visit(visitor);
        visit.stage(experiment.dataset(), "/dataset");
        for (int i = 0; i < experiment.recipes().size(); i++) {
            visit.recipe(experiment.recipes().get(i), "/recipes/" + i);
        }
        for (int i = 0; i < experiment.metrics().size(); i++) {
            visit.stage(experiment.metrics().get(i), "/metrics/" + i);
        }
    }

    /** Looks each name up once. */
    private final class Visit {

        private final FileSettingVisitor visitor;
        /** The settings of all services of a name that are files. */
        private final Map<String, List<Setting>> byName = new HashMap<>();

        Visit(FileSettingVisitor visitor) {
            this.visitor = visitor;
        }

        void recipe(Recipe recipe, String place) {
            recipe.stages().forEach(stage -> stage(stage, place));
        }

        void stage(Stage stage, String place) {
            stage.parts().forEach(part -> recipe(part, place));
            if (stage.settings().isEmpty()) {
                return;
            }
            for (Setting setting : byName.computeIfAbsent(stage.name(), FileSettings.this::fileSettings)) {
                if (setting.isGiven(stage.settings().get(setting.name()))) {
                    visitor.visit(stage, setting, place);
                }
            }
        }
    }

    private List<Setting> fileSettings(String name) {
        return catalogue.named(name).stream().flatMap(service -> catalogue.settings(service).stream())
                .filter(setting -> setting.kind() == Setting.Kind.FILE).toList();
    }

    private void check(Stage stage, Setting setting, String place, Consumer<ValidationError> refused) {
        String value = stage.settings().get(setting.name());
        if (!UploadedFile.isName(value)) {
            refused.accept(
                    ValidationError.of(stage.name(), setting.name(), "must be the plain name of an uploaded file", value)
                            .at(place));
        } else if (!files.has(value)) {
            refused.accept(
                    ValidationError
                            .of(stage.name(), setting.name(), "must be an uploaded file (PUT /api/v1/data/" + value + ")",
                                    value)
                            .at(place));
        }
    }
}
