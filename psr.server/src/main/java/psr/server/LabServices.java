package psr.server;

import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;

import psr.api.lab.Catalog;
import psr.api.lab.Experiments;
import psr.api.lab.Laboratory;
import psr.api.lab.ModelStore;
import psr.api.report.Inspector;
import psr.api.report.Judge;
import psr.launcher.spi.Engine;
import psr.launcher.spi.PluginJars;
import psr.server.admin.HealthReport;

/**
 * The services of the laboratory that the server uses.
 *
 * @param judge of claims
 * @param inspectors contribute to the description of a model; may change at any time
 * @param checks health checks of plugins; may change at any time
 */
public record LabServices(Laboratory laboratory, Engine engine, Catalog catalogue, Experiments experiments, PluginJars plugins,
        ModelStore models,
        Judge judge, Supplier<List<Inspector>> inspectors, Supplier<List<HealthReport.Check>> checks) {

    public LabServices {
        Objects.requireNonNull(laboratory, "laboratory");
        Objects.requireNonNull(engine, "engine");
        Objects.requireNonNull(catalogue, "catalogue");
        Objects.requireNonNull(experiments, "experiments");
        Objects.requireNonNull(plugins, "plugins");
        Objects.requireNonNull(models, "models");
        Objects.requireNonNull(judge, "judge");
        Objects.requireNonNull(inspectors, "inspectors");
        Objects.requireNonNull(checks, "checks");
    }
}
