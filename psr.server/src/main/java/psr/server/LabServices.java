package psr.server;

import java.util.Objects;

import psr.api.lab.Catalogue;
import psr.api.lab.Experiments;
import psr.api.lab.Laboratory;
import psr.api.lab.Plugins;
import psr.api.store.ModelStore;

/** The laboratory that is served. */
public record LabServices(Laboratory laboratory, Catalogue catalogue, Experiments experiments, Plugins plugins, ModelStore models) {

    /** Checks that everything is there. */
    public LabServices {
        Objects.requireNonNull(laboratory, "laboratory");
        Objects.requireNonNull(catalogue, "catalogue");
        Objects.requireNonNull(experiments, "experiments");
        Objects.requireNonNull(plugins, "plugins");
        Objects.requireNonNull(models, "models");
    }
}
