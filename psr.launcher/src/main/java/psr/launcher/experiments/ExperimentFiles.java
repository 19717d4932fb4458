package psr.launcher.experiments;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

import org.osgi.service.component.annotations.Component;

import psr.api.lab.Experiment;
import psr.api.lab.Experiments;
import psr.api.settings.Spelling;
import psr.api.settings.ValidationError;
import psr.launcher.json.LabJson;

/** Experiments as JSON, and the presets that ship. */
@Component(service = Experiments.class)
public final class ExperimentFiles implements Experiments {

    private static final List<String> PRESETS = List.of("ring", "text", "ring-cv", "text-cv", "ring-starts", "text-starts");

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
        return PRESETS;
    }

    /** The first sentence of the description. Needs no service. */
    @Override
    public String summary(String preset) {
        String description = LocatedJson.parse(text(known(preset)), preset).fields("a preset").get("description")
                .text("description");
        int end = description.indexOf(". ");
        return end < 0 ? description : description.substring(0, end);
    }

    @Override
    public Experiment preset(String name) {
        return ExperimentReader.read(text(known(name)), "the preset " + name, name);
    }

    static String text(String name) {
        try (InputStream in = ExperimentFiles.class.getResourceAsStream(name + ".json")) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String known(String name) {
        if (!PRESETS.contains(name)) {
            throw new IllegalArgumentException("no preset named '" + name + "'" + Spelling.hint(name, PRESETS)
                    + " present: " + String.join(", ", PRESETS));
        }
        return name;
    }
}
