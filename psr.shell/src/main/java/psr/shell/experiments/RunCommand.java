package psr.shell.experiments;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

import psr.api.lab.Catalog;
import psr.api.lab.Claim;
import psr.api.lab.Experiment;
import psr.api.lab.Experiments;
import psr.api.lab.RunOptions;
import psr.api.lab.Shard;
import psr.api.lab.Submission;
import psr.api.settings.ValidationException;
import psr.launcher.spi.Engine;
import psr.shell.cluster.ClusterAccess;
import psr.shell.command.Invocation;
import psr.shell.command.Output;
import psr.shell.command.ShellCommand;

/** {@code run}: compares recipes on a data set. */
@Component(service = ShellCommand.class, property = {"osgi.command.scope=psr", "osgi.command.function=run"})
public final class RunCommand extends ShellCommand {

    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss", Locale.ROOT);

    private final Engine engine;
    private final Experiments experiments;
    private final Catalog catalogue;
    private final ClusterAccess cluster;

    @Activate
    public RunCommand(@Reference Engine engine, @Reference Experiments experiments, @Reference Catalog catalogue,
            @Reference ClusterAccess cluster) {
        super("run");
        this.engine = engine;
        this.experiments = experiments;
        this.catalogue = catalogue;
        this.cluster = cluster;
    }

    @Override
    public void run(Invocation call) throws IOException {
        List<ExperimentRequest> requests = ExperimentRequest.all(call, experiments);
        for (ExperimentRequest request : requests) {
            String dataset = requests.size() > 1 ? request.experiment().dataset().toString() : "";
            try {
                if (requests.size() > 1) {
                    RecipeWords.heading(dataset, request.equals(requests.get(0)), call);
                }
                run(call, request, RecipeWords.folder(dataset));
            } catch (ValidationException e) {
                throw new ValidationException(request.origin().apply(e.error()), e);
            }
        }
    }

    /** @param folder the name of its folder in that of {@code --out}; empty for the folder itself */
    private void run(Invocation call, ExperimentRequest request, String folder) throws IOException {
        Experiment experiment = request.replaced() ? judgeable(request.experiment(), call.output()) : request.experiment();
        RunOptions.Builder options = RunOptions.builder().threads(call.arguments().threads()).base(call.folder());
        call.arguments().limit().ifPresent(options::limit);
        Optional<Path> out = call.arguments().text("out").map(call::path).map(path -> path.resolve(folder));
        if (out.isPresent() || request.named()) {
            options.folder(out.orElseGet(() -> free(call, experiment.name())));
        }
        Optional<Shard> share = call.arguments().read("shard", Shard::parse);
        if (share.isPresent() && out.isEmpty()) {
            throw new IllegalArgumentException("--shard needs --out DIR, a folder for this shard alone");
        }
        share.ifPresent(which -> options.share(which).resuming(true));
        RecipeWords.announce(experiment, "trial", call);
        try (ClusterAccess.Joined joined = cluster.submitting(call, options)) {
            RunFollower follower = new RunFollower(call);
            Submission run = engine.submit(experiment, options.build(), joined.placement(), follower.observer());
            run.remarks().forEach(call.output()::remark);
            follower.follow(run);
        }
    }

    /** If other recipes or metrics were given, drops the claims about the old ones and says so. */
    private Experiment judgeable(Experiment experiment, Output output) {
        List<Claim> all = experiment.claims();
        if (all.isEmpty()) {
            return experiment;
        }
        List<Claim> left = experiment.judgeable(catalogue.measures(experiment.metrics()).keySet());
        if (left.size() < all.size()) {
            output.remark(all.size() - left.size() + " of " + all.size()
                    + " claims are left out because this run lacks their recipes or measures");
        }
        return experiment.change().claims(left).build();
    }

    private static Path free(Invocation call, String name) {
        String stem = name.replaceAll("[^A-Za-z0-9]+", "-") + "-" + TIME.format(LocalDateTime.now(ZoneId.systemDefault()));
        Path path = call.path("runs").resolve(stem);
        for (int i = 2; Files.exists(path); i++) {
            path = call.path("runs").resolve(stem + "-" + i);
        }
        return path;
    }
}
