package psr.shell.models;

import java.io.IOException;
import java.util.List;

import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.annotations.ReferenceCardinality;
import org.osgi.service.component.annotations.ReferencePolicy;

import psr.api.lab.Catalog;
import psr.api.lab.Laboratory;
import psr.api.lab.LearnedModel;
import psr.api.lab.ModelStore;
import psr.api.report.Inspector;
import psr.launcher.spi.Inspection;
import psr.shell.command.Invocation;
import psr.shell.command.ShellCommand;

/** {@code inspect}: describes a model file. */
@Component(service = ShellCommand.class, property = {"osgi.command.scope=psr", "osgi.command.function=inspect"})
public final class InspectCommand extends ShellCommand {

    private final ModelStore store;
    private final Catalog catalogue;
    private final Laboratory laboratory;

    /** Services that contribute to the description of a model; may change at any time. */
    @Reference(cardinality = ReferenceCardinality.MULTIPLE, policy = ReferencePolicy.DYNAMIC)
    private volatile List<Inspector> inspectors = List.of();

    @Activate
    public InspectCommand(@Reference ModelStore store, @Reference Catalog catalogue, @Reference Laboratory laboratory) {
        super("inspect");
        this.store = store;
        this.catalogue = catalogue;
        this.laboratory = laboratory;
    }

    InspectCommand(ModelStore store, Catalog catalogue, Laboratory laboratory, List<Inspector> inspectors) {
        this(store, catalogue, laboratory);
        this.inspectors = inspectors;
    }

    @Override
    public void run(Invocation call) {
        String file = call.arguments().only("one model file, for example: inspect model.json");
        try {
            LearnedModel model = store.load(call.path(file));
            call.output().print(new Inspection(catalogue, laboratory, inspectors).of(model, store.describe(call.path(file)))
                    .lines());
        } catch (IOException e) {
            throw new IllegalArgumentException(e.getMessage(), e);
        }
    }
}
