package psr.server.data;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

import psr.api.lab.Catalog;
import psr.api.lab.Experiment;
import psr.api.lab.Recipe;
import psr.api.lab.ServiceInfo;
import psr.api.lab.Stage;
import psr.api.settings.Setting;
import psr.api.settings.ValidationError;

/** Checks the files that experiments name: only uploaded files, by plain name. Other paths of the server cannot be used. */
public final class FileSettings {

    private final Catalog catalogue;
    private final UploadedFiles files;

    /** With the services that are present. */
    public FileSettings(Catalog catalogue, UploadedFiles files) {
        this.catalogue = catalogue;
        this.files = files;
    }

    /** The errors of the files that an experiment names; empty if there are none. */
    public List<ValidationError> refusals(Experiment experiment) {
        List<ValidationError> refusals = new ArrayList<>();
        visit(experiment, (stage, setting, place) -> check(stage, setting, place, refusals::add));
        return refusals;
    }

    /** The errors of the files that a data set names; empty if there are none. */
    public List<ValidationError> refusals(Stage dataset) {
        List<ValidationError> refusals = new ArrayList<>();
        visit(dataset, "/dataset", (stage, setting, place) -> check(stage, setting, place, refusals::add));
        return refusals;
    }

    /** The names of the files that a data set uses. */
    public List<String> names(Stage dataset) {
        List<String> names = new ArrayList<>();
        visit(dataset, "/dataset", (stage, setting, place) -> names.add(stage.settings().get(setting.name())));
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
        visit(experiment.dataset(), "/dataset", visitor);
        for (int i = 0; i < experiment.recipes().size(); i++) {
            visit(experiment.recipes().get(i), "/recipes/" + i, visitor);
        }
        for (int i = 0; i < experiment.metrics().size(); i++) {
            visit(experiment.metrics().get(i), "/metrics/" + i, visitor);
        }
    }

    private void visit(Recipe recipe, String place, FileSettingVisitor visitor) {
        recipe.stages().forEach(stage -> visit(stage, place, visitor));
    }

    private void visit(Stage stage, String place, FileSettingVisitor visitor) {
        stage.parts().forEach(part -> visit(part, place, visitor));
        if (stage.settings().isEmpty()) {
            return;
        }
        for (ServiceInfo service : catalogue.named(stage.name())) {
            for (Setting setting : catalogue.settings(service)) {
                String value = stage.settings().get(setting.name());
                if (setting.kind() == Setting.Kind.FILE && setting.isGiven(value)) {
                    visitor.visit(stage, setting, place);
                }
            }
        }
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
