package psr.launcher.experiments;

import java.util.List;

import org.osgi.service.component.annotations.Component;

import psr.api.lab.Experiment;
import psr.api.lab.Experiments;
import psr.api.settings.Spelling;
import psr.api.settings.ValidationError;
import psr.launcher.json.LabJson;

/** Experiments as JSON. */
@Component(service = Experiments.class)
public final class ExperimentFiles implements Experiments {

    @Override
    public Experiment read(String json, String file, String name) {
        return ExperimentReader.read(json, file, name);
    }

    @Override
    public ValidationError locate(String json, String file, ValidationError error) {
        return ExperimentReader.locate(json, file, error);
    }

    @Override
    public String write(Experiment experiment) {
        return LabJson.tree(ExperimentJson.of(experiment)).toPrettyString() + "\n";
    }

    @Override
    public List<String> presets() {
        return Presets.NAMES;
    }

    @Override
    public String summary(String preset) {
        return Presets.summary(known(preset));
    }

    @Override
    public Experiment preset(String name) {
        return ExperimentReader.read(Presets.text(known(name)), "the preset " + name, name);
    }

    private static String known(String name) {
        if (!Presets.NAMES.contains(name)) {
            throw new IllegalArgumentException("no preset named '" + name + "'" + Spelling.hint(name, Presets.NAMES)
                    + " present: " + String.join(", ", Presets.NAMES));
        }
        return name;
    }
}
