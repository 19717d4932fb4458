package psr.launcher.experiments;

import java.util.List;
import java.util.Set;

import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

import psr.api.lab.Experiment;
import psr.api.lab.Experiments;
import psr.api.lab.Recipe;
import psr.api.lab.Stage;
import psr.api.settings.Spelling;
import psr.launcher.json.LabJson;
import psr.launcher.services.BundleHolds;
import psr.launcher.services.PinnedServices;
import psr.launcher.services.Selection;
import psr.launcher.services.ServiceCatalog;
import psr.launcher.trials.BoundExperiment;

/** Experiments as JSON, checked against the services that are present. */
@Component(service = Experiments.class)
public final class ExperimentFiles implements Experiments {

    private final ExperimentReader reader;

    /** With the services of a catalogue. */
    @Activate
    public ExperimentFiles(@Reference ServiceCatalog catalogue, @Reference BundleHolds holds) {
        this.reader = new ExperimentReader(new ExperimentReader.KnownNames() {
            @Override
            public void dataset(Stage dataset) {
                try (PinnedServices pins = pins()) {
                    BoundExperiment.checkDataset(dataset, pins);
                }
            }

            @Override
            public void recipe(Recipe recipe) {
                try (PinnedServices pins = pins()) {
                    BoundExperiment.checkRecipe(recipe, pins);
                }
            }

            @Override
            public Set<String> measures(List<Stage> metrics) {
                try (PinnedServices pins = pins()) {
                    return BoundExperiment.measures(metrics, pins).keySet();
                }
            }

            private PinnedServices pins() {
                return new PinnedServices(catalogue, holds, Selection.CURRENT);
            }
        });
    }

    @Override
    public Experiment read(String json, String file, String name) {
        return reader.read(json, file, name);
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
        return reader.read(Presets.text(known(name)), "the preset " + name, name);
    }

    private static String known(String name) {
        if (!Presets.NAMES.contains(name)) {
            throw new IllegalArgumentException("no preset named '" + name + "'" + Spelling.hint(name, Presets.NAMES)
                    + " present: " + String.join(", ", Presets.NAMES));
        }
        return name;
    }
}
